import type { Context, Hono } from 'hono'
import type { Transport } from '../../../client/api.ts'
import { bindingsOf } from '../own-requests/own-asker.ts'

/** Calls of this agent server's own endpoints, as whoever sends a request. */
export type OnBehalf = (context: Context) => Transport

/** What belongs to the connection, to the body or to the protocol of the request that it came with. */
const ownHeaders =
  /^(accept(-encoding)?|connection|content-.*|expect|host|keep-alive|last-event-id|mcp-.*|a2a-.*|sec-websocket-.*|te|trailer|transfer-encoding|upgrade)$/

/** What another request of the same client has as headers. */
export function headersOnBehalf({ req }: Context): Record<string, string> {
  return Object.fromEntries([...req.raw.headers].filter(([header]) => !ownHeaders.test(header)))
}

/**
 * For endpoints that do several things at once: each is asked of its own endpoint, without a network, with the headers
 * of the request. So the key, the project's authorization and every limit hold for it as for anybody's request.
 * @param app the agent servers, mounted at `/agents/:deployment_name`
 */
export function onBehalfOf(app: Hono): OnBehalf {
  return (context) => {
    const { origin } = new URL(context.req.url)
    const name = encodeURIComponent(context.req.param('deployment_name') ?? '')
    return {
      baseUrl: `${origin}/agents/${name}`,
      headers: headersOnBehalf(context),
      fetch: async (input, init) => app.fetch(new Request(input, init), bindingsOf(context)),
    }
  }
}
