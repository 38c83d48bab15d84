import type { Cron, CronFilter, CronSearchRequest } from '../../../contract/agent-server/crons.ts'
import { parseJson } from '../../../contract/exact-json.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import type { RunConfig } from '../../executor/protocol/run-order.ts'
import { type AuthFilter, filterCondition } from '../access/auth-filter.ts'
import { userIn, withoutUser } from '../user-config.ts'

export interface CronRow {
  cron_id: string
  deployment_id: string
  assistant_id: string
  thread_id: string | null
  schedule: string
  timezone: string | null
  end_time: Date | null
  enabled: boolean
  on_run_completed: 'delete' | 'keep'
  /** The run to make, as JSON text. */
  request: string
  metadata: Record<string, unknown>
  next_run_at: Date | null
  last_run_at: Date | null
  last_run_id: string | null
  last_thread_id: string | null
  last_error: string | null
  created_at: Date
  updated_at: Date
}

const columns = `cron_id, deployment_id, assistant_id, thread_id, schedule, timezone, end_time, enabled,
  on_run_completed, request, metadata, next_run_at, last_run_at, last_run_id, last_thread_id, last_error,
  created_at, updated_at`

/** What a caller decides about a cron, and when it is due next. */
export type CronSettings = Pick<
  CronRow,
  | 'schedule'
  | 'timezone'
  | 'end_time'
  | 'enabled'
  | 'on_run_completed'
  | 'request'
  | 'metadata'
  | 'next_run_at'
>

const settingsOf = (cron: CronSettings) => [
  cron.schedule,
  cron.timezone,
  cron.end_time,
  cron.enabled,
  cron.on_run_completed,
  cron.request,
  jsonb(cron.metadata),
  cron.next_run_at,
]

export async function insertCron(
  tx: Queryable,
  cron: CronSettings & Pick<CronRow, 'cron_id' | 'deployment_id' | 'assistant_id' | 'thread_id'>,
  now: Date,
): Promise<CronRow> {
  const { cron_id, deployment_id, assistant_id, thread_id } = cron
  const rows = await tx.query<CronRow>(
    `insert into crons (cron_id, deployment_id, assistant_id, thread_id, created_at, updated_at,
       schedule, timezone, end_time, enabled, on_run_completed, request, metadata, next_run_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${columns}`,
    [cron_id, deployment_id, assistant_id, thread_id, now, ...settingsOf(cron)],
  )
  return rows[0] as CronRow
}

export async function changeCron(
  tx: Queryable,
  cronId: string,
  settings: CronSettings,
  now: Date,
): Promise<CronRow> {
  const rows = await tx.query<CronRow>(
    `update crons set updated_at = $2, schedule = $3, timezone = $4, end_time = $5, enabled = $6,
       on_run_completed = $7, request = $8, metadata = $9, next_run_at = $10
     where cron_id = $1 returning ${columns}`,
    [cronId, now, ...settingsOf(settings)],
  )
  return rows[0] as CronRow
}

const byId = `select ${columns} from crons where deployment_id = $1 and cron_id = $2`

export async function findCron(
  db: Queryable,
  deploymentId: string,
  cronId: string,
): Promise<CronRow | undefined> {
  return first(await db.query<CronRow>(byId, [deploymentId, cronId]))
}

/** As `findCron`, held for change until the end of the transaction. */
export async function lockCron(
  tx: Queryable,
  deploymentId: string,
  cronId: string,
): Promise<CronRow | undefined> {
  return first(await tx.query<CronRow>(`${byId} for no key update`, [deploymentId, cronId]))
}

/** Answers false when there is no such cron. */
export async function deleteCron(
  db: Queryable,
  deploymentId: string,
  cronId: string,
): Promise<boolean> {
  const rows = await db.query(
    'delete from crons where deployment_id = $1 and cron_id = $2 returning cron_id',
    [deploymentId, cronId],
  )
  return rows.length > 0
}

export async function deleteCronsOfAssistant(db: Queryable, assistantId: string): Promise<void> {
  await db.query('delete from crons where assistant_id = $1', [assistantId])
}

export async function deleteCrons(db: Queryable, deploymentId: string): Promise<void> {
  await db.query('delete from crons where deployment_id = $1', [deploymentId])
}

const matches = `deployment_id = $1 and ($2::uuid is null or assistant_id = $2)
  and ($3::uuid is null or thread_id = $3) and ($4::boolean is null or enabled = $4)
  and ($5::jsonb is null or metadata @> $5::jsonb)`

/** What the project's own authorization lets through. */
interface Allowed {
  allowed: AuthFilter | null
}

function conditionsOf(deploymentId: string, filter: CronFilter & Allowed) {
  const { assistant_id, thread_id, enabled, metadata, allowed } = filter
  const params: unknown[] = [
    deploymentId,
    assistant_id ?? null,
    thread_id ?? null,
    enabled ?? null,
    jsonb(metadata ?? null),
  ]
  const isAllowed = filterCondition('metadata', allowed ?? {}, (one) => `$${params.push(one)}`)
  return { matches: `${matches} and ${isAllowed}`, params }
}

