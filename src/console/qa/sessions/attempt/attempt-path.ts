import { paths } from '../../../paths.ts'

/**
 * The address of an attempt, with what the grid behind it is filtered by.
 * @param search what stands in the present address behind the path
 */
export function attemptPath(sessionId: string, attemptId: string, search: string): string {
  const kept = new URLSearchParams(search)
  kept.delete('attempt')
  const path = paths.qaAttempt(sessionId, attemptId)
  return kept.size > 0 ? `${path}&${kept}` : path
}
