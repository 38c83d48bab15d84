import type { Hono } from 'hono'
import {
  getRetention,
  patchRetention,
  previewRetention,
  type Retention,
  type RetentionRule,
} from '../../contract/control-plane/retention.ts'
import type { Queryable } from '../db/database.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { previewOf } from './preview.ts'
import type { RetentionContext } from './retention-context.ts'
import { daysNames, daysOf, findRule, findSource, keepRule, sumRemoved } from './rule-store.ts'
import { Sweeper } from './sweeper.ts'

const dayMs = 24 * 3_600_000

/** How long deployments keep what is theirs, and the removal of what is older. */
export interface RetentionSweeps {
  start(): Promise<void>
  /** Removes what is old now; resolves when that is over. */
  sweep(): Promise<void>
  stop(): Promise<void>
}

/** Mounts retention on the control plane's routes, which guard them. */
export function createRetention(routes: Hono, context: RetentionContext): RetentionSweeps {
  const { database, now } = context
  const sweeper = new Sweeper(context)
  const tell = async (deploymentId: string): Promise<Retention> => {
    const row = await findRule(database, deploymentId)
    const since = new Date(now().getTime() - 29 * dayMs)
    return {
      deployment_id: deploymentId,
      rule: daysOf(row),
      updated_at: row?.updated_at.toISOString() ?? null,
      updated_by: row?.updated_by ?? null,
      swept_at: row?.swept_at?.toISOString() ?? null,
      removed: await sumRemoved(database, deploymentId, since),
    }
  }
  route(routes, getRetention, async ({ params }) => {
    await sourceOf(database, params.deployment_id)
    return tell(params.deployment_id)
  })
  route(routes, previewRetention, async ({ params, body }) => {
    checkSource(await sourceOf(database, params.deployment_id), body)
    return previewOf(database, params.deployment_id, daysOf(body), now())
  })
  route(routes, patchRetention, async ({ params, body, context: request }) => {
    checkSource(await sourceOf(database, params.deployment_id), body)
    const { name } = context.askerOf((header) => request.req.header(header))
    await keepRule(database, params.deployment_id, body, { at: now(), name: name ?? null })
    void sweeper.sweep()
    return tell(params.deployment_id)
  })
  return {
    start: () => sweeper.start(),
    sweep: () => sweeper.sweep(),
    stop: () => sweeper.stop(),
  }
}

/** Throws 404 where there is no such deployment; a preview has no rule but its deployment's. */
async function sourceOf(db: Queryable, deploymentId: string): Promise<string> {
  const source = await findSource(db, deploymentId)
  if (source === undefined) throw new HttpError(404, `There is no deployment ${deploymentId}.`)
  return source
}

/** Refuses (422, by field) what could not be kept. */
function checkSource(source: string, rule: RetentionRule): void {
  if (source !== 'external_docker') return
  const set = daysNames.filter((name) => typeof rule[name] === 'number')
  const msg =
    'The threads and runs of this deployment are another server’s: nothing of it can be removed here.'
  const faults = set.map((name) => ({ loc: ['body', name], msg, type: 'value_error' }))
  if (faults.length > 0) throw new HttpError(422, faults)
}
