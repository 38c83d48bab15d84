import type { Database, Queryable } from '../../db/database.ts'
import { jsonbText } from '../../db/jsonb.ts'
import type {
  AncestorsCall,
  GetCall,
  ListCall,
  StoredCheckpoint,
  StoreResult,
} from '../../executor/protocol/checkpoint-calls.ts'
import type { StoreScope } from '../executors/store-scope.ts'
import { performOperations } from '../items/item-store.ts'
import { isHeldBy } from '../run-store/run-life-cycle.ts'
import { type CheckpointRow, completed } from './checkpoint-parts.ts'
import { deleteWritesAt, putCheckpoint, putWrites, type WriteGuard } from './checkpoint-writes.ts'
import { rawSize } from './packed-value.ts'
import type { PackedStoreCall } from './packing.ts'
import { type StateLimits, stateRefusal, TooLargeError, writesRefusal } from './state-limits.ts'

/** A write of a run that is no longer running, or is another process's by now. */
class LateWriteError extends Error {
  constructor() {
    super('The run has been stopped or taken over; it cannot change the thread any more.')
    this.name = 'LateWriteError'
  }
}

/** Whose executor asks: this process's, for a deployment. */
export interface StoreCaller {
  process: string
  deployment_id: string
  now: () => Date
  limits: StateLimits
}

/**
 * Answers what an executor asks of the store: it reaches threads of its own deployment only, and a
 * run's writes are taken only while it is running, and when they are not too large.
 */
export async function answerStoreCall(
  database: Database,
  caller: StoreCaller,
  body: PackedStoreCall,
): Promise<StoreResult> {
  if (body.call === 'items') {
    const { operations } = body
    return database.transaction((tx) =>
      performOperations(tx, caller.deployment_id, operations, caller.now()),
    )
  }
  if (body.call === 'get') return getCheckpoint(database, caller, body)
  if (body.call === 'list') return listCheckpoints(database, caller, body)
  if (body.call === 'ancestors') return listAncestors(database, caller, body)
  const { scope } = body
  if (scope.run_id === null) throw new LateWriteError()
  const guard: WriteGuard = {
    sql: (first) => {
      const claim = { run_id: '$1', attempt: `$${first}`, claimed_by: `$${first + 1}` }
      return `select 1 from runs where ${isHeldBy(claim)}
        and thread_id = $2 and deployment_id = $${first + 2} for share`
    },
    values: [scope.attempt, caller.process, caller.deployment_id],
  }
  if (body.call === 'put-writes') {
    const refusal = writesRefusal(caller.limits, body)
    if (refusal) throw new TooLargeError(refusal)
  } else {
    const sizes = body.blobs.map(({ channel, value }) => ({
      channel,
      size: value ? rawSize(value) : 0,
    }))
    const refusal = await stateRefusal(database, scope.thread_id, body, sizes, caller.limits)
    if (refusal) {
      // The step counts as not done: its results would be read into the state that is refused.
      await deleteWritesAt(database, scope, body, guard)
      throw new TooLargeError(refusal)
    }
  }
  const isStored =
    body.call === 'put'
      ? await putCheckpoint(database, scope, body, guard)
      : await putWrites(database, scope, body, guard)
  if (!isStored) throw new LateWriteError()
  return null
}

const columns = `checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint::text as checkpoint,
  metadata::text as metadata`
const isOwnThread = (deployment: string) =>
  `exists (select 1 from threads t where t.thread_id = $1 and t.deployment_id = ${deployment})`

async function getCheckpoint(
  db: Queryable,
  caller: StoreCaller,
  { scope, checkpoint_ns, checkpoint_id }: GetCall & { scope: StoreScope },
): Promise<StoredCheckpoint[]> {
  const rows = await db.query<CheckpointRow>(
    `select ${columns} from checkpoints where thread_id = $1 and checkpoint_ns = $2
     and ($3::text is null or checkpoint_id = $3) and ${isOwnThread('$4')}
     order by checkpoint_id desc limit 1`,
    [scope.thread_id, checkpoint_ns, checkpoint_id, caller.deployment_id],
  )
  return completed(db, scope.thread_id, rows)
}

async function listCheckpoints(
  db: Queryable,
  caller: StoreCaller,
  call: ListCall & { scope: StoreScope },
): Promise<StoredCheckpoint[]> {
  const { scope, checkpoint_ns, checkpoint_id, before, limit } = call
  // As metadata is written.
  const filter = call.filter && jsonbText(call.filter)
  const rows = await db.query<CheckpointRow>(
    `select ${columns} from checkpoints where thread_id = $1
     and ($2::text is null or checkpoint_ns = $2) and ($3::text is null or checkpoint_id = $3)
     and ($4::text is null or checkpoint_id < $4) and ($5::jsonb is null or metadata @> $5::jsonb)
     and ${isOwnThread('$7')} order by checkpoint_id desc limit $6`,
    [scope.thread_id, checkpoint_ns, checkpoint_id, before, filter, limit, caller.deployment_id],
  )
  return completed(db, scope.thread_id, rows)
}

/** Without what they say of themselves, which is most of what they are. */
async function listAncestors(
  db: Queryable,
  caller: StoreCaller,
  call: AncestorsCall & { scope: StoreScope },
): Promise<StoredCheckpoint[]> {
  const { scope, checkpoint_ns, checkpoint_id, channels, limit } = call
  const rows = await db.query<CheckpointRow>(
    // Each is looked up by its key (hence "offset 0"): to read the whole thread for each looks cheaper than it is.
    `with recursive path as (
       select checkpoints as point, 1 as depth from checkpoints where thread_id = $1 and checkpoint_ns = $2
       and checkpoint_id = $3 and ${isOwnThread('$5')}
       union all
       select before.c, depth + 1 from path cross join lateral (
         select c from checkpoints c where c.thread_id = $1 and c.checkpoint_ns = $2
         and c.checkpoint_id = (point).parent_checkpoint_id offset 0
       ) before where depth < $4
     ) select ${columns} from (select (point).*, depth from path) p order by depth`,
    [scope.thread_id, checkpoint_ns, checkpoint_id, limit, caller.deployment_id],
  )
  const found = await completed(db, scope.thread_id, rows, channels)
  return found.map((stored) => ({ ...stored, checkpoint: '', metadata: '' }))
}

/** True when a run has left a checkpoint, so that it can go on from there. */
export async function hasCheckpoints(db: Queryable, runId: string): Promise<boolean> {
  const rows = await db.query('select 1 from checkpoints where run_id = $1 limit 1', [runId])
  return rows.length > 0
}

/** True when the thread has that checkpoint, in that namespace if one is given. */
export async function isCheckpoint(
  db: Queryable,
  threadId: string,
  checkpointId: string,
  namespace: string | null = null,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from checkpoints where thread_id = $1 and checkpoint_id = $2
     and ($3::text is null or checkpoint_ns = $3) limit 1`,
    [threadId, checkpointId, namespace],
  )
  return rows.length > 0
}

/** The thread's newest checkpoint, in whatever namespace; null when there is none. */
export async function newestCheckpoint(db: Queryable, threadId: string): Promise<string | null> {
  const rows = await db.query<{ newest: string | null }>(
    'select max(checkpoint_id) as newest from checkpoints where thread_id = $1',
    [threadId],
  )
  return rows[0]?.newest ?? null
}
