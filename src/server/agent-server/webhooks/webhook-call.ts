import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import ipaddr from 'ipaddr.js'
import { guardedLookup, mayCall, type PrivateAddresses } from './webhook-address.ts'

const timeoutMs = 10_000

/** How an attempt went: taken, refused for good (410), or to be tried again, with the reason. */
export type CallResult = { kind: 'taken' } | { kind: 'refused' | 'failed'; reason: string }

/** `webhook-signature` by the Standard Webhooks convention; `secret` is `whsec_` and base64. */
export function signatureOf(secret: string, id: string, timestamp: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return `v1,${digest}`
}

/** Makes one attempt. Follows no redirect, reads no answer beyond its status. Never rejects. */
export function callWebhook(
  call: { call_id: string; url: string; body: string },
  options: { secret: string; privateAddresses: PrivateAddresses; now: Date },
): Promise<CallResult> {
  const url = new URL(call.url)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(host) && !mayCall(host, options.privateAddresses)) {
    return Promise.resolve({
      kind: 'refused',
      reason: 'The address is not one that webhooks may reach.',
    })
  }
  const timestamp = Math.floor(options.now.getTime() / 1000)
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const request = send(url, {
      method: 'POST',
      lookup: guardedLookup(options.privateAddresses),
      // A connection that is kept would keep a stopping server waiting.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(call.body),
        'user-agent': 'quarterdeck-webhooks',
        'webhook-id': call.call_id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(options.secret, call.call_id, timestamp, call.body),
      },
    })
    request.on('error', (error) => resolve({ kind: 'failed', reason: error.message }))
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      response.destroy()
      if (status >= 200 && status < 300) resolve({ kind: 'taken' })
      else
        resolve({ kind: status === 410 ? 'refused' : 'failed', reason: `It answered ${status}.` })
    })
    request.end(call.body)
  })
}
