import type { Database, Queryable } from '../../db/database.ts'
import type {
  CheckpointCall,
  StoreCall,
  StoredCheckpoint,
  StoreResult,
} from '../../executor/protocol.ts'
import { performOperations } from '../items/item-store.ts'
import { type Guard, putCheckpoint, putWrites } from './checkpoint-writes.ts'

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
}

/**
 * Answers what an executor asks of the store: it reaches threads of its own deployment only, and a
 * run's writes are taken only while it is running.
 */
export async function answerStoreCall(
  database: Database,
  caller: StoreCaller,
  body: StoreCall,
): Promise<StoreResult> {
  if (body.call === 'items') {
    const { operations } = body
    return database.transaction((tx) =>
      performOperations(tx, caller.deployment_id, operations, caller.now()),
    )
  }
  if (body.call === 'get') return getCheckpoint(database, caller, body)
  if (body.call === 'list') return listCheckpoints(database, caller, body)
  const { scope } = body
  if (scope.run_id === null) throw new LateWriteError()
  const guard: Guard = {
    sql: (first) => `select 1 from runs where run_id = $1 and thread_id = $2 and status = 'running'
      and attempt = $${first} and claimed_by = $${first + 1} and deployment_id = $${first + 2}
      for share`,
    values: [scope.attempt, caller.process, caller.deployment_id],
  }
  const isStored =
    body.call === 'put'
      ? await putCheckpoint(database, scope, body, guard)
      : await putWrites(database, scope, body, guard)
  if (!isStored) throw new LateWriteError()
  return null
}

interface CheckpointRow {
  checkpoint_ns: string
  checkpoint_id: string
  parent_checkpoint_id: string | null
  checkpoint: string
  metadata: string
}

const columns = `checkpoint_ns, checkpoint_id, parent_checkpoint_id, checkpoint::text as checkpoint,
  metadata::text as metadata`
const isOwnThread = (deployment: string) =>
  `exists (select 1 from threads t where t.thread_id = $1 and t.deployment_id = ${deployment})`

async function getCheckpoint(
  db: Queryable,
  caller: StoreCaller,
  { scope, checkpoint_ns, checkpoint_id }: Extract<CheckpointCall, { call: 'get' }>,
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
  call: Extract<CheckpointCall, { call: 'list' }>,
): Promise<StoredCheckpoint[]> {
  const { scope, checkpoint_ns, checkpoint_id, before, filter, limit } = call
  const rows = await db.query<CheckpointRow>(
    `select ${columns} from checkpoints where thread_id = $1
     and ($2::text is null or checkpoint_ns = $2) and ($3::text is null or checkpoint_id = $3)
     and ($4::text is null or checkpoint_id < $4) and ($5::jsonb is null or metadata @> $5::jsonb)
     and ${isOwnThread('$7')} order by checkpoint_id desc limit $6`,
    [scope.thread_id, checkpoint_ns, checkpoint_id, before, filter, limit, caller.deployment_id],
  )
  return completed(db, scope.thread_id, rows)
}

/** The checkpoints with their values and with the writes on them, all by one statement. */
async function completed(
  db: Queryable,
  threadId: string,
  rows: CheckpointRow[],
): Promise<StoredCheckpoint[]> {
  if (rows.length === 0) return []
  const parts = await db.query<{
    number: number
    /** Null for a value. */
    task_id: string | null
    channel: string
    type: string
    bytes: Buffer
  }>(
    // Of two writes in one place: the last answer or question counts, but the first result.
    `with c as (
       select number::int, ns, id, content::jsonb->'channel_versions' as versions
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality u(ns, id, content, number)
     )
     select number, null as task_id, 0 as idx, b.channel, b.type, b.blob as bytes
     from c cross join lateral jsonb_each_text(c.versions) v(channel, version)
     join checkpoint_blobs b on b.thread_id = $1 and b.checkpoint_ns = c.ns
       and b.channel = v.channel and b.version = v.version
     where b.type <> 'empty'
     union all
     select * from (
       select distinct on (number, task_id, idx) number, task_id, idx, channel, type, blob
       from c join checkpoint_writes w
         on w.thread_id = $1 and w.checkpoint_ns = c.ns and w.checkpoint_id = c.id
       order by number, task_id, idx, case when idx < 0 then -position else position end
     ) w
     order by number, task_id, idx`,
    [
      threadId,
      rows.map((row) => row.checkpoint_ns),
      rows.map((row) => row.checkpoint_id),
      rows.map((row) => row.checkpoint),
    ],
  )
  const stored = rows.map((row): StoredCheckpoint => ({ ...row, blobs: [], writes: [] }))
  for (const { number, task_id, channel, type, bytes } of parts) {
    const part = { channel, type, bytes }
    const checkpoint = stored[number - 1]
    if (task_id === null) checkpoint?.blobs.push(part)
    else checkpoint?.writes.push({ task_id, ...part })
  }
  return stored
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
