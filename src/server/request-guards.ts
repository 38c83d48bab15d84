import type { MiddlewareHandler } from 'hono'
import { HttpError } from './http/http-error.ts'

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** True for an address that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * On a server that only this machine reaches: refuses requests that name another host. A page of a
 * foreign name whose address was turned to 127.0.0.1 would otherwise count as ours (DNS rebinding).
 * `publicOrigin` may name one more: the reverse proxy in front.
 */
export function localHostOnly(host: string, publicOrigin: string): MiddlewareHandler {
  const own = host.includes(':') ? `[${host}]` : host
  const allowed = new Set([...loopbackNames, own, new URL(publicOrigin).hostname])
  return async (context, next) => {
    const given = context.req.header('host') ?? ''
    const name = given.replace(/:\d+$/, '').toLowerCase()
    if (!allowed.has(name)) {
      throw new HttpError(
        403,
        `This server answers as ${[...allowed].join(', ')} only, not as “${given.slice(0, 200)}”.`,
      )
    }
    await next()
  }
}

const bodyLimitBytes = 16 * 1024 * 1024

/**
 * Bodies of more than 16 MiB are refused with 413: at once where the length is announced, else as
 * soon as that much has come.
 */
export function limitBody(): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req
    if (Number(raw.headers.get('content-length') ?? 0) > bodyLimitBytes) {
      context.header('Connection', 'close')
      throw tooLarge()
    }
    if (raw.headers.has('transfer-encoding') && raw.body) {
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
    if (/%00/.test(context.req.url)) throw new HttpError(400, 'The address holds a NUL character.')
    await next()
  }
}
