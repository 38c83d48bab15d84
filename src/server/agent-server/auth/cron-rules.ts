import * as crons from '../../../contract/agent-server/crons.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import type { RunConfig } from '../../executor/protocol/run-order.ts'
import { HttpError } from '../../http/http-error.ts'
import { findCron } from '../crons/cron-store.ts'
import { withUser } from '../user-config.ts'
import { type Asker, metadataIn } from './asker.ts'
import { rule } from './rule.ts'
import { admitRun } from './run-rules.ts'

/** Asks for the cron, and for the runs that it will make: they are the user's who made it. */
async function admitCron<Body extends Omit<crons.CronCreate, 'on_run_completed'>>(
  ask: Asker,
  threadId: string | null,
  body: Body,
): Promise<Body> {
  const { schedule, end_time, metadata, timezone: _, enabled: __, ...payload } = body
  const asked = await ask.ask('crons:create', {
    payload,
    schedule,
    thread_id: threadId,
    user_id: ask.user.identity,
    end_time,
    metadata: metadata ?? {},
  })
  const { config } = await admitRun(ask, threadId, { ...body, after_seconds: null, command: null })
  return { ...body, config, metadata: metadataIn(asked.value) }
}

const about = async (ask: Asker, cron_id: string, event: string, more: object = {}) =>
  ask.about('cron', cron_id, event, { ...more, cron_id }, unknownCron(cron_id))

const unknownCron = (cronId: string) =>
  new HttpError(404, `There is no cron ${cronId} in this deployment.`)

const searches = async (ask: Asker, { body }: { body: object }) => {
  await ask.list('crons:search', { ...body })
  return undefined
}

export const cronRules = [
  rule(crons.createCron, async (ask, { body }) => ({ body: await admitCron(ask, null, body) })),
  rule(crons.createThreadCron, async (ask, { params, body }) => ({
    body: await admitCron(ask, params.thread_id, body),
  })),
  rule(crons.searchCrons, searches),
  rule(crons.countCrons, searches),
  rule(crons.getCron, async (ask, { params: { cron_id } }) => {
    await about(ask, cron_id, 'crons:read')
    return undefined
  }),
  rule(crons.patchCron, async (ask, { params: { cron_id }, body }) => {
    const { schedule, metadata, ...payload } = body
    const value = { payload, schedule, metadata: metadata ?? {} }
    const left = await about(ask, cron_id, 'crons:update', value)
    const cron = await findCron(ask.engine.database, ask.deploymentId, cron_id)
    const kept = (parseJson(cron?.request ?? '{}') as { config?: RunConfig | null }).config
    // From now on its runs are those of whoever changed it.
    const config = withUser((body.config as RunConfig | null | undefined) ?? kept, ask.user)
    return { body: { ...body, config, metadata: metadataIn(left) } }
  }),
  rule(crons.deleteCron, async (ask, { params: { cron_id } }) => {
    await about(ask, cron_id, 'crons:delete')
    return undefined
  }),
  rule(crons.startCronRun, async (ask, { params: { cron_id } }) => {
    await about(ask, cron_id, 'crons:update')
    return undefined
  }),
]
