import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod/mini'
import { getSession } from '../../../contract/gateway/session.ts'
import type { ReadClient } from '../../http/client-facts.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

const Known = z.object({ id: z.string(), names: z.array(z.string()) })
type Known = z.infer<typeof Known>

const cookieName = 'quarterdeck_known'
const sealContext = 'browser that somebody signed in with'
const lifeSeconds = 180 * 24 * 3_600
/** People who share a browser. */
const mostNames = 10

/**
 * What proves that somebody has signed in with a browser before, sealed in a cookie of it: what others try to sign in
 * with is not counted against it. Nobody can make one up, any server process can read it, and it signs nobody in.
 */
export function knownBrowsers(deps: {
  secretBox: SecretBox
  basePath: string
  readClient: ReadClient
}) {
  const read = (from: Context): Known | null => {
    const sealed = getCookie(from, cookieName)
    return sealed === undefined ? null : opened(deps.secretBox, sealed)
  }
  return {
    /** The browser's own id where this name has signed in with it, else null. */
    idFor(from: Context, name: string): string | null {
      const known = read(from)
      return known?.names.includes(name) ? known.id : null
    },
    /** This name has signed in with it. */
    remember(to: Context, name: string): void {
      const known = read(to)
      const others = (known?.names ?? []).filter((one) => one !== name)
      const whole: Known = {
        id: known?.id ?? randomUUID(),
        names: [name, ...others].slice(0, mostNames),
      }
      setCookie(to, cookieName, deps.secretBox.seal(JSON.stringify(whole), sealContext), {
        path: deps.basePath + getSession.path,
        httpOnly: true,
        sameSite: 'Strict',
        secure: deps.readClient(to).isSecure,
        maxAge: lifeSeconds,
      })
    },
  }
}

function opened(box: SecretBox, sealed: string): Known | null {
  try {
    return Known.parse(JSON.parse(box.open(sealed, sealContext)))
  } catch {
    // Somebody made it up, or the key is another one since.
    return null
  }
}
