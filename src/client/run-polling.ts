import { isActive, runStatuses } from '../contract/agent-server/runs.ts'
import { type PollInterval, pace, paceUntilTired } from './polling.ts'

/** When to read a run again: while it waits or works; words of a newer server are not watched for ever. */
export function runInterval(run: { status: string } | undefined, watchedMs: number): PollInterval {
  if (!run || isActive(run)) return pace(watchedMs)
  const statuses: readonly string[] = runStatuses
  return statuses.includes(run.status) ? false : paceUntilTired(watchedMs)
}
