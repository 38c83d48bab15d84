import type { Database, Queryable } from '../db/database.ts'
import type {
  CheckpointCall,
  DraftedCall,
  StoreCall,
  StoredCheckpoint,
  StoreResult,
} from '../executor/protocol.ts'
import { performOperations } from './item-store.ts'
import { jsonbText } from './jsonb.ts'

type PutCall = Omit<Extract<CheckpointCall, { call: 'put' }>, 'scope'>
type PutWritesCall = Omit<Extract<CheckpointCall, { call: 'put-writes' }>, 'scope'>

/** On which thread, and on whose behalf: a run, or an update of the state. */
interface Writer {
  thread_id: string
  run_id: string
}

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

/**
 * What must hold for a write to be stored, as a part of its statement: a statement of its own would
 * need a transaction, which is most of what a checkpoint costs. `first` is the number of its first value.
 */
interface Guard {
  sql(first: number): string
  values: readonly unknown[]
}

const unguarded: Guard = { sql: () => 'select 1', values: [] }

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

/** Answers false, and stores nothing, when the guard does not hold. */
async function putCheckpoint(
  db: Queryable,
  writer: Writer,
  call: PutCall,
  guard: Guard = unguarded,
): Promise<boolean> {
  const rows = await db.query(
    // A run may write its own checkpoint again, never that of another run.
    `with held as (${guard.sql(12)}), blobs as (
       insert into checkpoint_blobs
         (thread_id, checkpoint_ns, channel, version, type, blob, run_id)
       select $2::uuid, $3::text, channel, version, type, blob, $1::uuid
       from held, unnest($4::text[], $5::text[], $6::text[], $7::bytea[])
         b(channel, version, type, blob)
       on conflict do nothing
     ), written as (
       insert into checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type,
         checkpoint, metadata, run_id)
       select $2::uuid, $3::text, $8::text, $9::text, 'json', $10::jsonb, $11::jsonb, $1::uuid
       from held
       on conflict (thread_id, checkpoint_ns, checkpoint_id) do update
         set checkpoint = excluded.checkpoint, metadata = excluded.metadata
         where checkpoints.run_id = excluded.run_id
     ) select 1 from held`,
    [
      writer.run_id,
      writer.thread_id,
      call.checkpoint_ns,
      call.blobs.map((blob) => blob.channel),
      call.blobs.map((blob) => blob.version),
      call.blobs.map((blob) => blob.value?.type ?? 'empty'),
      call.blobs.map((blob) => (blob.value ? Buffer.from(blob.value.bytes) : null)),
      call.checkpoint_id,
      call.parent_checkpoint_id,
      jsonbText(call.checkpoint),
      jsonbText(call.metadata),
      ...guard.values,
    ],
  )
  return rows.length > 0
}

/** As `putCheckpoint`. */
async function putWrites(
  db: Queryable,
  writer: Writer,
  call: PutWritesCall,
  guard: Guard = unguarded,
): Promise<boolean> {
  const replaces = call.writes.every((write) => write.idx < 0)
  const rows = await db.query(
    `with held as (${guard.sql(10)}), written as (
       insert into checkpoint_writes
         (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, run_id, channel, type, blob)
       select $2::uuid, $3::text, $4::text, $5::text, idx, $1::uuid, channel, type, blob
       from held, unnest($6::int[], $7::text[], $8::text[], $9::bytea[])
         w(idx, channel, type, blob)
       on conflict (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, run_id)
       ${replaces ? 'do update set channel = excluded.channel, type = excluded.type, blob = excluded.blob' : 'do nothing'}
     ) select 1 from held`,
    [
      writer.run_id,
      writer.thread_id,
      call.checkpoint_ns,
      call.checkpoint_id,
      call.task_id,
      call.writes.map((write) => write.idx),
      call.writes.map((write) => write.channel),
      call.writes.map((write) => write.type),
      call.writes.map((write) => Buffer.from(write.bytes)),
      ...guard.values,
    ],
  )
  return rows.length > 0
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

/** Stores what an executor drafted for `writer`, in order. */
export async function putDrafted(
  tx: Queryable,
  writer: Writer,
  calls: readonly DraftedCall[],
): Promise<void> {
  for (const call of calls) {
    if (call.call === 'put') {
      const blobs = call.blobs.map((blob) => ({ ...blob, value: blob.value && typed(blob.value) }))
      await putCheckpoint(tx, writer, { ...call, blobs })
    } else {
      const writes = call.writes.map((write) => ({ ...write, ...typed(write) }))
      await putWrites(tx, writer, { ...call, writes })
    }
  }
}

function typed({ type, bytes }: { type: string; bytes: string }) {
  return { type, bytes: Buffer.from(bytes, 'base64') }
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