/** `assistant_id` of the filter is a UUID here. */
export async function searchCrons(
  db: Queryable,
  deploymentId: string,
  search: CronSearchRequest & Allowed,
): Promise<CronRow[]> {
  const { matches, params } = conditionsOf(deploymentId, search)
  const by = search.sort_by ?? 'created_at'
  const order = by === 'next_run_date' ? 'next_run_at' : by
  const direction = search.sort_order ?? 'desc'
  return db.query<CronRow>(
    `select ${columns} from crons where ${matches}
     order by ${order} ${direction} nulls last, cron_id
     limit $${params.length + 1} offset $${params.length + 2}`,
    [...params, search.limit ?? 10, search.offset ?? 0],
  )
}

export async function countCrons(
  db: Queryable,
  deploymentId: string,
  filter: CronFilter & Allowed,
): Promise<number> {
  const { matches, params } = conditionsOf(deploymentId, filter)
  const rows = await db.query<{ total: number }>(
    `select count(*)::int as total from crons where ${matches}`,
    params,
  )
  return first(rows)?.total ?? 0
}

/** Those with a tick that is due, the longest due first, with their threads. */
export async function findDue(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<Pick<CronRow, 'cron_id' | 'deployment_id' | 'thread_id'>[]> {
  return db.query(
    `select cron_id, deployment_id, thread_id from crons where next_run_at <= $1
     order by next_run_at limit $2`,
    [now, limit],
  )
}

/** A cron whose tick is due, held for it; undefined when another process has it in hand or has made it. */
export async function takeDue(
  tx: Queryable,
  cronId: string,
  now: Date,
): Promise<CronRow | undefined> {
  const rows = await tx.query<CronRow>(
    `select ${columns} from crons where cron_id = $1 and next_run_at <= $2
     for no key update skip locked`,
    [cronId, now],
  )
  return first(rows)
}

/** When the next tick of all is due. */
export async function nextDue(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ due: Date | null }>(
    'select min(next_run_at) as due from crons where next_run_at is not null',
  )
  return first(rows)?.due ?? null
}

/** Whether the run that the last tick made has not begun yet. */
export async function doesLastRunWait(tx: Queryable, cron: CronRow): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from runs where run_id = $1 and status = 'pending' and started_at is null`,
    [cron.last_run_id],
  )
  return rows.length > 0
}

/** What came of a tick: the run that it made, or why it made none. */
export type TickOutcome =
  | { run: { run_id: string; thread_id: string }; error: null }
  | { run: null; error: string }

/** The run that was made before stays the last one where none was made. */
export async function recordTick(
  tx: Queryable,
  cronId: string,
  { run, error }: TickOutcome,
  at: { now: Date; next: Date | null },
): Promise<void> {
  await tx.query(
    `update crons set last_run_at = $2, next_run_at = $3, last_error = $4,
       last_run_id = coalesce($5, last_run_id), last_thread_id = coalesce($6, last_thread_id)
     where cron_id = $1`,
    [cronId, at.now, at.next, error, run?.run_id ?? null, run?.thread_id ?? null],
  )
}

/** A run of a cron was made beside its schedule, which may be ticking meanwhile. */
export async function recordStart(
  tx: Queryable,
  cronId: string,
  run: { run_id: string; thread_id: string },
  now: Date,
): Promise<void> {
  await tx.query(
    `update crons set last_run_at = $2, last_error = null, last_run_id = $3, last_thread_id = $4
     where cron_id = $1`,
    [cronId, now, run.run_id, run.thread_id],
  )
}

/** The public fields of a cron; `select` leaves some out, and may ask for the time that it is here (`now`). */
export function wireCron(
  row: CronRow,
  select?: CronSearchRequest['select'],
  now?: Date,
): Cron | Partial<Cron> {
  const { assistant_id } = row
  const request = parseJson(row.request) as { config?: RunConfig }
  const cron = {
    cron_id: row.cron_id,
    assistant_id,
    thread_id: row.thread_id,
    schedule: row.schedule,
    timezone: row.timezone,
    end_time: row.end_time?.toISOString() ?? null,
    enabled: row.enabled,
    on_run_completed: row.on_run_completed,
    payload: { ...withoutUser(request), assistant_id },
    metadata: row.metadata,
    user_id: userIn(request.config)?.identity ?? null,
    next_run_date: row.next_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_run_date: row.last_run_at?.toISOString() ?? null,
    last_run_id: row.last_run_id,
    last_thread_id: row.last_thread_id,
    last_error: row.last_error,
  }
  if (!select) return cron
  const all = Object.entries({ ...cron, now: now?.toISOString() })
  return Object.fromEntries(all.filter(([name]) => (select as readonly string[]).includes(name)))
}
