import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { beginProviderSignIn } from '../../../contract/gateway/provider-sign-in.ts'
import type { ReadClient } from '../../http/client-facts.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

const Begun = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  return_to: z.string(),
  at: z.number(),
})
type Begun = z.infer<typeof Begun>

const cookieName = 'quarterdeck_sign_in'
const context = 'sign-in by a provider'
/** How long a person may take at the provider. */
const longestMs = 10 * 60_000

/**
 * What a sign-in began with, sealed in a cookie of the browser that began it: nobody else can end it, and any server
 * process can. Lax, since the provider's page leads back here.
 */
export function begunCookie(deps: {
  secretBox: SecretBox
  basePath: string
  readClient: ReadClient
  now: () => Date
}) {
  const write = (to: Context, value: string, maxAge: number) =>
    setCookie(to, cookieName, value, {
      path: deps.basePath + beginProviderSignIn.path,
      httpOnly: true,
      sameSite: 'Lax',
      secure: deps.readClient(to).isSecure,
      maxAge,
    })
  return {
    keep(to: Context, begun: Omit<Begun, 'at'>): void {
      const whole: Begun = { ...begun, at: deps.now().getTime() }
      write(to, deps.secretBox.seal(JSON.stringify(whole), context), longestMs / 1_000)
    },
    /** Once: null where there is none, it is over, or it is not ours. */
    take(from: Context): Begun | null {
      const sealed = getCookie(from, cookieName)
      if (sealed === undefined) return null
      write(from, '', 0)
      const begun = opened(deps.secretBox, sealed)
      const isOver = begun && begun.at + longestMs <= deps.now().getTime()
      return isOver ? null : begun
    },
  }
}

function opened(box: SecretBox, sealed: string): Begun | null {
  try {
    return Begun.parse(JSON.parse(box.open(sealed, context)))
  } catch {
    // Somebody made it up, or the key is another one since.
    return null
  }
}
