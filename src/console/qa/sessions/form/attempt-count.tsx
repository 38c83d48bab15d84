import { useQuery } from '@tanstack/react-query'
import { sessionLimits } from '../../../../contract/qa/sessions.ts'
import { useApi } from '../../../api.tsx'
import { suiteQuery } from '../../../objects/qa/qa-queries.ts'
import { counted } from '../../results/figures.ts'
import { chosenCases, type sessionRequest } from './session-values.ts'

/** How many attempts a request makes; nothing while that is not known. */
export function AttemptCount({ body }: { body: ReturnType<typeof sessionRequest> }) {
  const { suite_id, targets, repeats = 1, tags = [] } = body
  const { data: suite } = useQuery({ ...suiteQuery(useApi(), suite_id), enabled: suite_id !== '' })
  const isPossible =
    Number.isSafeInteger(repeats) && repeats >= 1 && repeats <= sessionLimits.repeats
  if (!suite || !isPossible) return null
  const cases = chosenCases(suite.cases, tags).length
  const attempts = cases * targets.length * repeats
  const isTooMany = attempts > sessionLimits.attempts
  return (
    <p role="status" className={isTooMany ? 'text-bad' : 'text-ink-2'}>
      {counted(cases, 'case')} × {counted(targets.length, 'target')} × {counted(repeats, 'repeat')}:{' '}
      <span className="font-semibold text-ink tabular-nums">
        {attempts.toLocaleString('en')} {attempts === 1 ? 'attempt' : 'attempts'}
      </span>
      .{isTooMany && ` A session has at most ${sessionLimits.attempts.toLocaleString('en')}.`}
    </p>
  )
}
