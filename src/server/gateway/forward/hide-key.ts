import { Transform } from 'node:stream'

/**
 * A stream that blackens every occurrence of a key, byte for byte, so that lengths stay what they were:
 * a server may repeat what it was sent. Bytes are held back only while they could be the beginning of
 * the key, so a stream without it is passed on as it comes.
 */
export function hidingKey(key: string): Transform {
  const needle = Buffer.from(key)
  const blackened = Buffer.alloc(needle.length, '*')
  let held = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
      for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at)) {
        blackened.copy(bytes, at)
      }
      const keep = beginningAtEnd(bytes, needle)
      held = bytes.subarray(bytes.length - keep)
      done(null, bytes.subarray(0, bytes.length - keep))
    },
    flush(done) {
      done(null, held)
    },
  })
}

/** How many bytes at the end of `bytes` are a beginning of `needle`, which is not there as a whole. */
function beginningAtEnd(bytes: Buffer, needle: Buffer): number {
  const first = needle[0] ?? 0
  const from = Math.max(0, bytes.length - needle.length + 1)
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    const length = bytes.length - at
    if (bytes.subarray(at).equals(needle.subarray(0, length))) return length
  }
  return 0
}
