import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookieName = 'quarterdeck_reviewer'
const yearSeconds = 365 * 86_400

/** Who a browser has said to be, where nobody signs in under a name; null where it has not. */
export function ownReviewer(context: Context): string | null {
  return getCookie(context, cookieName) || null
}

/**
 * Lets the browser say so from now on; null: not any more. It is a name and opens nothing.
 * @param publicUrl the console's address
 */
export function keepOwnReviewer(context: Context, publicUrl: string, name: string | null): void {
  setCookie(context, cookieName, name ?? '', {
    path: `${new URL(publicUrl).pathname.replace(/\/$/, '')}/gateway/qa`,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: name === null ? 0 : yearSeconds,
  })
}
