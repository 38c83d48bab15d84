import type { Context, Hono } from 'hono'
import { getServerHealth, getServerInfo } from '../../contract/agent-server/assistants.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { note } from '../http/tell-changes.ts'
import { version } from '../process/version.ts'
import type { RunEngine } from './run-engine.ts'

/** The deployment that a request's address names. Throws 404. */
export function deploymentOf(engine: RunEngine, context: Context): string {
  const name = context.req.param('deployment_name') ?? ''
  const deployment = engine.executors.named(name)
  if (!deployment) throw new HttpError(404, `There is no deployment “${name}” on this server.`)
  note(context, { deploymentId: deployment.id })
  return deployment.id
}

/** The headers by which the published clients page. */
export function tellTotal(context: Context, total: number, nextOffset: number): void {
  context.header('x-pagination-total', String(total))
  if (nextOffset < total) context.header('x-pagination-next', String(nextOffset))
}

/** `/ok` and `/info` of an agent server. */
export function mountServerInfo(app: Hono, engine: RunEngine): void {
  route(app, getServerHealth, async ({ query, context }) => {
    deploymentOf(engine, context)
    if (query.check_db) await engine.database.query('select 1')
    return { ok: true }
  })
  route(app, getServerInfo, ({ context }) => {
    const deployment = engine.executors.find(deploymentOf(engine, context))
    return {
      version,
      revision_id: deployment?.active?.revision.revision_id ?? null,
      flags: {
        assistants: true,
        crons: true,
        feedback_in_stream: true,
        feedback_marker: true,
        protocol_v2: true,
        rollback: true,
        run_search: true,
        strict_resume: true,
      },
    }
  })
}
