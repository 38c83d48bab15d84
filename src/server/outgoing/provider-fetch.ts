import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'
import { checkedLookup, type Resolve, resolveBySystem } from './checked-lookup.ts'

const largestAnswerBytes = 1024 * 1024

/** What a provider did wrong, in a sentence for people, without anything secret. */
export class ProviderFault extends Error {}

/**
 * The only way from here to a provider. It connects to no address that `isForbidden` (a name is
 * checked by what it resolves to, in the same step), follows no redirect, since a secret would go
 * with it, and reads no endless answer. Rejects with a ProviderFault or the socket's error.
 */
export function providerFetch(
  isForbidden: (ip: string) => boolean,
  resolve: Resolve = resolveBySystem,
): CustomFetch {
  const lookup = checkedLookup({
    resolve,
    isAllowed: (ip) => !isForbidden(ip),
    refusal: forbidden,
  })

  return async (address, options) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (net.isIP(host) && isForbidden(host)) throw forbidden(host)
    const incoming = await send(url, options, lookup)
    const status = incoming.statusCode ?? 0
    if (status >= 300 && status < 400) {
      incoming.destroy()
      throw new ProviderFault(
        `${url.origin}${url.pathname} answered with a redirect, which is not followed. Correct the provider's addresses.`,
      )
    }
    const headers = new Headers()
    const type = incoming.headers['content-type']
    if (type) headers.set('content-type', type)
    const text = await textOf(incoming, url).catch((error: unknown) => {
      // A time-out says of itself what it is; the socket only says that it was ended.
      throw options.signal?.aborted ? options.signal.reason : error
    })
    return new Response([204, 205].includes(status) ? null : text, { status, headers })
  }
}

function send(
  url: URL,
  { method, headers, body, signal }: CustomFetchOptions,
  lookup: net.LookupFunction,
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    const text = body === undefined || body === null ? '' : String(body)
    const request = client.request(url, {
      method,
      lookup,
      // A connection of its own: what is kept open may have been checked for another name.
      agent: false,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(text && { 'content-length': Buffer.byteLength(text) }),
      },
      ...(signal ? { signal } : {}),
    })
    request.on('response', resolve)
    request.on('error', (error) => reject(signal?.aborted ? signal.reason : error))
    request.end(text)
  })
}

async function textOf(incoming: http.IncomingMessage, url: URL): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > largestAnswerBytes) throw new ProviderFault(`${url.origin} answered too much.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function forbidden(host: string): ProviderFault {
  return new ProviderFault(`${host} leads to an address that this server does not connect to.`)
}
