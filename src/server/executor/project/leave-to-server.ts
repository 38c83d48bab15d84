import { type OwnServer, passHeader } from '../protocol/project-requests.ts'

/** How the agent server is asked for the answer to a request; `signal` ends with whoever has made that. */
export interface Passing {
  token: string
  signal: AbortSignal
}

/** What of a Hono app, of whatever release, is used here. */
interface HonoApp {
  fetch(request: Request, env: object): Response | Promise<Response>
  notFound(handler: (context: HonoContext) => Response | Promise<Response>): unknown
  routes: { method: string; path: string }[]
}

interface HonoContext {
  env: Record<symbol, Passing | undefined>
  req: HonoRequest
}

interface HonoRequest {
  raw: Request
  /** Bodies that were read, by what they were read as; a middleware may have changed one that was read as JSON. */
  bodyCache?: object
  arrayBuffer(): Promise<ArrayBuffer>
}

// Before code of the project puts another in its place.
const { fetch } = globalThis
const ofRequest = Symbol('quarterdeck.passing')
/** What is of one connection. */
const ofConnection =
  /^(connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|host)$/i
const bare = [204, 205, 304]

/**
 * Has a Hono app leave to the agent server what none of its routes answers, as published servers do: its middleware
 * stands around both. Answers how it is asked then, and its reach (see the call `app-reach`); null for any other app.
 */
export function leaveRestToServer(
  app: object,
  { port }: OwnServer,
): {
  fetch(request: Request, passing: Passing | null): Response | Promise<Response>
  reach: string[]
} | null {
  if (!isHono(app)) return null
  app.notFound(({ env, req }) => {
    const passing = env[ofRequest]
    return passing ? askServer(req, passing, port) : new Response('404 Not Found', { status: 404 })
  })
  return {
    fetch: (request, passing) => app.fetch(request, passing ? { [ofRequest]: passing } : {}),
    reach: reachOf(app.routes),
  }
}

function isHono(app: object): app is HonoApp {
  return 'routes' in app && Array.isArray(app.routes) && 'notFound' in app
}

/**
 * Middleware is a route of all methods. A route of one for every address, as for the pages of a project, takes nothing
 * from the agent server by itself.
 */
export function reachOf(routes: HonoApp['routes']): string[] {
  const parts = routes.flatMap(({ method, path }) => {
    const [first = ''] = path.split('/').slice(1)
    const isOfAll = /[*:]/.test(first)
    if (isOfAll) return method === 'ALL' ? '*' : []
    return first === '' ? [] : first
  })
  return [...new Set(parts)]
}

async function askServer(
  req: HonoRequest,
  { token, signal }: Passing,
  port: number,
): Promise<Response> {
  const { pathname, search } = new URL(req.raw.url)
  const { method } = req.raw
  const headers = new Headers([...req.raw.headers].filter(([name]) => !ofConnection.test(name)))
  headers.set(passHeader, token)
  headers.set('accept-encoding', 'identity')
  const body = method === 'GET' || method === 'HEAD' ? null : await bodyOf(req)
  const init = { method, headers, body, signal, redirect: 'manual', duplex: 'half' } as RequestInit
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, init)
    const { status } = answer
    const told = [...answer.headers].filter(([name]) => !ofConnection.test(name))
    return new Response(bare.includes(status) ? null : answer.body, { status, headers: told })
  } catch (error) {
    // Nobody waits for it any more, and no framework is to log that.
    if (signal.aborted) return new Response(null, { status: 499 })
    throw error
  }
}

/** As middleware leaves it: what it has read is there once more, what it has not comes as it comes. */
async function bodyOf(req: HonoRequest): Promise<BodyInit | null> {
  if (Object.keys(req.bodyCache ?? {}).length > 0) return req.arrayBuffer()
  return req.raw.body
}
