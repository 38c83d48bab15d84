import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { orAbsent } from '../odd-part.ts'
import { id, moment, notSupported, timeZone } from '../query.ts'
import { commonRunFields } from './run-request.ts'
import { Run } from './runs.ts'

const anyRecord = z.record(z.string(), z.unknown())

/**
 * A cron: an assistant's run by a schedule, on one thread (`thread_id`) or each on a thread of its own, which
 * goes with its run unless `on_run_completed` is `keep`. `payload` is the run that is asked for.
 * `next_run_date` is null for one that is paused or over. The fields from `last_run_date` on are ours: the
 * newest tick, the run and the thread that it made, and why it made none.
 */
export const Cron = z.looseObject({
  cron_id: z.string(),
  assistant_id: z.nullish(z.string()),
  thread_id: z.nullish(z.string()),
  schedule: z.string(),
  timezone: z.nullish(z.string()),
  end_time: z.nullish(z.string()),
  enabled: z.nullish(z.boolean()),
  on_run_completed: z.nullish(z.string()),
  payload: orAbsent(anyRecord),
  metadata: orAbsent(anyRecord),
  user_id: z.nullish(z.string()),
  next_run_date: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  last_run_date: z.nullish(z.string()),
  last_run_id: z.nullish(z.string()),
  last_thread_id: z.nullish(z.string()),
  last_error: z.nullish(z.string()),
})
export type Cron = z.infer<typeof Cron>

const notHere = notSupported('A run by a schedule is not made with this.')

const cronFields = {
  ...commonRunFields,
  /** Five fields (minute, hour, day, month, weekday), or a word as `@daily`. */
  schedule: z.string().check(z.minLength(1, 'Write a schedule, as 0 9 * * 1-5.')),
  /** The schedule's; UTC unless it is told. */
  timezone: z.nullish(timeZone),
  /** No tick is after it. */
  end_time: z.nullish(moment),
  enabled: z.nullish(z.boolean()),
  metadata: z.nullish(anyRecord),
  command: notHere,
  checkpoint: notHere,
  checkpoint_id: notHere,
  after_seconds: notHere,
}

const CronCreate = z.strictObject({
  ...cronFields,
  on_run_completed: z.nullish(z.enum(['delete', 'keep'])),
})
export type CronCreate = z.infer<typeof CronCreate>

/** The thread of such a cron stays, whatever its runs do. */
const ThreadCronCreate = z.strictObject({
  ...cronFields,
  on_run_completed: notSupported('The runs of a thread stay with it. Leave this out.'),
})

const CronPatch = z.strictObject({
  ...cronFields,
  assistant_id: notSupported('A cron keeps its assistant. Make another one.'),
  schedule: z.optional(cronFields.schedule),
  on_run_completed: z.nullish(z.enum(['delete', 'keep'])),
})
export type CronPatch = z.infer<typeof CronPatch>

const filters = {
  /** A UUID, or a graph's name. */
  assistant_id: z.nullish(z.string()),
  thread_id: z.nullish(id),
  enabled: z.nullish(z.boolean()),
  metadata: z.nullish(anyRecord),
}
const CronFilter = z.strictObject(filters)
export type CronFilter = z.infer<typeof CronFilter>

const cronNames = [
  'cron_id',
  'assistant_id',
  'thread_id',
  'on_run_completed',
  'end_time',
  'schedule',
  'timezone',
  'enabled',
  'created_at',
  'updated_at',
  'user_id',
  'payload',
  'next_run_date',
  'metadata',
  'now',
] as const

const cronOrders = [
  'cron_id',
  'assistant_id',
  'thread_id',
  'next_run_date',
  'end_time',
  'created_at',
  'updated_at',
] as const

const CronSearchRequest = z.strictObject({
  ...filters,
  limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
  offset: z.nullish(z.int().check(z.gte(0))),
  sort_by: z.nullish(z.enum(cronOrders)),
  sort_order: z.nullish(z.enum(['asc', 'desc'])),
  select: z.nullish(z.array(z.enum(cronNames))),
})
export type CronSearchRequest = z.infer<typeof CronSearchRequest>

const cronParams = z.object({ cron_id: id })

/**
 * Starts a run of an assistant at each tick of a schedule. 422 for a schedule that cannot be read or has no tick
 * to come.
 */
export const createCron = endpoint({
  name: 'createCron',
  area: 'agent',
  method: 'POST',
  path: '/runs/crons',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  body: CronCreate,
  response: Cron,
})

/** The same on one thread; `multitask_strategy` says what a tick does while a run of the thread is going on. */
export const createThreadCron = endpoint({
  name: 'createThreadCron',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/runs/crons',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: z.object({ thread_id: id }),
  body: ThreadCronCreate,
  response: Cron,
})

/** A page of crons: newest first unless `sort_by` says otherwise, ten unless `limit` says so. */
export const searchCrons = endpoint({
  name: 'searchCrons',
  area: 'agent',
  method: 'POST',
  path: '/runs/crons/search',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: CronSearchRequest,
  response: z.array(Cron),
})

export const countCrons = endpoint({
  name: 'countCrons',
  area: 'agent',
  method: 'POST',
  path: '/runs/crons/count',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: CronFilter,
  response: z.number(),
})

export const getCron = endpoint({
  name: 'getCron',
  area: 'agent',
  method: 'GET',
  path: '/runs/crons/{cron_id}',
  role: 'viewer',
  isAudited: false,
  params: cronParams,
  response: Cron,
})

/** Absent fields stay; `metadata` is merged, `end_time: null` takes the end away. */
export const patchCron = endpoint({
  name: 'patchCron',
  area: 'agent',
  method: 'PATCH',
  path: '/runs/crons/{cron_id}',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: cronParams,
  body: CronPatch,
  response: Cron,
})

/** Its runs stay, also the one that is going on. */
export const deleteCron = endpoint({
  name: 'deleteCron',
  area: 'agent',
  method: 'DELETE',
  path: '/runs/crons/{cron_id}',
  role: 'operator',
  isAudited: true,
  params: cronParams,
})

/** Starts a run of it now, beside the schedule; also of one that is paused or over. Ours. */
export const startCronRun = endpoint({
  name: 'startCronRun',
  area: 'agent',
  method: 'POST',
  path: '/runs/crons/{cron_id}/start',
  role: 'operator',
  isAudited: true,
  params: cronParams,
  response: Run,
})
