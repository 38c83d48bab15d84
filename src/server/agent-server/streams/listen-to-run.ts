import { isActive } from '../../../contract/agent-server/runs.ts'
import { unknownRun } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import type { RunRow } from '../run-row.ts'
import { findEnd, findRun } from '../run-store/run-store.ts'
import { terminalFrom } from '../runs/run-ending.ts'
import { nextEventId } from './log/run-event-store.ts'
import type { RunLog } from './log/run-log.ts'

/**
 * The log of a run, to be listened to: of one that has ended, what is kept, but at least how it ended. `isLive` says whether
 * there is a run left that a dropped client could cancel. Rejects with 404 when the run was deleted
 * meanwhile.
 */
export async function listenTo(
  engine: RunEngine,
  run: RunRow,
): Promise<{ log: RunLog; isLive: boolean }> {
  const kept = engine.logs.find(run.run_id)
  if (kept) return { log: kept, isLive: true }
  if (isActive(run)) {
    const log = await engine.remote.follow(run)
    const present = await findRun(engine.database, run)
    if (present && isActive(present)) return { log, isLive: true }
    // It ended while its log was being opened: nobody would ever end this one.
    engine.logs.forget(run.run_id)
    if (!present) throw unknownRun()
  }
  const end = await findEnd(engine.database, run.run_id)
  const { output, event: last } = terminalFrom(end?.output ?? null)
  const stored = await nextEventId(engine.database, run.run_id)
  const count = end?.event_count ?? 0
  return { log: engine.logs.replay(run, { output, stored, count, last }), isLive: false }
}
