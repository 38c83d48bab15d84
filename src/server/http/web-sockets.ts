import http from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { WebSocketServer } from 'ws'

/** What a handler finds in its environment when the request asks for a WebSocket. */
interface SocketBindings {
  /** Asks this server, past the network, as a request of the same client. */
  ask(request: Request): Promise<Response>
}

type FetchHandler = (request: Request, env: object) => Promise<Response> | Response

/** What a client sends on a socket at once; as much as a body may have. */
const frameLimitBytes = 16 * 1024 * 1024

/**
 * What makes a server of `createAdaptorServer` one that also answers requests for a WebSocket, by the same handler.
 * `basePath` is taken off their paths; other requests come without it.
 */
export function withWebSockets(basePath: string, handler: FetchHandler) {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameLimitBytes })
  const fetch = (request: Request, env: object) => {
    const { incoming, outgoing } = env as Partial<HttpBindings>
    if (outgoing) return handler(request, env)
    const url = new URL(request.url)
    if (!`${url.pathname}/`.startsWith(`${basePath}/`)) return new Response(null, { status: 404 })
    url.pathname = url.pathname.slice(basePath.length)
    const bindings: SocketBindings = { ask: async (asked) => handler(asked, { incoming }) }
    return handler(new Request(url, request), Object.assign(env, bindings))
  }
  return {
    options: {
      fetch,
      websocket: { server },
      serverOptions: { IncomingMessage: SocketRequest as typeof http.IncomingMessage },
    },
    /** Cuts the sockets that are open still. */
    cutAll() {
      for (const client of server.clients) client.terminate()
    },
  }
}

/** How a handler asks this server for a client with a WebSocket; null where the request asks for none. */
export function socketAsk(context: Context): SocketBindings['ask'] | null {
  if (!asksForSocket(context)) return null
  return (context.env as Partial<SocketBindings>).ask ?? null
}

export function asksForSocket(context: Context): boolean {
  return context.req.header('upgrade')?.toLowerCase() === 'websocket'
}

/**
 * A request that may turn into a WebSocket, and into nothing else. Clients that offer HTTP/2 in passing are answered as
 * if they did not: without this Node.js hands their requests over unread, as soon as there are WebSockets at all.
 */
class SocketRequest extends http.IncomingMessage {
  asksForUpgrade: boolean | null = null

  get upgrade(): boolean | null {
    return this.asksForUpgrade && this.headers.upgrade?.toLowerCase() === 'websocket'
  }

  set upgrade(value: boolean | null) {
    this.asksForUpgrade = value
  }
}
