/**
 * An origin that pages of an embed may have: `https://shop.example.com`, with one `*.` for the hosts below
 * a domain, or `null` for sandboxed frames.
 */
export function isAllowedOriginPattern(pattern: string): boolean {
  if (pattern === 'null') return true
  const plain = pattern.replace(/^(https?:\/\/)\*\.(?=[^.*/]+\.[^*/]+$)/, '$1')
  // A star may stand in a URL's host: only the one that was taken out means anything here.
  if (plain.includes('*') || !URL.canParse(plain)) return false
  return /^https?:/.test(plain) && new URL(plain).origin === plain
}

/** True when `origin` (a request's Origin header) is one of the patterns. */
export function isOriginAllowed(origin: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const star = pattern.indexOf('*.')
    if (star < 0) return pattern === origin
    const [scheme, domain] = [pattern.slice(0, star), pattern.slice(star + 1)]
    const host = origin.startsWith(scheme) ? origin.slice(scheme.length) : ''
    return host.endsWith(domain) && /^[a-z0-9.-]+$/i.test(host.slice(0, -domain.length))
  })
}
