import { type RetentionName, retentionNames } from '../../contract/control-plane/retention.ts'
import type { Queryable } from '../db/database.ts'
import type { Days } from './rule-store.ts'

const dayMs = 24 * 3_600_000

/** Whose things are looked at, and the moments before which they are old; null: they never are. */
export interface Scope {
  /** The deployment and its previews. */
  ids: readonly string[]
  /** Threads that QA refers to. */
  kept: readonly string[]
  before: Record<RetentionName, Date | null>
}

export async function scopeOf(
  db: Queryable,
  deploymentId: string,
  days: Days,
  now: Date,
): Promise<Scope> {
  const previews = await db.query<{ preview_id: string }>(
    'select preview_id from previews where deployment_id = $1',
    [deploymentId],
  )
  const before = retentionNames.map((name) => {
    const most = days[`${name}_days`]
    return [name, most === null ? null : new Date(now.getTime() - most * dayMs)] as const
  })
  return {
    ids: [deploymentId, ...previews.map(({ preview_id }) => preview_id)],
    kept: await threadsOfQa(db),
    before: Object.fromEntries(before) as Scope['before'],
  }
}

/** Attempts of sessions, and cases that were made of conversations. */
async function threadsOfQa(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ thread_id: string }>(
    `select lower(thread_id) as thread_id from (
       select thread_id from qa_attempts
       union select c -> 'origin' ->> 'thread_id' from qa_suite_versions v, jsonb_array_elements(v.cases) c
     ) referred where thread_id ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`,
  )
  return rows.map(({ thread_id }) => thread_id)
}

/** Begins each statement of this folder; its own parameters follow from `$8` on. */
const scopeTable = `with scope as (
    select $1::uuid[] as ids, $3::timestamptz as threads, $4::timestamptz as runs,
      $5::timestamptz as events, $6::timestamptz as logs, $7::timestamptz as votes
  ), kept as (select unnest($2::uuid[]) as thread_id)`

/** Runs a statement that speaks of `scope` and `kept`; it begins with a query, or with further tables and a comma. */
export function inScope<Row extends object>(
  db: Queryable,
  { ids, kept, before }: Scope,
  sql: string,
  params: readonly unknown[] = [],
): Promise<Row[]> {
  const given = [ids, kept, ...retentionNames.map((name) => before[name]), ...params]
  return db.query<Row>(`${scopeTable}${sql.startsWith(',') ? '' : ' '}${sql}`, given)
}

const isOwn = (table: string) => `${table}.deployment_id = any((select ids from scope)::uuid[])`
const isBefore = (moment: string, name: RetentionName) => `${moment} < (select ${name} from scope)`

const isBusy = `exists (
    select 1 from runs a where a.thread_id = t.thread_id and a.status in ('pending', 'running'))`
const waits = `t.status = 'interrupted' and jsonb_typeof(t.interrupts) = 'object' and t.interrupts <> '{}'`
const isOfQa = 't.thread_id in (select thread_id from kept)'

/** Why a thread `t` that is old enough stays; null: it goes. */
export const stayReason = `case
    when ${isBusy} then 'busy' when ${waits} then 'waits' when ${isOfQa} then 'qa'
    when t.expires_at is not null then 'ttl'
    when exists (select 1 from crons c where c.thread_id = t.thread_id) then 'schedule'
    when exists (select 1 from embed_threads e where e.thread_id = t.thread_id) then 'embed'
  end`

/** A thread `t` that is old enough. One that was made for a single run goes with that. */
export const isOldThread = `${isOwn('t')} and ${isBefore('t.updated_at', 'threads')} and not t.is_temporary`
/** A thread `t` that goes, with all that belongs to it. */
export const threadGoes = `${isOldThread} and (${stayReason}) is null`

/** A run `r` of a thread `t` that goes for its own age, with its events and votes. */
export const runGoes = `${isOwn('r')} and r.status not in ('pending', 'running')
  and ${isBefore('r.ended_at', 'runs')} and not t.is_temporary
  and not (${isBusy}) and not coalesce(${waits}, false) and not (${isOfQa})`

/** A run `r` whose events go for their own age. */
export const eventsGo = `${isOwn('r')} and r.is_logged and ${isBefore('r.ended_at', 'events')}`

/** A line `l` of a revision `v` that goes. */
export const lineGoes = `v.deployment_id = (select ids[1] from scope) and l.revision_id = v.id
  and l.type = 'deploy' and l.stream = 'agent' and ${isBefore('l.logged_at', 'logs')}`

/** A submission `f` that goes for its own age. */
export const voteGoes = `${isOwn('f')} and f.connection_id is null
  and ${isBefore('f.first_created_at', 'votes')} and not exists (
    select 1 from runs r join kept k on k.thread_id = r.thread_id where r.run_id = f.run_id)`
