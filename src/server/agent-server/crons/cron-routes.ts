import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import * as contract from '../../../contract/agent-server/crons.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { takeFilter } from '../access/granted-access.ts'
import { deploymentOf, tellTotal } from '../agent-routes.ts'
import { assistantOf } from '../assistants/assistant-of.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import { unknownThread } from '../not-found.ts'
import type { RunEngine } from '../run-engine.ts'
import { wireRun } from '../run-row.ts'
import { checkInput } from '../runs/check-input.ts'
import { checkRunRequest } from '../runs/check-run-request.ts'
import { withoutOwnKeys } from '../runs/run-request.ts'
import { holdThread } from '../threads/thread-store.ts'
import { nextTick } from './cron-schedule.ts'
import * as store from './cron-store.ts'
import type { CronTicks } from './ticks/cron-ticks.ts'

/** `/runs/crons` of an agent server, and the crons of a thread. */
export function mountCrons(app: Hono, engine: RunEngine, ticks: CronTicks): void {
  const { database, now } = engine

  route(app, contract.createCron, ({ body, context }) =>
    create(context, body, { threadId: null, after: body.on_run_completed ?? 'delete' }),
  )
  route(app, contract.createThreadCron, ({ params, body, context }) =>
    create(context, body, { threadId: params.thread_id, after: 'keep' }),
  )
  route(app, contract.searchCrons, async ({ body, context }) => {
    const deployment = deploymentOf(engine, context)
    const filter = await byAssistantId(deployment, { ...body, allowed: takeFilter(context) })
    const rows = filter ? await store.searchCrons(database, deployment, filter) : []
    const total = filter ? await store.countCrons(database, deployment, filter) : 0
    tellTotal(context, total, (body.offset ?? 0) + rows.length)
    return rows.map((row) => store.wireCron(row, body.select, now()) as contract.Cron)
  })
  route(app, contract.countCrons, async ({ body, context }) => {
    const deployment = deploymentOf(engine, context)
    const filter = await byAssistantId(deployment, { ...body, allowed: takeFilter(context) })
    return filter ? store.countCrons(database, deployment, filter) : 0
  })
  const found = async (context: Context, cronId: string) => {
    const cron = await store.findCron(database, deploymentOf(engine, context), cronId)
    if (!cron) throw unknownCron(cronId)
    return cron
  }
  route(app, contract.getCron, async ({ params, context }) =>
    wire(await found(context, params.cron_id)),
  )
  route(app, contract.patchCron, async ({ params, body, context }) => {
    const deployment = deploymentOf(engine, context)
    const isOther = body.input || body.context || body.config
    const known = isOther ? await store.findCron(database, deployment, params.cron_id) : null
    // What a graph could not take would fail at every tick.
    if (known) {
      const asked = parseJson(changed(known, body, now()).request) as RunCreate
      await checkInput(engine, deployment, { ...asked, assistant_id: known.assistant_id })
    }
    const row = await database.transaction(async (tx) => {
      const cron = await store.lockCron(tx, deployment, params.cron_id)
      if (!cron) throw unknownCron(params.cron_id)
      if (cron.thread_id && body.on_run_completed) {
        throw invalidField(['body', 'on_run_completed'], 'The runs of a thread stay with it.')
      }
      return store.changeCron(tx, cron.cron_id, changed(cron, body, now()), now())
    })
    ticks.look()
    return wire(row)
  })
  route(app, contract.deleteCron, async ({ params, context }) => {
    const deployment = deploymentOf(engine, context)
    const isDeleted = await store.deleteCron(database, deployment, params.cron_id)
    if (!isDeleted) throw unknownCron(params.cron_id)
  })
  route(app, contract.startCronRun, async ({ params, context }) => {
    const { run } = await ticks.start(await found(context, params.cron_id))
    return wireRun(run)
  })

  async function create(
    context: Context,
    body: Omit<contract.CronCreate, 'on_run_completed'>,
    { threadId, after }: { threadId: string | null; after: 'delete' | 'keep' },
  ): Promise<contract.Cron> {
    const deployment_id = deploymentOf(engine, context)
    const { assistant_id } = await assistantOf(engine, context, body.assistant_id)
    await checkInput(engine, deployment_id, { ...body, assistant_id })
    const blank = {
      timezone: null,
      end_time: null,
      enabled: true,
      on_run_completed: after,
      request: '{}',
      metadata: {},
    }
    const settings = changed({ ...blank, schedule: body.schedule }, body, now())
    const ids = { cron_id: randomUUID(), deployment_id, assistant_id, thread_id: threadId }
    const row = await database.transaction(async (tx) => {
      if (threadId && !(await holdThread(tx, deployment_id, threadId))) {
        throw unknownThread(threadId)
      }
      return store.insertCron(tx, { ...settings, ...ids }, now())
    })
    ticks.look()
    return wire(row)
  }

  /** The filter with the assistant's id where its graph is named; null where there is no such assistant. */
  async function byAssistantId<Filter extends contract.CronFilter>(
    deployment: string,
    filter: Filter,
  ): Promise<Filter | null> {
    if (typeof filter.assistant_id !== 'string') return filter
    const assistant = await findAssistant(database, deployment, filter.assistant_id)
    return assistant ? { ...filter, assistant_id: assistant.assistant_id } : null
  }
}

