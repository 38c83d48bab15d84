import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { HttpError } from '../http/http-error.ts'

const connectLimitMs = 15_000

/** What a browser's request may bring along: no cookie, no origin, no custom header, no credential. */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'if-none-match',
  'last-event-id',
]

/** What an answer may bring back: nothing that sets cookies, asks for passwords or leads elsewhere. */
const responseHeaders = [
  'cache-control',
  'content-disposition',
  'content-length',
  'content-location',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
  'x-pagination-next',
  'x-pagination-total',
]

/**
 * Sends a request on and answers what comes back, both as streams, nothing buffered. There is no
 * limit on how long an answer takes or stays silent; the upstream request ends when the browser's
 * does. A redirect is not followed (502): it could carry the key elsewhere. The answer can be no
 * page of ours: its policy lets a browser do nothing with it but show it.
 */
export function forward(
  request: Request,
  target: URL,
  options: { key: string | null; signal: AbortSignal },
): Promise<Response> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' }
  for (const name of requestHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  if (options.key !== null) headers['x-api-key'] = options.key

  return new Promise((resolve, reject) => {
    const client = target.protocol === 'https:' ? https : http
    // A connection of its own: a kept one may be closing just when a POST is written to it.
    const upstream = client.request(target, { method: request.method, headers, agent: false })
    const onAbort = () => upstream.destroy(new Error('aborted'))
    const signal = AbortSignal.any([request.signal, options.signal])
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()

    const limit = setTimeout(
      () => upstream.destroy(new Error('no connection within 15 seconds')),
      connectLimitMs,
    )
    upstream.on('socket', (socket) => {
      const isTls = target.protocol === 'https:'
      if (!socket.connecting) clearTimeout(limit)
      else socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(limit))
    })
    upstream.on('close', () => {
      clearTimeout(limit)
      signal.removeEventListener('abort', onAbort)
    })
    upstream.on('error', (error) => {
      const sentence = `The server at ${target.origin} did not answer (${reasonOf(error)}).`
      // A body that is refused while it comes (413) has its own words.
      reject(error instanceof HttpError ? error : new HttpError(502, sentence))
    })
    upstream.on('response', (incoming) => {
      try {
        resolve(answer(incoming, request.method, target))
      } catch (error) {
        upstream.destroy()
        reject(error)
      }
    })
    if (request.body) {
      const body = Readable.fromWeb(request.body as NodeWebStream)
      body.on('error', (error) => upstream.destroy(error))
      body.pipe(upstream)
    } else upstream.end()
  })
}

function answer(incoming: http.IncomingMessage, method: string, target: URL): Response {
  const status = incoming.statusCode ?? 502
  if (status >= 300 && status < 400 && status !== 304) {
    throw new HttpError(
      502,
      `The server at ${target.origin} answered with a redirect, which is not followed. Correct the connection's address.`,
    )
  }
  const headers = new Headers()
  for (const name of responseHeaders) {
    const value = incoming.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-accel-buffering', 'no')
  if (method === 'HEAD' || [204, 205, 304].includes(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>
  return new Response(body, { status, headers })
}

function reasonOf(error: Error): string {
  return (error as NodeJS.ErrnoException).code ?? error.message
}
