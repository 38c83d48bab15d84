import { createUpstream, readText } from '../../outgoing/upstream.ts'
import { signedHeaders } from '../../outgoing/webhook-signature.ts'
import type { AlertsContext } from '../alerts-context.ts'
import type { Delivery } from './delivery.ts'

const limitMs = 15_000
const longestRead = 64 * 1024

/** Posts JSON to an address that an administrator typed, by the policy of all outgoing requests; follows no redirect. */
export async function post(
  { resolve, now }: Pick<AlertsContext, 'resolve' | 'now'>,
  call: { url: string; signing_secret: string | null; id: string; body: string },
): Promise<Delivery> {
  const ask = createUpstream({ resolve, silenceLimitMs: limitMs })
  const limit = AbortSignal.timeout(limitMs)
  try {
    const incoming = await ask({
      target: new URL(call.url),
      limit: 'loopback',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(call.body)),
        'user-agent': 'quarterdeck-alerts',
        ...signedHeaders(call.signing_secret, call.id, now(), call.body),
      },
      body: call.body,
      signal: limit,
    })
    const status = incoming.statusCode ?? 0
    const text = (await readText(incoming, longestRead).catch(() => '')).trim()
    const said = `It answered ${status}${incoming.statusMessage ? ` ${incoming.statusMessage}` : ''}`
    const answer = text === '' ? `${said}.` : `${said}: ${text}`
    if (status >= 200 && status < 300) return { wasTaken: true, answer }
    if (status >= 300 && status < 400) {
      return { wasTaken: false, answer: `${said}, a redirect, which is not followed.` }
    }
    return { wasTaken: false, isFinal: status === 410, answer }
  } catch (error) {
    if (!limit.aborted) throw error
    return { wasTaken: false, answer: `It did not answer within ${limitMs / 1_000} seconds.` }
  }
}
