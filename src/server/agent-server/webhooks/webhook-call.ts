import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { literalIp } from '../../outgoing/address-policy.ts'
import { type Resolve, resolveBySystem } from '../../outgoing/checked-lookup.ts'
import { signedHeaders } from '../../outgoing/webhook-signature.ts'
import { mayCall, type PrivateAddresses, webhookLookup } from './webhook-address.ts'

export const webhookTimeoutMs = 10_000

/** How an attempt went: taken, refused for good (410), or to be tried again, with the reason. */
export type CallResult = { kind: 'taken' } | { kind: 'refused' | 'failed'; reason: string }

/** What a call is sent with; `now` is when. */
export function headersOf(
  { call_id, body }: { call_id: string; body: string },
  { secret, now }: { secret: string; now: Date },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'quarterdeck-webhooks',
    ...signedHeaders(secret, call_id, now, body),
  }
}

export function resultOf(status: number): CallResult {
  if (status >= 200 && status < 300) return { kind: 'taken' }
  return { kind: status === 410 ? 'refused' : 'failed', reason: `It answered ${status}.` }
}

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
      signal: AbortSignal.timeout(webhookTimeoutMs),
      headers: headersOf(call, options),
    })
    request.on('error', (error) => resolve({ kind: 'failed', reason: error.message }))
    request.on('response', (response) => {
      response.destroy()
      resolve(resultOf(response.statusCode ?? 0))
    })
    request.end(call.body)
  })
}
