/** What a page's Content-Security-Policy keeps a chat from; each a directive to be widened. */
export interface PolicyFault {
  directive: string
  needs: string
}

/**
 * Reads policies (headers and `<meta>` tags; every one of them must allow) for what the widget needs:
 * its script and panel, and calls to the server. Its style sheets are constructed, its icons are drawn:
 * no policy speaks of them. `isFrame` asks for what a frame needs instead.
 */
export function policyFaults(
  policies: readonly string[],
  server: string,
  isFrame = false,
): PolicyFault[] {
  const needed = isFrame
    ? [['frame-src', 'child-src']]
    : [['script-src-elem', 'script-src'], ['connect-src']]
  return policies.flatMap((policy) => {
    const directives = new Map(
      policy.split(';').flatMap((part) => {
        const [name, ...sources] = part.trim().split(/\s+/)
        return name ? [[name.toLowerCase(), sources] as const] : []
      }),
    )
    return needed.flatMap((names) => {
      const name = [...names, 'default-src'].find((one) => directives.has(one))
      const sources = name === undefined ? null : (directives.get(name) ?? [])
      if (sources === null || sources.some((source) => allows(source, server))) return []
      return [{ directive: names.at(-1) ?? '', needs: new URL(server).origin }]
    })
  })
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
