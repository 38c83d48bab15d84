import * as z from 'zod/mini'
import { isSameSecret } from '../../same-secret.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

/** What a visitor's token says. It fits one embed, one visitor and one origin, for a short while. */
export const VisitorClaims = z.strictObject({
  embed_id: z.string(),
  visitor_id: z.string(),
  origin: z.string(),
  epoch: z.int(),
  /** Unix milliseconds. */
  expires_at: z.number(),
})
export type VisitorClaims = z.infer<typeof VisitorClaims>

const purpose = 'embed visitor token'

export function signVisitorToken(box: SecretBox, claims: VisitorClaims): string {
  const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${text}.${box.derive(purpose, text)}`
}

/** The claims of a token that this server signed, or null. The caller compares them and the time. */
export function readVisitorToken(box: SecretBox, token: string): VisitorClaims | null {
  const [text = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || !isSameSecret(signature, box.derive(purpose, text))) return null
  try {
    const claims: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return VisitorClaims.parse(claims)
  } catch {
    return null
  }
}
