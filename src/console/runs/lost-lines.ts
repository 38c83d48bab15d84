import type { LogEntry } from '../../contract/control-plane/revisions.ts'

/** What the log of a revision has of the time of a run no longer. */
interface LostLines {
  /** The line that tells of those that were let go. It is no line of the run, so it is not among those that its id finds. */
  line: LogEntry | null
  /** All of the log is younger than the run: what it printed was removed by retention. */
  isAll: boolean
}

/**
 * @param first the oldest line that the log still has
 * @param isOurs whether it is a log of ours: there every rollout writes into it before it serves
 */
export function lostLines(
  first: LogEntry | undefined,
  run: { created_at: string },
  isOurs: boolean,
): LostLines {
  if (!first) return { line: null, isAll: isOurs }
  if (!(Date.parse(first.timestamp ?? '') >= Date.parse(run.created_at))) {
    return { line: null, isAll: false }
  }
  return first.dropped && !first.run_id
    ? { line: first, isAll: false }
    : { line: null, isAll: true }
}
