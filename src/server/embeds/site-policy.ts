/** What a page's Content-Security-Policy keeps a chat from. */
export interface PolicyFault {
  /** The one to be widened: the one that decides, or in place of `default-src` one of its own. */
  directive: string
  needs: string
}

/**
 * Reads policies (headers and `<meta>` tags; every one of them must allow) for what the widget needs:
 * its script and panel, and calls to the server. Its style sheets are constructed, its icons are drawn:
 * no policy speaks of them. Where scripts have a nonce, the script's tag can have it. `isFrame` asks for what a frame needs
 * instead.
 */
export function policyFaults(
  policies: readonly string[],
  server: string,
  isFrame = false,
): PolicyFault[] {
  const needed = isFrame
    ? [{ own: 'frame-src', names: ['frame-src', 'child-src'] }]
    : [
        { own: 'script-src', names: ['script-src-elem', 'script-src'] },
        { own: 'connect-src', names: ['connect-src'] },
      ]
  return policies.flatMap((policy) => {
    const directives = directivesOf(policy)
    return needed.flatMap(({ own, names }) => {
      const name = [...names, 'default-src'].find((one) => directives.has(one))
      const sources = name === undefined ? null : (directives.get(name) ?? [])
      if (sources === null || sources.some((source) => allows(source, server))) return []
      if (own === 'script-src' && sources.some(isNonce)) return []
      const directive = name === undefined || name === 'default-src' ? own : name
      return [{ directive, needs: new URL(server).origin }]
    })
  })
}

/** Whether a page's scripts are those that have a nonce, the chat's among them. */
export function asksForNonce(policies: readonly string[]): boolean {
  return policies.some((policy) => {
    const directives = directivesOf(policy)
    const names = ['script-src-elem', 'script-src', 'default-src']
    const name = names.find((one) => directives.has(one)) ?? ''
    return directives.get(name)?.some(isNonce) ?? false
  })
}

const isNonce = (source: string) => source.toLowerCase().startsWith("'nonce-")

function directivesOf(policy: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    policy.split(';').flatMap((part) => {
      const [name, ...sources] = part.trim().split(/\s+/)
      return name ? [[name.toLowerCase(), sources] as const] : []
    }),
  )
}

function allows(source: string, server: string): boolean {
  const { protocol, host, hostname, origin } = new URL(server)
  if (source === '*' || source === protocol || source === origin || source === host) return true
  const [, scheme, domain] = /^(https?:\/\/)?\*\.([^/]+)$/.exec(source) ?? []
  if (domain === undefined)
    return source.replace(/\/.*$/, '') === host || source.startsWith(`${origin}/`)
  return hostname.endsWith(`.${domain}`) && (scheme === undefined || scheme === `${protocol}//`)
}

/** The policies that a page's `<meta>` tags hold. */
export function metaPolicies(html: string): string[] {
  return [...html.matchAll(/<meta\b[^>]*>/gi)].flatMap(([tag]) => {
    if (!/http-equiv\s*=\s*["']?content-security-policy["'\s>]/i.test(tag)) return []
    return /content\s*=\s*("([^"]*)"|'([^']*)')/i.exec(tag)?.slice(2).find(Boolean) ?? []
  })
}
