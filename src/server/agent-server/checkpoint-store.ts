import type { Database, Queryable } from '../db/database.ts'
import type { StoreCall, StoredCheckpoint, StoreResult, StoreScope } from '../executor/protocol.ts'
import { jsonbText } from './jsonb.ts'

type PutCall = Extract<StoreCall, { call: 'put' }>
type PutWritesCall = Extract<StoreCall, { call: 'put-writes' }>
type WriterScope = Extract<StoreScope, { run_id: string }>

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
  if (body.call === 'get') return getCheckpoint(database, caller, body)
  if (body.call === 'list') return listCheckpoints(database, caller, body)
  const { scope } = body
  if (scope.run_id === null) throw new LateWriteError()
  await database.transaction(async (tx) => {
    const owned = await tx.query(
      `select 1 from runs where run_id = $1 and thread_id = $2 and status = 'running'
       and attempt = $3 and claimed_by = $4 and deployment_id = $5 for share`,
      [scope.run_id, scope.thread_id, scope.attempt, caller.process, caller.deployment_id],
    )
    if (owned.length === 0) throw new LateWriteError()
    if (body.call === 'put') await putCheckpoint(tx, scope, body)
    else await putWrites(tx, scope, body)
  })
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
  { scope, checkpoint_ns, checkpoint_id }: Extract<StoreCall, { call: 'get' }>,
): Promise<StoredCheckpoint[]> {
  const rows = await db.query<CheckpointRow>(
    `select ${columns} from checkpoints where thread_id = $1 and checkpoint_ns = $2
     and ($3::text is null or checkpoint_id = $3) and ${isOwnThread('$4')}
     order by checkpoint_id desc limit 1`,
    [scope.thread_id, checkpoint_ns, checkpoint_id, caller.deployment_id],
  )
  return Promise.all(rows.map((row) => completed(db, scope.thread_id, row)))
}

async function listCheckpoints(
  db: Queryable,
  caller: StoreCaller,
  call: Extract<StoreCall, { call: 'list' }>,
): Promise<StoredCheckpoint[]> {
  const { scope, checkpoint_ns, checkpoint_id, before, filter, limit } = call
  const rows = await db.query<CheckpointRow>(
    `select ${columns} from checkpoints where thread_id = $1
     and ($2::text is null or checkpoint_ns = $2) and ($3::text is null or checkpoint_id = $3)
     and ($4::text is null or checkpoint_id < $4) and ($5::jsonb is null or metadata @> $5::jsonb)
     and ${isOwnThread('$7')} order by checkpoint_id desc limit $6`,
    [scope.thread_id, checkpoint_ns, checkpoint_id, before, filter, limit, caller.deployment_id],
  )
  return Promise.all(rows.map((row) => completed(db, scope.thread_id, row)))
}

async function completed(
  db: Queryable,
  threadId: string,
  row: CheckpointRow,
): Promise<StoredCheckpoint> {
  const blobs = await db.query<{ channel: string; type: string; blob: Buffer }>(
    `select b.channel, b.type, b.blob
     from jsonb_each_text($3::jsonb->'channel_versions') v(channel, version)
     join checkpoint_blobs b on b.thread_id = $1 and b.checkpoint_ns = $2
       and b.channel = v.channel and b.version = v.version
     where b.type <> 'empty'`,
    [threadId, row.checkpoint_ns, row.checkpoint],
  )
  const writes = await db.query<{
    task_id: string
    channel: string
    type: string
    blob: Buffer
  }>(
    // Of two writes in one place: the last answer or question counts, but the first result.
    `select task_id, channel, type, blob from (
       select distinct on (task_id, idx) task_id, idx, channel, type, blob from checkpoint_writes
       where thread_id = $1 and checkpoint_ns = $2 and checkpoint_id = $3
       order by task_id, idx, case when idx < 0 then -position else position end
     ) w order by task_id, idx`,
    [threadId, row.checkpoint_ns, row.checkpoint_id],
  )
  return {
    ...row,
    blobs: blobs.map(({ channel, type, blob }) => ({ channel, type, bytes: blob })),
    writes: writes.map(({ task_id, channel, type, blob }) => ({
      task_id,
      channel,
      type,
      bytes: blob,
    })),
  }
}

