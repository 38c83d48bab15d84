import { createHmac } from 'node:crypto'

/**
 * The headers by which a receiver knows a call again and that it is ours, by the Standard Webhooks convention: HMAC-SHA256
 * over id, timestamp and body. `secret` is `whsec_` and base64; null for a call that is not signed.
 */
export function signedHeaders(
  secret: string | null,
  id: string,
  at: Date,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const named = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  if (secret === null) return named
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...named, 'webhook-signature': `v1,${digest}` }
}
