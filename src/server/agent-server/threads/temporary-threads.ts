import type { Queryable } from '../../db/database.ts'
import { asError } from '../runs/engine-context.ts'
import type { RunEngine } from '../runs/run-engine.ts'
import { deleteThread } from './thread-store.ts'

/** Late readers of a run, at whatever process, have this long. */
const graceMs = 60_000

const isIdle = `t.is_temporary and not exists (
  select 1 from runs r where r.thread_id = t.thread_id and r.status in ('pending', 'running'))`

/** Deletes the thread that was made for a run as soon as the run has ended. */
export function deleteWhenEnded(
  engine: RunEngine,
  run: { run_id: string; thread_id: string },
): void {
  engine
    .whenEnded(run.run_id)
    .ended.then(async () => {
      const idle = await engine.database.query(
        `select 1 from threads t where thread_id = $1 and ${isIdle}`,
        [run.thread_id],
      )
      if (idle.length > 0) await deleteThread(engine.database, run.thread_id)
    })
    .catch((error: unknown) => engine.report(asError(error)))
}

/** Deletes such threads that are left over because the process that was to do it is gone. */
export async function sweepTemporaryThreads(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `delete from threads t where ${isIdle} and t.created_at < $1 and not exists (
       select 1 from runs r where r.thread_id = t.thread_id and r.ended_at >= $1)`,
    [new Date(now.getTime() - graceMs)],
  )
}
