import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

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
  const gateway = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/gateway`
  setCookie(context, cookieName, name ?? '', {
    path: gateway,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: name === null ? 0 : yearSeconds,
  })
  // Where it was kept before, and would be found first.
  deleteCookie(context, cookieName, { path: `${gateway}/qa` })
}
