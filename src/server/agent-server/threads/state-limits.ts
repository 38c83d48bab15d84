import { writeJson } from '../../../contract/exact-json.ts'
import type { Queryable } from '../../db/database.ts'
import type { PutCall } from '../../executor/protocol/checkpoint-calls.ts'
import type { PackedWrites } from './packed-calls.ts'
import { rawSize } from './packed-value.ts'

/** How large the states of threads may be. */
export interface StateLimits {
  /** One value of a state, as its graph stores it. */
  valueBytes: number
  /** All values of a state together. */
  stateBytes: number
}

/** A step that leaves less than this cannot take a state over its limit by much. */
const unnoticedBytes = 256 * 1024

/** A step would leave more than may be stored; its message tells the channel, the size and the limit. */
export class TooLargeError extends Error {
  constructor(refusal: string) {
    super(refusal)
    this.name = 'TooLargeError'
  }
}

/** Why a value cannot be stored, as a sentence; null when it can. */
function valueRefusal(
  { valueBytes }: StateLimits,
  values: readonly { channel: string; size: number }[],
): string | null {
  const largest = largestOf(values)
  if (!largest || largest.size <= valueBytes) return null
  const { channel, size } = largest
  return `“${channel}” would hold ${inMegabytes(size)}; this server stores at most ${inMegabytes(valueBytes)} in one value of a state (QUARTERDECK_STATE_VALUE_MB).`
}

/** The same of a step's writes. */
export function writesRefusal(limits: StateLimits, { writes }: Pick<PackedWrites, 'writes'>) {
  return valueRefusal(
    limits,
    writes.map(({ channel, ...value }) => ({ channel, size: rawSize(value) })),
  )
}

/** The same of a whole state: what is written of it, with what stays as it is. */
export async function stateRefusal(
  db: Queryable,
  threadId: string,
  call: Pick<PutCall, 'checkpoint' | 'checkpoint_ns'>,
  written: readonly { channel: string; size: number }[],
  limits: StateLimits,
): Promise<string | null> {
  const size = written.reduce((sum, value) => sum + value.size, 0)
  if (size < Math.min(unnoticedBytes, limits.valueBytes)) return null
  const refusal = valueRefusal(limits, written)
  if (refusal) return refusal
  const kept = await db.query<{ channel: string; size: number }>(
    `select b.channel, coalesce(b.raw_size, octet_length(b.blob)) as size
     from jsonb_each_text($3::jsonb->'channel_versions') v(channel, version)
     join checkpoint_blobs b on b.thread_id = $1 and b.checkpoint_ns = $2 and b.channel = v.channel
       and b.version = v.version
     where b.blob is not null and not b.channel = any($4::text[])`,
    [threadId, call.checkpoint_ns, call.checkpoint, written.map(({ channel }) => channel)],
  )
  const all = [...written, ...kept]
  const sum = all.reduce((total, value) => total + value.size, 0)
  const largest = largestOf(all)
  if (sum <= limits.stateBytes || !largest) return null
  return `The state would have ${inMegabytes(sum)}, of which “${largest.channel}” holds ${inMegabytes(largest.size)}; this server stores at most ${inMegabytes(limits.stateBytes)} in one state (QUARTERDECK_STATE_MB).`
}

/** As `valueRefusal`, of an input: it is stored as it came, before the graph takes it in. */
export function inputRefusal(limits: StateLimits, input: unknown): string | null {
  const size = Buffer.byteLength(writeJson(input) ?? '')
  if (size <= limits.valueBytes) return null
  const fields = Object.entries(Object(input) as object).map(([channel, value]) => ({
    channel,
    size: Buffer.byteLength(writeJson(value) ?? ''),
  }))
  const largest = largestOf(fields)
  const where = largest ? `, of which “${largest.channel}” holds ${inMegabytes(largest.size)}` : ''
  return `The input has ${inMegabytes(size)}${where}; this server stores at most ${inMegabytes(limits.valueBytes)} in one value of a state (QUARTERDECK_STATE_VALUE_MB).`
}

function largestOf<Value extends { size: number }>(values: readonly Value[]): Value | undefined {
  return values.reduce<Value | undefined>(
    (largest, value) => (largest && largest.size >= value.size ? largest : value),
    undefined,
  )
}

function inMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  return `${megabytes < 10 ? megabytes.toFixed(2).replace(/\.?0+$/, '') : megabytes.toFixed(1).replace(/\.0$/, '')} MB`
}
