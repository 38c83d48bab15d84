import type { PutCall, PutWritesCall } from '../../executor/protocol/checkpoint-calls.ts'
import type { DraftedCall } from '../../executor/protocol/thread-calls.ts'
import { type PackedValue, packed } from './packed-value.ts'

/** What is stored of a checkpoint, and of a task, with its values as they are stored. */
export type PackedPut = Omit<PutCall, 'blobs'> & {
  blobs: { channel: string; version: string; value: PackedValue | null }[]
}
export type PackedWrites = Omit<PutWritesCall, 'writes'> & {
  writes: (PackedValue & { idx: number; channel: string })[]
}

/** To be awaited before a transaction, which others would wait for. */
export async function packedPut(call: PutCall): Promise<PackedPut> {
  const blobs = call.blobs.map(async ({ channel, version, value }) => ({
    channel,
    version,
    value: value && (await packed(value)),
  }))
  return { ...call, blobs: await Promise.all(blobs) }
}

/** As `packedPut`. */
export async function packedWrites(call: PutWritesCall): Promise<PackedWrites> {
  const writes = call.writes.map(async ({ idx, channel, ...value }) => ({
    idx,
    channel,
    ...(await packed(value)),
  }))
  return { ...call, writes: await Promise.all(writes) }
}

/** What an executor drafted, as it is stored; as `packedPut`. */
export function packedDraft(call: DraftedCall): Promise<PackedPut | PackedWrites> {
  if (call.call === 'put') {
    const blobs = call.blobs.map((blob) => ({ ...blob, value: blob.value && typed(blob.value) }))
    return packedPut({ ...call, blobs })
  }
  return packedWrites({ ...call, writes: call.writes.map((one) => ({ ...one, ...typed(one) })) })
}

function typed({ type, bytes }: { type: string; bytes: string }) {
  return { type, bytes: Buffer.from(bytes, 'base64') }
}
