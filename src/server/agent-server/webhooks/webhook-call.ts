import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { literalIp } from '../../outgoing/address-policy.ts'
import { type Resolve, resolveBySystem } from '../../outgoing/checked-lookup.ts'
import { signedHeaders } from '../../outgoing/webhook-signature.ts'
import { mayCall, type PrivateAddresses, webhookLookup } from './webhook-address.ts'

const timeoutMs = 10_000

/** How an attempt went: taken, refused for good (410), or to be tried again, with the reason. */
export type CallResult = { kind: 'taken' } | { kind: 'refused' | 'failed'; reason: string }

/** Makes one attempt. Follows no redirect, reads no answer beyond its status. Never rejects. */
export function callWebhook(
  call: { call_id: string; url: string; body: string },
  options: { secret: string; privateAddresses: PrivateAddresses; now: Date; resolve?: Resolve },
): Promise<CallResult> {
  const url = new URL(call.url)
  const literal = literalIp(url.hostname)
  if (literal !== null && !mayCall(literal, options.privateAddresses)) {
    return Promise.resolve({
      kind: 'refused',
      reason: 'The address is not one that webhooks may reach.',
    })
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const request = send(url, {
      method: 'POST',
      lookup: webhookLookup(options.privateAddresses, options.resolve ?? resolveBySystem),
      // A connection that is kept would keep a stopping server waiting.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(call.body),
        'user-agent': 'quarterdeck-webhooks',
        ...signedHeaders(options.secret, call.call_id, options.now, call.body),
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
