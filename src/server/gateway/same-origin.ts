import type { MiddlewareHandler } from 'hono'
import type { ReadClient } from '../http/client-facts.ts'
import { HttpError } from '../http/http-error.ts'

/**
 * Lets only our own pages (and programs that are no browser) use the gateway: it adds a key, so a
 * request that another site makes a browser send would act as the operator. Browsers tell the site
 * with `Sec-Fetch-Site` on every request and with `Origin` on every unsafe one. Reads are checked
 * too: a feedback address records by GET.
 */
export function sameOriginOnly(readClient: ReadClient): MiddlewareHandler {
  return async (context, next) => {
    const site = context.req.header('sec-fetch-site')
    const origin = context.req.header('origin')
    // `none` is a person who typed the address.
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
    const { host } = readClient(context)
    const isOwnOrigin =
      origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
    if (!isOwnSite || !isOwnOrigin) {
      throw new HttpError(403, 'This request comes from a page of another site, so it is refused.')
    }
    await next()
  }
}