function wire(row: store.CronRow): contract.Cron {
  return store.wireCron(row) as contract.Cron
}

/**
 * The settings after a change, and their next tick: absent fields stay as they are. Throws 422 for a schedule that has
 * no tick to come, and for a run that could not be made.
 */
function changed(
  cron: Omit<store.CronSettings, 'next_run_at'> & Partial<Pick<store.CronRow, 'next_run_at'>>,
  body: contract.CronPatch | Omit<contract.CronCreate, 'on_run_completed'>,
  now: Date,
): store.CronSettings {
  const { schedule, timezone, end_time, enabled, metadata, ...rest } = body
  const blank = { assistant_id: null, on_run_completed: null }
  const { assistant_id: _, on_run_completed, ...run } = { ...blank, ...rest }
  const said = Object.entries(run).filter(([, value]) => value !== undefined)
  const asked = { ...(parseJson(cron.request) as RunCreate), ...Object.fromEntries(said) }
  // A checkpoint that a client handed on is not where every run begins.
  const request = asked.config ? { ...asked, config: withoutOwnKeys(asked.config) } : asked
  checkRunRequest({ ...request, assistant_id: '' })
  const settings = {
    schedule: schedule ?? cron.schedule,
    timezone: timezone === undefined ? cron.timezone : timezone,
    end_time: end_time === undefined ? cron.end_time : end_time,
    enabled: enabled ?? cron.enabled,
    on_run_completed: on_run_completed ?? cron.on_run_completed,
    request: writeJson(request),
    metadata: { ...cron.metadata, ...metadata },
  }
  // A tick that is due stays due, and one that is over may be changed in all else.
  if (cron.next_run_at !== undefined && hasSameTicks(cron, settings)) {
    return { ...settings, next_run_at: cron.next_run_at }
  }
  const next = nextTick(settings, now)
  if (!next && settings.enabled) {
    throw invalidField(['body', 'end_time'], 'The schedule has no tick before this.')
  }
  return { ...settings, next_run_at: settings.enabled ? next : null }
}

type Ticks = Pick<store.CronSettings, 'schedule' | 'timezone' | 'end_time' | 'enabled'>

function hasSameTicks(one: Ticks, other: Ticks): boolean {
  return (
    one.schedule === other.schedule &&
    (one.timezone ?? 'UTC') === (other.timezone ?? 'UTC') &&
    one.end_time?.getTime() === other.end_time?.getTime() &&
    one.enabled === other.enabled
  )
}

function unknownCron(cronId: string): HttpError {
  return new HttpError(404, `There is no cron ${cronId} in this deployment.`)
}
