import { deflated, inflated } from '../../db/deflated.ts'
import type { SerializedValue } from '../../executor/protocol/checkpoint-calls.ts'

/** A value of a state as it is stored. */
export interface PackedValue {
  type: string
  bytes: Buffer
  /** How many bytes it had before it was deflated; null where it is stored as it came. */
  raw_size: number | null
}

/** How many bytes a value has, however it is stored. */
export function rawSize({ bytes, raw_size }: Omit<PackedValue, 'type'>): number {
  return raw_size ?? bytes.byteLength
}

export async function packed({ type, bytes }: SerializedValue): Promise<PackedValue> {
  const small = await deflated(bytes)
  return small
    ? { type, bytes: small, raw_size: bytes.byteLength }
    : { type, bytes: bufferOver(bytes), raw_size: null }
}

/** The bytes as they came, of what `packed` made. */
export async function unpacked({ bytes, raw_size }: Omit<PackedValue, 'type'>): Promise<Buffer> {
  return raw_size === null ? bytes : inflated(bytes, raw_size)
}

/** The same bytes, not a copy of them. */
function bufferOver({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}
