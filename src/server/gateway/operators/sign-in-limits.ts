import ipaddr from 'ipaddr.js'

const windowMs = 60_000
const triesPerAddress = 5
const triesPerName = 10
const triesInAll = 50
const triesPerBrowser = 5

/**
 * Counts tries to sign in that did not succeed, by network address, by name and in all, over the last
 * minute. A browser that the name has signed in with before is counted by itself: whatever strangers try,
 * it keeps nobody out who was here. A try counts from its beginning, so that many at once gain nothing. Kept in memory on the
 * injected clock: a packaged limiter reads the real one, and a test would have to wait.
 */
export class SignInLimits {
  #tries: { address: string; name: string; browser: string | null; at: number }[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /**
   * Null when there were too many; else what takes the try back once it has succeeded.
   * @param browser its own id where the name has signed in with it before
   */
  begin(address: string, name: string, browser: string | null = null): (() => void) | null {
    const at = this.#now().getTime()
    this.#tries = this.#tries.filter((one) => one.at > at - windowMs)
    const attempt = { address: networkOf(address), name, browser, at }
    const counted = this.#tries.filter((one) => one.browser === browser)
    const isTooMany =
      browser === null
        ? counted.filter((one) => one.address === attempt.address).length >= triesPerAddress ||
          counted.filter((one) => one.name === name).length >= triesPerName ||
          counted.length >= triesInAll
        : counted.length >= triesPerBrowser
    if (isTooMany) return null
    this.#tries.push(attempt)
    return () => {
      this.#tries = this.#tries.filter((one) => one !== attempt)
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
