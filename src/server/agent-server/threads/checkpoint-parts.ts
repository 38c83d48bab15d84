import type { Queryable } from '../../db/database.ts'
import type { StoredCheckpoint } from '../../executor/protocol/checkpoint-calls.ts'
import { unpacked } from './packed-value.ts'

export type CheckpointRow = Omit<StoredCheckpoint, 'blobs' | 'writes' | 'has_more'>

/** What one statement reads of values at most: others wait for it. A larger value comes in slices of so much. */
const sliceBytes = 1024 * 1024

const order = 'number, task_path collate "C", task_id collate "C", idx, channel'

/** A value of a checkpoint, or a write on it; bytes are null where they are yet to be read. */
interface Part {
  number: number
  /** Null for a value. */
  task_id: string | null
  channel: string
  type: string
  /** Of what is stored of it. */
  size: number
  /** See `PackedValue`. */
  raw_size: number | null
  bytes: Buffer | null
  /** Of a value. */
  version: string | null
  /** Of a write. */
  position: string | null
}

/**
 * Checkpoints with their values and with the writes on them, read in turns with what others ask the database for. Of
 * many with large values the first ones, and `has_more` on the last of them; at least one. Only what they have of
 * `channels`, where that is no null.
 */
export async function completed(
  db: Queryable,
  threadId: string,
  rows: CheckpointRow[],
  channels: readonly string[] | null = null,
): Promise<StoredCheckpoint[]> {
  if (rows.length === 0) return []
  const parts = await readParts(db, threadId, rows, channels)
  const unread = parts.find(({ bytes }) => bytes === null)?.number ?? rows.length + 1
  const count = Math.max(unread - 1, 1)
  const checkpoints = rows
    .slice(0, count)
    .map((row): StoredCheckpoint => ({ ...row, blobs: [], writes: [] }))
  for (const part of parts) {
    const checkpoint = checkpoints[part.number - 1]
    if (!checkpoint) continue
    const { task_id, channel, type } = part
    const stored = part.bytes ?? (await inSlices(db, threadId, checkpoint, part))
    const bytes = await unpacked({ bytes: stored, raw_size: part.raw_size })
    if (task_id === null) checkpoint.blobs.push({ channel, type, bytes })
    else checkpoint.writes.push({ task_id, channel, type, bytes })
  }
  const last = checkpoints.at(-1)
  if (last && count < rows.length) last.has_more = true
  return checkpoints
}

/**
 * All parts of the checkpoints, the writes in the order in which the graph takes them in: by the place of their task,
 * as the library compares it. The bytes of as many of the first ones as one statement reads.
 */
function readParts(
  db: Queryable,
  threadId: string,
  rows: CheckpointRow[],
  channels: readonly string[] | null,
): Promise<Part[]> {
  return db.query<Part>(
    // Each is looked up by its key (hence "offset 0"): to read the whole thread looks cheaper than it is. And
    // of two writes in one place: the last answer or question counts, but the first result.
    `with c as (
       select number::int, ns, id, content::jsonb->'channel_versions' as versions
       from unnest($2::text[], $3::text[], $4::text[]) with ordinality u(ns, id, content, number)
     ), parts as (
       select number, null as task_id, '' as task_path, 0 as idx, b.channel, b.type, b.blob, b.raw_size, b.version,
         null::bigint as position
       from c cross join lateral jsonb_each_text(c.versions) v(channel, version)
       cross join lateral (
         select * from checkpoint_blobs b where b.thread_id = $1 and b.checkpoint_ns = c.ns
         and b.channel = v.channel and b.version = v.version offset 0
       ) b
       where b.type <> 'empty' and ($6::text[] is null or v.channel = any($6::text[]))
       union all
       select * from (
         select distinct on (number, task_id, idx) number, task_id, task_path, idx, channel, type,
           blob, raw_size, null::text as version, position
         from c cross join lateral (
           select * from checkpoint_writes w
           where w.thread_id = $1 and w.checkpoint_ns = c.ns and w.checkpoint_id = c.id offset 0
         ) w where $6::text[] is null or w.channel = any($6::text[])
         order by number, task_id, idx, case when idx < 0 then -position else position end
       ) w
     )
     select number, task_id, channel, type, octet_length(blob) as size, raw_size, version, position,
       case when sum(coalesce(raw_size, octet_length(blob))) over (order by ${order}) <= $5
         then blob end as bytes
     from parts order by ${order}`,
    [
      threadId,
      rows.map((row) => row.checkpoint_ns),
      rows.map((row) => row.checkpoint_id),
      rows.map((row) => row.checkpoint),
      sliceBytes,
      channels,
    ],
  )
}

/** One statement for each slice. Rejects where the value has been deleted in the meantime. */
async function inSlices(
  db: Queryable,
  threadId: string,
  { checkpoint_ns, checkpoint_id }: CheckpointRow,
  { channel, size, version, position }: Part,
): Promise<Buffer> {
  const [sql, place] =
    version === null
      ? [
          `select substring(blob from $1 for $2) as bytes from checkpoint_writes where thread_id = $3
           and checkpoint_ns = $4 and checkpoint_id = $5 and position = $6`,
          [threadId, checkpoint_ns, checkpoint_id, position],
        ]
      : [
          `select substring(blob from $1 for $2) as bytes from checkpoint_blobs where thread_id = $3
           and checkpoint_ns = $4 and channel = $5 and version = $6`,
          [threadId, checkpoint_ns, channel, version],
        ]
  const whole = Buffer.allocUnsafe(size)
  for (let at = 0; at < size; ) {
    const [row] = await db.query<{ bytes: Buffer }>(sql, [at + 1, sliceBytes, ...place])
    if (!row || row.bytes.byteLength === 0) {
      throw new Error('The state was changed while it was being read. Read it again.')
    }
    at += row.bytes.copy(whole, at)
  }
  return whole
}
