import ipaddr from 'ipaddr.js'

const windowMs = 60_000
const triesPerAddress = 5
const triesPerName = 10
const triesInAll = 50

/**
 * Counts tries to sign in that did not succeed, by network address, by name and in all, over the last
 * minute. A try counts from its beginning, so that many at once gain nothing. Kept in memory on the
 * injected clock: a packaged limiter reads the real one, and a test would have to wait.
 */
export class SignInLimits {
  private tries: { address: string; name: string; at: number }[] = []
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
  }

  /** Null when there were too many; else what takes the try back once it has succeeded. */
  begin(address: string, name: string): (() => void) | null {
    const at = this.now().getTime()
    this.tries = this.tries.filter((one) => one.at > at - windowMs)
    const attempt = { address: networkOf(address), name, at }
    const isTooMany =
      this.tries.filter((one) => one.address === attempt.address).length >= triesPerAddress ||
      this.tries.filter((one) => one.name === name).length >= triesPerName ||
      this.tries.length >= triesInAll
    if (isTooMany) return null
    this.tries.push(attempt)
    return () => {
      this.tries = this.tries.filter((one) => one !== attempt)
    }
  }
}

/** One household has a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts.slice(0, 4).join(':')
}
