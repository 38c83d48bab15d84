import { promisify } from 'node:util'
import { constants, deflateRaw, inflateRaw } from 'node:zlib'

/** Less than this is stored as it came. */
export const largeBytes = 64 * 1024
/** What would not be smaller by this share is stored as it came. */
const leastGain = 0.1
const chunkSize = 256 * 1024
const sampleBytes = 64 * 1024
/** Where a sample keeps more than this share nothing repeats, as in pictures: looking for it costs three times as much. */
const unrepeating = 0.6

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/**
 * What is stored in place of something large, so that the database, which does one thing at a time where it is
 * embedded, has less to write and is free for others sooner; null where it is stored as it came. In another thread: to
 * be awaited before a transaction, which others would wait for.
 */
export async function deflated(bytes: Uint8Array): Promise<Buffer | null> {
  if (bytes.byteLength <= largeBytes) return null
  const middle = bytes.subarray(bytes.byteLength >> 1).subarray(0, sampleBytes)
  const sample = await deflate(middle, { level: 1 })
  const repeats = sample.byteLength <= middle.byteLength * unrepeating
  const strategy = repeats ? constants.Z_DEFAULT_STRATEGY : constants.Z_HUFFMAN_ONLY
  const small = await deflate(bytes, { level: 1, strategy, chunkSize })
  return small.byteLength <= bytes.byteLength * (1 - leastGain) ? small : null
}

/** The bytes as they came, of which there were `size`. */
export function inflated(bytes: Uint8Array, size: number): Promise<Buffer> {
  return inflate(bytes, { chunkSize, maxOutputLength: size })
}
