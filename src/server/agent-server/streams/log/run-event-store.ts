import { type Database, first, type Queryable } from '../../../db/database.ts'
import { type Claim, isHeldBy } from '../../run-store/run-life-cycle.ts'

/** One event of a run's log; `data` is JSON in one line, `at` when it was told, in ms; null for very old ones. */
export interface LoggedEvent {
  id: number
  event: string
  data: string
  at: number | null
}

const newEvents = (events: readonly LoggedEvent[]) => [
  events.map(({ id }) => id),
  events.map(({ event }) => event),
  events.map(({ data }) => data),
  events.map(({ at }) => at),
]

/** Stores events of a run that the transaction holds. */
export async function insertEvents(
  tx: Queryable,
  runId: string,
  events: readonly LoggedEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx.query(
    `insert into run_events (run_id, id, event, data, at)
     select $1::uuid, e.id, e.event, e.data, e.at
     from unnest($2::int[], $3::text[], $4::text[], $5::float8[]) e(id, event, data, at)
     on conflict do nothing`,
    [runId, ...newEvents(events)],
  )
}

/**
 * Stores events of an attempt behind the fence, and notifies the other processes, so that they read on.
 * Answers false, and stores nothing, when the attempt has its run no more.
 */
export async function insertHeldEvents(
  db: Queryable,
  claim: Claim,
  events: readonly LoggedEvent[],
  notice: { channel: string; text: string } | null,
): Promise<boolean> {
  const fence = isHeldBy({ run_id: '$1', attempt: '$6', claimed_by: '$7' })
  const rows = await db.query(
    `with held as (select run_id from runs where ${fence} for share), kept as (
       insert into run_events (run_id, id, event, data, at)
       select held.run_id, e.id, e.event, e.data, e.at
       from held, unnest($2::int[], $3::text[], $4::text[], $5::float8[]) e(id, event, data, at)
       on conflict do nothing
     ) select ${notice ? 'pg_notify($8, $9)' : '1'} from held`,
    [
      claim.run_id,
      ...newEvents(events),
      claim.attempt,
      claim.claimed_by,
      ...(notice ? [notice.channel, notice.text] : []),
    ],
  )
  return rows.length > 0
}

/** A page of a log, in order, after an id. */
export async function listEvents(
  db: Queryable,
  runId: string,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  return db.query<LoggedEvent>(
    'select id, event, data, at from run_events where run_id = $1 and id > $2 order by id limit $3',
    [runId, after, limit],
  )
}

/** The id that the next event of a run has. */
export async function nextEventId(db: Queryable, runId: string): Promise<number> {
  const rows = await db.query<{ next: number }>(
    'select coalesce(max(id) + 1, 0)::int as next from run_events where run_id = $1',
    [runId],
  )
  return first(rows)?.next ?? 0
}

/** A resumable run of a deployment that has a rule of its own for events, or of a preview of one. */
const hasOwnRule = `is_resumable and deployment_id in (
  select k.deployment_id from retention_rules k where k.events_days is not null
  union all select p.preview_id from previews p
    join retention_rules k on k.deployment_id = p.deployment_id where k.events_days is not null)`

/**
 * Deletes the logs of runs that ended long ago: resumable ones before `resumable`, or before what `own` has for their
 * deployment, unless that has a rule of its own; others, which were stored for listeners at other processes, before
 * `others`. Answers how many runs' logs went.
 */
export async function deleteOldEvents(
  database: Database,
  before: { resumable: Date; others: Date; own: { deployment_id: string; before: Date }[] },
  limit: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const runs = await tx.query<{ run_id: string }>(
      `update runs set is_logged = false where run_id in (
         select run_id from runs where is_logged
         and ended_at < case when is_resumable then coalesce((
           select o.before from unnest($4::uuid[], $5::timestamptz[]) o(deployment_id, before)
           where o.deployment_id = runs.deployment_id
         ), $1::timestamptz) else $2::timestamptz end
         and not (${hasOwnRule})
         order by ended_at limit $3 for no key update skip locked
       ) returning run_id`,
      [
        before.resumable,
        before.others,
        limit,
        before.own.map(({ deployment_id }) => deployment_id),
        before.own.map((one) => one.before),
      ],
    )
    const ids = runs.map(({ run_id }) => run_id)
    if (ids.length > 0) {
      await tx.query('delete from run_events where run_id = any($1::uuid[])', [ids])
    }
    return ids.length
  })
}
