import type { Context } from 'hono'
import type { AuthRequest } from '../../executor/protocol/project-requests.ts'
import { type ApiKey, isKey } from '../../http/require-key.ts'

/** A request as code of the project may see it: without what opens this server. */
export function projectRequest(context: Context, apiKey: ApiKey): AuthRequest {
  const { origin, search } = new URL(context.req.url)
  const headers: AuthRequest['headers'] = []
  for (const [name, value] of context.req.raw.headers) {
    if (isKey(name, value, apiKey) || name.startsWith('x-quarterdeck-through')) continue
    const shown = name === 'cookie' ? withoutOwnCookies(value) : value
    if (shown !== '') headers.push([name, shown])
  }
  return { url: `${origin}${pathBelow(context)}${search}`, method: context.req.method, headers }
}

/** What such a request is not shown of its credentials. */
export function withheldOf(context: Context, apiKey: ApiKey): AuthRequest['headers'] {
  return [...context.req.raw.headers].filter(([name, value]) => isKey(name, value, apiKey))
}

function withoutOwnCookies(cookies: string): string {
  const others = cookies.split(';').filter((cookie) => !/^\s*quarterdeck_/.test(cookie))
  return others.join(';').trim()
}

/** The path below the agent server's own address. */
export function pathBelow(context: Context): string {
  return context.req.path.replace(/^\/agents\/[^/]+/, '') || '/'
}
