import { asError } from '../../as-error.ts'
import type { Database, Queryable } from '../../db/database.ts'
import type { RunEngine } from '../run-engine.ts'
import { keepAddresses } from './kept-addresses.ts'

/** Late readers of a run, at whatever process, have this long. */
const graceMs = 60_000
/** Threads of one round; the next round takes the others. */
const threadsAtOnce = 200

const isIdle = `t.is_temporary and not exists (
  select 1 from runs r where r.thread_id = t.thread_id and r.status in ('pending', 'running'))`

/** Deletes the thread that was made for a run as soon as the run has ended. */
export function deleteWhenEnded(
  engine: RunEngine,
  run: { run_id: string; thread_id: string },
): void {
  engine.ends
    .wait(run.run_id)
    .ended.then(() =>
      engine.database.transaction((tx) => end(tx, 't.thread_id = $1', [run.thread_id])),
    )
    .catch((error: unknown) => engine.report(asError(error)))
}

/** Deletes such threads that are left over because the process that was to do it is gone. */
export async function sweepTemporaryThreads(database: Database, now: Date): Promise<void> {
  const isLeft = `t.created_at < $1 and not exists (
    select 1 from runs r where r.thread_id = t.thread_id and r.ended_at >= $1)`
  const before = new Date(now.getTime() - graceMs)
  await database.transaction((tx) => end(tx, isLeft, [before]))
}

/** Deletes idle threads, and keeps the addresses of their runs' votes: nobody could vote before the run had ended. */
async function end(tx: Queryable, condition: string, params: readonly unknown[]): Promise<void> {
  const held = await tx.query<{ thread_id: string }>(
    `select t.thread_id from threads t where ${isIdle} and ${condition}
     limit ${threadsAtOnce} for update skip locked`,
    params,
  )
  const ids = held.map(({ thread_id }) => thread_id)
  if (ids.length === 0) return
  await keepAddresses(tx, ids)
  await tx.query('delete from threads where thread_id = any($1::uuid[])', [ids])
}
