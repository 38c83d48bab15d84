import type http from 'node:http'
import { PassThrough, Readable, type Transform } from 'node:stream'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'
import { accepts } from '../../http/accepts.ts'
import { ignoredFieldsHeader } from '../../http/ignored-fields.ts'
import type { Reach } from '../../outgoing/address-policy.ts'
import { type AskUpstream, refuseRedirect } from '../../outgoing/upstream.ts'
import { hidingKey } from './hide-key.ts'
import { hidingVotes } from './hide-votes.ts'

/** What a browser's request may bring along: no cookie, no origin, no custom header, no credential. */
const requestHeaders = [
  'accept',
  'accept-language',
  'content-type',
  'content-length',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'traceparent',
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
  'mcp-session-id',
  ignoredFieldsHeader.toLowerCase(),
  'retry-after',
  'x-pagination-next',
  'x-pagination-total',
]

/** Below this the headers weigh more than what is saved. */
const leastBytes = 1_000

/**
 * Sends a request on and answers what comes back, both as streams, nothing buffered, status and body
 * as they are but for a key that a server repeats; long JSON of a known length is made small on its
 * way. The upstream request ends when the browser's does. A redirect is not followed (502): it could
 * carry the key elsewhere. The answer can be no page of ours: its policy lets a browser do nothing with
 * it but show it.
 */
export async function forward(
  ask: AskUpstream,
  request: Request,
  options: {
    target: URL
    limit: Reach
    credentials: Record<string, string>
    /** Left out of whatever comes back, even where it was not sent. */
    key: string | null
    /** False for those who may only look: feedback addresses come without their tokens. */
    canVote: boolean
    /** The answer is looked into before it goes on, so it stays as long as it is. */
    isReadHere?: boolean
    signal: AbortSignal
  },
): Promise<Response> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity', ...options.credentials }
  for (const name of requestHeaders) {
    const value = request.headers.get(name)
    if (value !== null) headers[name] = value
  }
  const signal = AbortSignal.any([request.signal, options.signal])
  const incoming = await ask({
    target: options.target,
    limit: options.limit,
    method: request.method,
    headers,
    body: request.body ? Readable.fromWeb(request.body as NodeWebStream) : undefined,
    signal,
  })
  refuseRedirect(incoming, options.target)
  return answer(incoming, request, { ...options, signal })
}

/** What an answer may not show, and whose leaving ends it. */
interface Screen {
  key: string | null
  canVote: boolean
  isReadHere?: boolean
  signal: AbortSignal
}

function answer(incoming: http.IncomingMessage, request: Request, screen: Screen): Response {
  const { key } = screen
  const status = incoming.statusCode ?? 502
  const headers = new Headers()
  for (const name of responseHeaders) {
    const value = incoming.headers[name]
    if (typeof value !== 'string') continue
    headers.set(name, key === null ? value : value.replaceAll(key, '*'.repeat(key.length)))
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-accel-buffering', 'no')
  if (request.method === 'HEAD' || [204, 205, 304].includes(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  const filters: Transform[] = []
  if (key !== null) filters.push(hidingKey(key))
  if (!screen.canVote) filters.push(hidingVotes())
  if (!screen.isReadHere && canShrink(headers, request)) {
    filters.push(createGzip())
    headers.set('content-encoding', 'gzip')
    headers.append('vary', 'accept-encoding')
    headers.delete('content-length')
  }
  const bytes = Readable.toWeb(guarded(incoming, filters, screen.signal)) as unknown
  return new Response(bytes as ReadableStream<Uint8Array>, { status, headers })
}

/** Whole JSON alone: an answer without a length may be one that is waited for, whose signs of life must pass. */
function canShrink(headers: Headers, request: Request): boolean {
  return (
    Number(headers.get('content-length')) >= leastBytes &&
    headers.get('content-type')?.startsWith('application/json') === true &&
    accepts(request.headers.get('accept-encoding') ?? '', 'gzip')
  )
}

/** The answer's bytes through the filters. Either end that goes takes the other along. */
function guarded(
  incoming: http.IncomingMessage,
  filters: readonly Transform[],
  signal: AbortSignal,
): Readable {
  const [first = new PassThrough(), ...others] = filters
  const out = others.reduce((from, to) => {
    from.on('error', (error) => to.destroy(error))
    to.on('close', () => from.destroy())
    return from.pipe(to)
  }, first)
  incoming.on('error', () => {
    // To a browser that has left there is nothing to tell.
    if (signal.aborted) first.end()
    else first.destroy(brokenOff())
  })
  first.on('close', () => incoming.destroy())
  incoming.pipe(first)
  return out
}

/** As the web server knows a stream that ended before its end: it cuts the connection, and no more. */
function brokenOff(): Error {
  return Object.assign(new Error('The server broke off.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
}
