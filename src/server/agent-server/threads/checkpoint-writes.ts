import type { Queryable } from '../../db/database.ts'
import { jsonbText } from '../../db/jsonb.ts'
import type { CheckpointCall, DraftedCall } from '../../executor/protocol.ts'

type PutCall = Omit<Extract<CheckpointCall, { call: 'put' }>, 'scope'>
type PutWritesCall = Omit<Extract<CheckpointCall, { call: 'put-writes' }>, 'scope'>

/** On which thread, and on whose behalf: a run, or an update of the state. */
interface Writer {
  thread_id: string
  run_id: string
}

/**
 * What must hold for a write to be stored, as a part of its statement: a statement of its own would
 * need a transaction, which is most of what a checkpoint costs. `first` is the number of its first value.
 */
export interface Guard {
  sql(first: number): string
  values: readonly unknown[]
}

const unguarded: Guard = { sql: () => 'select 1', values: [] }

/** Answers false, and stores nothing, when the guard does not hold. */
export async function putCheckpoint(
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
export async function putWrites(
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
