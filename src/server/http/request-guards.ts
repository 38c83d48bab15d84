import net from 'node:net'
import os from 'node:os'
import type { MiddlewareHandler } from 'hono'
import type { ReadClient } from './client-facts.ts'
import { HttpError, invalidField } from './http-error.ts'

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Refuses requests that name a host which is none of ours. A page of a foreign name whose address was
 * turned to this server would otherwise count as ours (DNS rebinding); nobody can do that to an
 * address, so on a server that others reach every address passes.
 */
export function ownHostOnly(options: {
  /** What the server listens on. */
  host: string
  /** That of its public address and further ones, without a port, in lower case. */
  names: readonly string[]
  readClient: ReadClient
}): MiddlewareHandler {
  const names = new Set(['localhost', ...options.names])
  const isLocal = isLoopback(options.host)
  if (!isLocal) names.add(os.hostname().toLowerCase())
  return async (context, next) => {
    const { host } = options.readClient(context)
    const name = host.replace(/:\d+$/, '')
    const address = literalAddress(name)
    const isOurs =
      names.has(name) || (address !== null && (!isLocal || isOwnAddress(address, options.host)))
    if (!isOurs) {
      throw new HttpError(
        403,
        `This server does not answer as “${host.slice(0, 200)}”. It answers as ${[...names].join(', ')}; QUARTERDECK_ALLOWED_HOSTS can name more.`,
      )
    }
    await next()
  }
}

/** The IP address that a host is, without the brackets of IPv6; null for a name. */
function literalAddress(name: string): string | null {
  const bare = name.replace(/^\[|\]$/g, '')
  return net.isIP(bare) === 0 ? null : bare
}

function isOwnAddress(address: string, host: string): boolean {
  return address === host || address === '127.0.0.1' || address === '::1'
}

const bodyLimitBytes = 16 * 1024 * 1024

/**
 * Bodies of more than 16 MiB are refused with 413: at once where the length is announced, else as
 * soon as that much has come. Not where `isUpload`: whoever takes those in counts himself.
 */
export function limitBody(isUpload: (path: string) => boolean = () => false): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req
    const isCounted = !isUpload(context.req.path)
    if (isCounted && Number(raw.headers.get('content-length') ?? 0) > bodyLimitBytes) {
      context.header('Connection', 'close')
      throw tooLarge()
    }
    if (isCounted && raw.headers.has('transfer-encoding') && raw.body) {
      context.req.raw = new Request(raw.url, {
        method: raw.method,
        headers: raw.headers,
        signal: raw.signal,
        body: raw.body.pipeThrough(countingStream()),
        duplex: 'half',
      } as RequestInit)
    }
    await next()
    // The rest of the body is not read, so nothing else can come over this connection.
    if (context.res.status === 413) context.header('Connection', 'close')
  }
}

function countingStream(): TransformStream<Uint8Array, Uint8Array> {
  let count = 0
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength
      if (count > bodyLimitBytes) controller.error(tooLarge())
      else controller.enqueue(chunk)
    },
  })
}

function tooLarge(): HttpError {
  return new HttpError(413, 'The body is larger than 16 MiB.')
}

/** What no part of the server can make sense of: an encoded NUL cannot be a part of any name or text. */
export function refuseNul(): MiddlewareHandler {
  return async (context, next) => {
    const { url } = context.req
    if (/%00/.test(url)) {
      const [field] =
        [...new URL(url).searchParams].find((pair) => pair.join('').includes('\0')) ?? []
      if (field) throw invalidField(['query', field], 'This holds a NUL character.')
      throw new HttpError(400, 'The address holds a NUL character.')
    }
    await next()
  }
}
