import type { ThreadStorage } from '../../../contract/agent-server/thread-storage.ts'
import type { Queryable } from '../../db/database.ts'

interface Row {
  part: 'checkpoints' | 'values' | 'writes'
  channel: string | null
  count: number
  bytes: number
}

/** What the checkpoints of a thread take, see `ThreadStorage`. Nothing of a thread that never ran, or is unknown. */
export async function threadStorage(db: Queryable, thread_id: string): Promise<ThreadStorage> {
  const rows = await db.query<Row>(
    `select 'checkpoints' as part, null as channel, count(*)::int as count,
       coalesce(sum(octet_length(checkpoint::text) + octet_length(metadata::text)), 0)::float as bytes
     from checkpoints where thread_id = $1
     union all
     select 'values', channel, count(*)::int, coalesce(sum(coalesce(raw_size, octet_length(blob))), 0)::float
     from checkpoint_blobs where thread_id = $1 group by channel
     union all
     select 'writes', null, count(*)::int, coalesce(sum(coalesce(raw_size, octet_length(blob))), 0)::float
     from checkpoint_writes where thread_id = $1`,
    [thread_id],
  )
  const sumOf = (part: Row['part']) => {
    const own = rows.filter((row) => row.part === part)
    const sum = (name: 'count' | 'bytes') => own.reduce((all, row) => all + row[name], 0)
    return { count: sum('count'), bytes: sum('bytes') }
  }
  const [checkpoints, values, pending_writes] = [
    sumOf('checkpoints'),
    sumOf('values'),
    sumOf('writes'),
  ]
  const by_channel = rows.flatMap(({ channel, count, bytes }): [string, ChannelBytes][] =>
    channel === null ? [] : [[channel, { versions: count, bytes }]],
  )
  return {
    thread_id,
    total_bytes: checkpoints.bytes + values.bytes + pending_writes.bytes,
    checkpoints,
    channel_values: { ...values, by_channel: Object.fromEntries(by_channel) },
    pending_writes,
  }
}

type ChannelBytes = ThreadStorage['channel_values']['by_channel'][string]
