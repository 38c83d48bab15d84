import type { Queryable } from '../../db/database.ts'
import { largeBytes } from '../../db/deflated.ts'
import { jsonbText } from '../../db/jsonb.ts'
import type { PackedPut, PackedWrites } from './packed-calls.ts'
import type { PackedValue } from './packed-value.ts'

/** On which thread, and on whose behalf: a run, or an update of the state. */
interface Writer {
  thread_id: string
  run_id: string
}

/**
 * What must hold for a write to be stored, as a part of its statement: a statement of its own would
 * need a transaction, which is most of what a checkpoint costs. `first` is the number of its first value.
 */
export interface WriteGuard {
  sql(first: number): string
  values: readonly unknown[]
}

const unguarded: WriteGuard = { sql: () => 'select 1', values: [] }

/** Large values are parameters of their own: as a part of a list they would be written out as text first. */
const isLarge = ({ bytes, raw_size }: PackedValue) =>
  raw_size !== null || bytes.byteLength > largeBytes

/** Answers false, and stores nothing, when the guard does not hold. */
export async function putCheckpoint(
  db: Queryable,
  writer: Writer,
  call: PackedPut,
  guard: WriteGuard = unguarded,
): Promise<boolean> {
  const large = call.blobs.filter(({ value }) => value && isLarge(value))
  const blobs = call.blobs.filter(({ value }) => !value || !isLarge(value))
  const place = (index: number) => 12 + guard.values.length + index * 5
  const rows = await db.query(
    // A run may write its own checkpoint again, never that of another run.
    `with held as (${guard.sql(12)}), blobs as (
       insert into checkpoint_blobs
         (thread_id, checkpoint_ns, channel, version, type, blob, run_id)
       select $2::uuid, $3::text, channel, version, type, blob, $1::uuid
       from held, unnest($4::text[], $5::text[], $6::text[], $7::bytea[])
         b(channel, version, type, blob)
       on conflict do nothing
     ), ${large.map((_, index) => `large_${index} as (${insertLarge(place(index))}), `).join('')}
     written as (
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
      blobs.map((blob) => blob.channel),
      blobs.map((blob) => blob.version),
      blobs.map((blob) => blob.value?.type ?? 'empty'),
      blobs.map((blob) => blob.value?.bytes ?? null),
      call.checkpoint_id,
      call.parent_checkpoint_id,
      jsonbText(call.checkpoint),
      jsonbText(call.metadata),
      ...guard.values,
      ...large.flatMap(({ channel, version, value }) => [
        channel,
        version,
        value?.type,
        value?.bytes,
        value?.raw_size,
      ]),
    ],
  )
  return rows.length > 0
}

const insertLarge = (first: number) =>
  `insert into checkpoint_blobs (thread_id, checkpoint_ns, channel, version, type, blob, raw_size, run_id)
   select $2::uuid, $3::text, $${first}::text, $${first + 1}::text, $${first + 2}::text,
     $${first + 3}::bytea, $${first + 4}::int, $1::uuid from held on conflict do nothing`

/** As `putCheckpoint`. */
export async function putWrites(
  db: Queryable,
  writer: Writer,
  call: PackedWrites,
  guard: WriteGuard = unguarded,
): Promise<boolean> {
  const replaces = call.writes.every((write) => write.idx < 0)
  const large = call.writes.filter(isLarge)
  const writes = call.writes.filter((write) => !isLarge(write))
  const place = (index: number) => 11 + guard.values.length + index * 5
  const insert = `insert into checkpoint_writes
    (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, run_id, channel, type, blob, raw_size)`
  const onConflict = `on conflict (thread_id, checkpoint_ns, checkpoint_id, task_id, idx, run_id)
    ${replaces ? 'do update set channel = excluded.channel, type = excluded.type, blob = excluded.blob, raw_size = excluded.raw_size' : 'do nothing'}`
  const insertLarge = (first: number) =>
    `${insert} select $2::uuid, $3::text, $4::text, $5::text, $10::text, $${first}::int, $1::uuid,
       $${first + 1}::text, $${first + 2}::text, $${first + 3}::bytea, $${first + 4}::int from held ${onConflict}`
  const rows = await db.query(
    `with held as (${guard.sql(11)}), ${large.map((_, index) => `large_${index} as (${insertLarge(place(index))}), `).join('')}
     written as (
       ${insert}
       select $2::uuid, $3::text, $4::text, $5::text, $10::text, idx, $1::uuid, channel, type, blob, null::int
       from held, unnest($6::int[], $7::text[], $8::text[], $9::bytea[])
         w(idx, channel, type, blob) ${onConflict}
     ) select 1 from held`,
    [
      writer.run_id,
      writer.thread_id,
      call.checkpoint_ns,
      call.checkpoint_id,
      call.task_id,
      writes.map((write) => write.idx),
      writes.map((write) => write.channel),
      writes.map((write) => write.type),
      writes.map((write) => write.bytes),
      call.task_path,
      ...guard.values,
      ...large.flatMap(({ idx, channel, type, bytes, raw_size }) => [
        idx,
        channel,
        type,
        bytes,
        raw_size,
      ]),
    ],
  )
  return rows.length > 0
}

/** Stores what an executor drafted for `writer`, in order. */
export async function putDrafted(
  tx: Queryable,
  writer: Writer,
  calls: readonly (PackedPut | PackedWrites)[],
): Promise<void> {
  for (const call of calls) {
    if (call.call === 'put') await putCheckpoint(tx, writer, call)
    else await putWrites(tx, writer, call)
  }
}

/** Takes away what the steps after a checkpoint's parent have left for it, as far as the guard holds. */
export async function deleteWritesAt(
  db: Queryable,
  writer: Writer,
  call: Pick<PackedPut, 'checkpoint_ns' | 'parent_checkpoint_id'>,
  guard: WriteGuard,
): Promise<void> {
  await db.query(
    `with held as (${guard.sql(5)}) delete from checkpoint_writes w using held
     where w.run_id = $1 and w.thread_id = $2 and w.checkpoint_ns = $3 and w.checkpoint_id = $4`,
    [
      writer.run_id,
      writer.thread_id,
      call.checkpoint_ns,
      call.parent_checkpoint_id,
      ...guard.values,
    ],
  )
}

/** Takes away the half-done work of an attempt that came to no checkpoint. */
export async function deleteWrites(tx: Queryable, runId: string): Promise<void> {
  await tx.query('delete from checkpoint_writes where run_id = $1', [runId])
}

/** What a step keeps beside its results: an error, a question, an answer. */
const notes = ['__error__', '__error_source_node__', '__interrupt__', '__resume__', '__scheduled__']

/** Takes away what the last steps of a run have left, which their graph cannot take in: they count as not done. */
export async function deleteResults(
  tx: Queryable,
  run: { run_id: string; thread_id: string },
): Promise<void> {
  await tx.query(
    `delete from checkpoint_writes where run_id = $1 and thread_id = $2 and not channel = any($3::text[])
     and checkpoint_ns = '' and checkpoint_id = (
       select max(checkpoint_id) from checkpoints where thread_id = $2 and checkpoint_ns = '')`,
    [run.run_id, run.thread_id, notes],
  )
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
