import type { Hono } from 'hono'
import * as contract from '../../../contract/agent-server/mcp.ts'
import { unreadRoute } from '../../http/route.ts'
import type { OnBehalf } from '../on-behalf/on-behalf.ts'
import type { RunEngine } from '../run-engine.ts'
import type { McpEndpoint } from './mcp-endpoint.ts'

/**
 * The assistants as tools, at `/mcp`. A client that begins with `initialize` gets a session, by which it can cancel and
 * can be asked; any other request is answered by itself. Where several processes share the work there are no sessions:
 * the next request may reach another one.
 */
export function mountMcp(app: Hono, engine: RunEngine, onBehalf: OnBehalf) {
  let loaded: Promise<McpEndpoint> | undefined
  /** Loaded for whoever asks first: most servers are never asked, and it takes some 20 MB. */
  const endpoint = () => {
    loaded ??= import('./mcp-endpoint.ts').then(
      (module) => new module.McpEndpoint(engine, onBehalf),
    )
    return loaded
  }
  unreadRoute(app, contract.postMcp, async (context) => (await endpoint()).post(context))
  unreadRoute(app, contract.streamMcp, async (context) => (await endpoint()).stream(context))
  unreadRoute(app, contract.endMcpSession, async (context) => (await endpoint()).end(context))
  return { stop: async () => (await loaded)?.stop() }
}
