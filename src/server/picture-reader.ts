import type { ReadPicture } from './embeds/visitors/remote-picture.ts'
import { HttpError } from './http/http-error.ts'
import type { Reach } from './outgoing/address-policy.ts'
import type { Resolve } from './outgoing/checked-lookup.ts'
import { createUpstream } from './outgoing/upstream.ts'

const timeLimitMs = 15_000
const mostBytes = 8 * 1024 * 1024
const mostRedirects = 3

/**
 * Reads pictures of other sites by the gateway's rules for what may be connected to, at each redirect anew. It tells
 * them nothing of whoever wants to see one.
 * @param limit nothing more private than this is read
 */
export function guardedPictureReader(resolve: Resolve, limit: Reach): ReadPicture {
  const ask = createUpstream({ resolve, silenceLimitMs: timeLimitMs })
  return async (address, asker) => {
    const signal = AbortSignal.any([asker, AbortSignal.timeout(timeLimitMs)])
    let target = new URL(address)
    for (let hop = 0; hop <= mostRedirects; hop += 1) {
      const headers = { accept: 'image/*', 'accept-encoding': 'identity' }
      const incoming = await ask({ target, limit, method: 'GET', headers, signal })
      const { statusCode: status = 0, headers: told } = incoming
      if (status === 200) return readBytes(incoming)
      incoming.destroy()
      const next = status >= 300 && status < 400 ? told.location : undefined
      if (!next || !URL.canParse(next, target)) throw notRead()
      target = new URL(next, target)
      if (!/^https?:$/.test(target.protocol)) throw notRead()
    }
    throw notRead()
  }
}

const notRead = () => new HttpError(502, 'The picture could not be read.')

async function readBytes(incoming: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of incoming) {
    size += part.byteLength
    if (size > mostBytes) throw new HttpError(502, 'The picture is too large.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
