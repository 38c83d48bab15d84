import type { ReadSite } from './embeds/examine-embed.ts'
import { siteReader } from './embeds/read-site.ts'
import type { Reach } from './outgoing/address-policy.ts'
import type { Resolve } from './outgoing/checked-lookup.ts'
import { createUpstream } from './outgoing/upstream.ts'

/**
 * Reads pages of other sites for an operator, by the gateway's rules for what may be connected to.
 * @param limit nothing more private than this is read
 */
export function guardedSiteReader(resolve: Resolve, limit: Reach): ReadSite {
  const ask = createUpstream({ resolve, silenceLimitMs: 15_000 })
  return siteReader(async (target, signal) => {
    const headers = { accept: 'text/html', 'accept-encoding': 'identity' }
    const incoming = await ask({ target, limit, method: 'GET', headers, signal })
    const policy = incoming.headers['content-security-policy']
    return {
      status: incoming.statusCode ?? 0,
      policies: [policy ?? []].flat(),
      body: incoming,
    }
  })
}
