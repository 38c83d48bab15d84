import { Transform } from 'node:stream'

/** What stands before the token in every pre-signed address (§2.6). */
const before = Buffer.from('feedback/tokens/')
const slash = 0x2f
const backslash = 0x5c
const star = 0x2a
const ofTokens = new Set(
  Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%'),
)

/**
 * A stream that blackens the tokens of feedback addresses, wherever they stand: in an event, in the
 * body of a wait or a join, in a state. Whoever has such an address can vote, so it is not for those
 * who may only look. Lengths stay what they were, and no byte is held back.
 */
export function hidingVotes(): Transform {
  let matched = 0
  let isInside = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.from(chunk)
      for (const [at, byte] of bytes.entries()) {
        // JSON may write a slash with a backslash before it.
        if (byte === backslash && before[matched] === slash) continue
        isInside &&= ofTokens.has(byte)
        if (isInside) bytes[at] = star
        // No other byte of it is its first one, so a match begins again only here.
        if (byte === before[matched]) matched += 1
        else matched = byte === before[0] ? 1 : 0
        if (matched < before.length) continue
        matched = 0
        isInside = true
      }
      done(null, bytes)
    },
  })
}
