import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { HttpError } from '../http/http-error.ts'
import { isWithin, literalIp, type Reach, reachOf } from './address-policy.ts'
import { checkedLookup, type Resolve } from './checked-lookup.ts'

const connectLimitMs = 15_000
const keepAliveMs = 30_000

export interface UpstreamRequest {
  target: URL
  /** Nothing more private than this is connected to. */
  limit: Reach
  method: string
  headers: Record<string, string>
  body?: Readable | string | undefined
  signal: AbortSignal
}

/** Sends one request to a server and resolves with its answer as it begins. */
export type AskUpstream = (request: UpstreamRequest) => Promise<http.IncomingMessage>

/**
 * Connects to other servers by `checkedLookup`. No redirect is followed. It takes 15 s to connect at most; after that only silence of
 * `silenceLimitMs` in both directions ends a request, which a stream with heartbeats never reaches.
 * Rejects with a 502 (504 for silence) in a sentence that names the origin only.
 */
export function createUpstream(options: { resolve: Resolve; silenceLimitMs: number }): AskUpstream {
  return ({ target, limit, method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isAllowed = (ip: string) => isWithin(reachOf(ip), limit)
      const literal = literalIp(target.hostname)
      if (literal !== null && !isAllowed(literal)) {
        reject(refusedAddress(target))
        return
      }
      const isTls = target.protocol === 'https:'
      // A connection of its own: a kept one may be closing just when a POST is written to it.
      const upstream = (isTls ? https : http).request(target, {
        method,
        headers,
        agent: false,
        lookup: checkedLookup({
          resolve: options.resolve,
          isAllowed,
          refusal: () => refusedAddress(target),
        }),
      })
      const onAbort = () => upstream.destroy(new Error('aborted'))
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      const connectLimit = setTimeout(
        () => upstream.destroy(new Error('no connection within 15 seconds')),
        connectLimitMs,
      )
      upstream.on('socket', (socket) => {
        socket.setKeepAlive(true, keepAliveMs)
        if (!socket.connecting) clearTimeout(connectLimit)
        else socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connectLimit))
      })
      upstream.setTimeout(options.silenceLimitMs, () => {
        const seconds = Math.round(options.silenceLimitMs / 1_000)
        const sentence = `The server at ${target.origin} was silent for ${seconds} seconds.`
        upstream.destroy(new HttpError(504, sentence))
      })
      upstream.on('close', () => {
        clearTimeout(connectLimit)
        signal.removeEventListener('abort', onAbort)
      })
      upstream.on('error', (error) => reject(asRefusal(error, target)))
      upstream.on('response', resolve)
      if (body === undefined || typeof body === 'string') upstream.end(body)
      else {
        body.on('error', (error) => upstream.destroy(error))
        body.pipe(upstream)
      }
    })
}

function refusedAddress(target: URL): HttpError {
  return new HttpError(
    502,
    `The address ${target.origin} leads to a place that is not connected to from here.`,
  )
}

function asRefusal(error: Error, target: URL): HttpError {
  // A body that is refused while it comes (413) has its own words.
  if (error instanceof HttpError) return error
  const reason = (error as NodeJS.ErrnoException).code ?? error.message
  const told = new HttpError(502, `The server at ${target.origin} did not answer (${reason}).`)
  told.cause = error
  return told
}

/** Whether a key would be carried on: an answer that points elsewhere is refused with 502, not followed. */
export function refuseRedirect(incoming: http.IncomingMessage, target: URL): void {
  const status = incoming.statusCode ?? 502
  if (status < 300 || status >= 400 || status === 304) return
  incoming.destroy()
  throw new HttpError(
    502,
    `The server at ${target.origin} answered with a redirect, which is not followed. Correct the connection's address.`,
  )
}

/** The whole body as text; 502 when it is larger than `limitBytes`. */
export async function readText(
  incoming: http.IncomingMessage,
  limitBytes = 2_000_000,
): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.byteLength
    if (size > limitBytes) throw new HttpError(502, 'The server answered with too much.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
