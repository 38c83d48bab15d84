import type { Hono } from 'hono'
import * as contract from '../../../contract/agent-server/a2a.ts'
import { route, unreadRoute } from '../../http/route.ts'
import type { RunEngine } from '../run-engine.ts'
import type { A2aEndpoint, A2aOptions } from './a2a-endpoint.ts'

/** The assistants as agents of the Agent2Agent protocol, in its version 1 and the one before. */
export function mountA2a(app: Hono, engine: RunEngine, options: A2aOptions): void {
  let loaded: Promise<A2aEndpoint> | undefined
  /** Loaded for whoever asks first, as MCP is. */
  const endpoint = () => {
    loaded ??= import('./a2a-endpoint.ts').then((module) => new module.A2aEndpoint(engine, options))
    return loaded
  }
  unreadRoute(app, contract.postA2a, async (context) => (await endpoint()).post(context))
  route(app, contract.getAgentCard, async ({ params, context }) =>
    (await endpoint()).card(context, params.assistant_id),
  )
  route(app, contract.findAgentCard, async ({ query, context }) =>
    (await endpoint()).card(context, query.assistant_id),
  )
}
