import { Link } from 'react-router-dom'
import type { Case } from '../../../../contract/qa/cases.ts'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { useApi } from '../../../api.tsx'
import { paths } from '../../../paths.ts'

/** The run or the thread that a case was made from; a link where it is on the connection that is open. */
export function OriginLine({ origin }: { origin: Case['origin'] }) {
  const { connection } = useApi()
  if (!origin) return null
  const { connection_id, deployment_id, thread_id, run_id, feedback_id } = origin
  const isHere = connection_id === undefined || connection_id === connection.id
  const words = run_id
    ? `run ${shortId(run_id)}`
    : thread_id
      ? `thread ${shortId(thread_id)}`
      : 'elsewhere'
  const to =
    isHere && deployment_id && thread_id
      ? run_id
        ? paths.run(deployment_id, thread_id, run_id)
        : paths.thread(deployment_id, thread_id)
      : null
  return (
    <p className="text-ink-2 text-sm">
      Made from{' '}
      {to ? (
        <Link
          to={to}
          className="inline-block min-h-6 content-center text-accent underline-offset-2 hover:underline"
        >
          {words}
        </Link>
      ) : (
        words
      )}
      {feedback_id && ', which was rated'}
      {!isHere && ', of another connection'}
    </p>
  )
}
