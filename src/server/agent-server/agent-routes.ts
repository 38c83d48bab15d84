import type { Context, Hono } from 'hono'
import {
  getAssistant,
  getServerHealth,
  getServerInfo,
  searchAssistants,
} from '../../contract/assistants.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { findAssistant, searchAssistants as searchStored } from './assistant-store.ts'
import type { RunEngine } from './run-engine.ts'

/** The deployment that a request's address names. Throws 404. */
export function deploymentOf(engine: RunEngine, context: Context): string {
  const name = context.req.param('deployment_name') ?? ''
  const deployment = engine.fleet.named(name)
  if (!deployment) throw new HttpError(404, `There is no deployment “${name}” on this server.`)
  return deployment.id
}

/** The headers by which the published clients page. */
export function tellTotal(context: Context, total: number, nextOffset: number): void {
  context.header('x-pagination-total', String(total))
  if (nextOffset < total) context.header('x-pagination-next', String(nextOffset))
}

/** `/assistants`, `/ok` and `/info` of an agent server. */
export function mountAssistants(app: Hono, engine: RunEngine): void {
  route(app, searchAssistants, async ({ body, context }) => {
    const deployment = deploymentOf(engine, context)
    const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
    const found = await searchStored(engine.database, deployment, { ...body, ...page })
    tellTotal(context, found.total, page.offset + found.assistants.length)
    return found.assistants
  })
  route(app, getAssistant, async ({ params, context }) => {
    const deployment = deploymentOf(engine, context)
    const found = await findAssistant(engine.database, deployment, params.assistant_id)
    if (found) return found
    throw new HttpError(404, `There is no assistant “${params.assistant_id}” in this deployment.`)
  })
  route(app, getServerHealth, ({ context }) => {
    deploymentOf(engine, context)
    return { ok: true }
  })
  route(app, getServerInfo, ({ context }) => {
    const deployment = engine.fleet.find(deploymentOf(engine, context))
    return {
      version: '0.1.0',
      revision_id: deployment?.active?.revision.revision_id ?? null,
      flags: { assistants: true, crons: false, feedback_in_stream: true },
    }
  })
}
