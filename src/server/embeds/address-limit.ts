import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Embed } from '../../contract/embeds/embeds.ts'
import { TooManyError } from './limits.ts'

/** How an embed's requests from one network address are counted, by this process. */
export interface AddressLimit {
  /** Counts a message, a new conversation or a vote; throws a TooManyError past the embed's limit. */
  admit(embed: Embed, address: string): Promise<void>
  /** Counts a new visitor; throws a TooManyError past what a page can need. */
  admitVisitor(address: string): Promise<void>
}

/** New visitors from one network address: a page opens one and keeps it. */
const newVisitorsPerMinute = 30
const minuteSeconds = 60

/**
 * Whoever opens many visitors from one address shares one limit among them. The limit is the embed's, so
 * requests are only counted here, and compared with it.
 */
export function addressLimit(): AddressLimit {
  const visitors = new RateLimiterMemory({ points: newVisitorsPerMinute, duration: minuteSeconds })
  const requests = new RateLimiterMemory({
    points: Number.MAX_SAFE_INTEGER,
    duration: minuteSeconds,
  })
  return {
    async admit(embed, address) {
      const { consumedPoints, msBeforeNext } = await requests.consume(`${embed.id} ${address}`)
      if (consumedPoints <= embed.address_requests_per_minute) return
      const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
      throw new TooManyError('Too much comes from your network at once. Wait a moment.', seconds)
    },
    async admitVisitor(address) {
      await visitors.consume(address).catch(() => {
        throw new TooManyError(
          'Too many new visitors from your network. Wait a minute.',
          minuteSeconds,
        )
      })
    },
  }
}
