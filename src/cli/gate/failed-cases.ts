import { call, type Transport } from '../../client/api.ts'
import { getAttempt } from '../../contract/qa/attempts.ts'
import { getGrid, type Session } from '../../contract/qa/sessions.ts'
import { hasPassed } from '../../server/qa/results/case-cells.ts'
import { whyFailed } from '../../server/qa/results/why-failed.ts'

const mostReasons = 20

/** The cases that failed on what was tried, which is the last target, a line each with why; of very many the first ones. */
export async function failedCases(gateway: Transport, session: Session): Promise<string[]> {
  const { session_id, passes_needed, repeats } = session
  const { rows } = await call(gateway, getGrid, { params: { session_id } })
  const failed = rows.flatMap(({ case_key, attempts }) => {
    const own = attempts.filter(({ target }) => target === session.targets.length - 1)
    const passed = own.filter(hasPassed).length
    const [first] = own.filter((attempt) => !hasPassed(attempt))
    return passed < passes_needed && first ? [{ case_key, passed, first }] : []
  })
  const lines: string[] = []
  for (const { case_key, passed, first } of failed.slice(0, mostReasons)) {
    const params = { session_id, attempt_id: first.attempt_id }
    const why = whyFailed(await call(gateway, getAttempt, { params }))
    const often = repeats > 1 ? ` (${passed} of ${repeats} passed)` : ''
    lines.push(`Failed: ${case_key}${often}: ${why}`)
  }
  const more = failed.length - lines.length
  return more > 0 ? [...lines, `Failed: ${more} more.`] : lines
}
