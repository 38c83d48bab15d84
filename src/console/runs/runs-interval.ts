import type { PollInterval } from '../../client/polling.ts'
import { runInterval } from '../../client/run-polling.ts'
import type { Run } from '../../contract/agent-server/runs.ts'
import { now } from '../../ui/format/now.ts'

/** When to read runs again: as often as the one that changed last asks for, never once all have ended. */
export function runsInterval(
  runs: readonly Pick<Run, 'status' | 'updated_at'>[] | undefined,
): PollInterval {
  const at = now()
  const intervals = (runs ?? []).map((run) => runInterval(run, at - Date.parse(run.updated_at)))
  const wanted = intervals.filter((interval) => interval !== false)
  return wanted.length > 0 && Math.min(...wanted)
}