async function putCheckpoint(tx: Queryable, scope: WriterScope, call: PutCall): Promise<void> {
  if (call.blobs.length > 0) {
    await tx.query(
      `insert into checkpoint_blobs
         (thread_id, checkpoint_ns, channel, version, type, blob, run_id)
       select $1, $2, channel, version, type, blob, $3
       from unnest($4::text[], $5::text[], $6::text[], $7::bytea[]) b(channel, version, type, blob)
       on conflict do nothing`,
      [
        scope.thread_id,
        call.checkpoint_ns,
        scope.run_id,
        call.blobs.map((blob) => blob.channel),
        call.blobs.map((blob) => blob.version),
        call.blobs.map((blob) => blob.value?.type ?? 'empty'),
        call.blobs.map((blob) => (blob.value ? Buffer.from(blob.value.bytes) : null)),
      ],
    )
  }
  // A run may write its own checkpoint again, never that of another run.
  await tx.query(
    `insert into checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type,
       checkpoint, metadata, run_id)
     values ($1, $2, $3, $4, 'json', $5, $6, $7)
     on conflict (thread_id, checkpoint_ns, checkpoint_id) do update
       set checkpoint = excluded.checkpoint, metadata = excluded.metadata
       where checkpoints.run_id = excluded.run_id`,
    [
      scope.thread_id,
      call.checkpoint_ns,
      call.checkpoint_id,
      call.parent_checkpoint_id,
      jsonbText(call.checkpoint),
      jsonbText(call.metadata),
      scope.run_id,
    ],
  )
}

async function putWrites(tx: Queryable, scope: WriterScope, call: PutWritesCall): Promise<void> {
  if (call.writes.length === 0) return
  const replaces = call.writes.every((write) => write.idx < 0)
  await tx.query(
    `insert into checkpoint_writes
       (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, run_id, channel, type, blob)
     select $1, $2, $3, $4, idx, $5, channel, type, blob
     from unnest($6::int[], $7::text[], $8::text[], $9::bytea[]) w(idx, channel, type, blob)
     on conflict (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, run_id)
     ${replaces ? 'do update set channel = excluded.channel, type = excluded.type, blob = excluded.blob' : 'do nothing'}`,
    [
      scope.thread_id,
      call.checkpoint_ns,
      call.checkpoint_id,
      call.task_id,
      scope.run_id,
      call.writes.map((write) => write.idx),
      call.writes.map((write) => write.channel),
      call.writes.map((write) => write.type),
      call.writes.map((write) => Buffer.from(write.bytes)),
    ],
  )
}

/** True when a run has left a checkpoint, so that it can go on from there. */
export async function hasCheckpoints(db: Queryable, runId: string): Promise<boolean> {
  const rows = await db.query('select 1 from checkpoints where run_id = $1 limit 1', [runId])
  return rows.length > 0
}

/** True when the thread has that checkpoint. */
export async function isCheckpoint(
  db: Queryable,
  threadId: string,
  checkpointId: string,
): Promise<boolean> {
  const rows = await db.query(
    'select 1 from checkpoints where thread_id = $1 and checkpoint_id = $2 limit 1',
    [threadId, checkpointId],
  )
  return rows.length > 0
}

/** Takes away the half-done work of an attempt that came to no checkpoint. */
export async function deleteWrites(tx: Queryable, runId: string): Promise<void> {
  await tx.query('delete from checkpoint_writes where run_id = $1', [runId])
}

/** §3 rollback: everything that the run made, in every namespace. */
export async function deleteCheckpoints(tx: Queryable, runId: string): Promise<void> {
  await deleteWrites(tx, runId)
  // Others cannot have written here: the run was the thread's last.
  await tx.query(
    `delete from checkpoint_writes w using checkpoints c
     where c.run_id = $1 and w.thread_id = c.thread_id and w.checkpoint_ns = c.checkpoint_ns
       and w.checkpoint_id = c.checkpoint_id`,
    [runId],
  )
  await tx.query('delete from checkpoints where run_id = $1', [runId])
  await tx.query('delete from checkpoint_blobs where run_id = $1', [runId])
}
