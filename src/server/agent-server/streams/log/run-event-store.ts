import { type Database, first, type Queryable } from '../../../db/database.ts'
import { type Claim, isHeldBy } from '../../run-store/run-life-cycle.ts'
import { eventsIn, linesOf } from './event-lines.ts'
import type { LoggedEvent } from './logged-event.ts'

/** A block of events: what one statement stores of a log. */
const columns = 'run_id, first, last, count, events'
const blockOf = (events: readonly LoggedEvent[]) => [
  events[0]?.id,
  events.at(-1)?.id,
  events.length,
  linesOf(events),
]
/**
 * What could have been stored, without an answer that told so, is stored again, perhaps with more behind it: a block
 * that begins alike takes the place of a shorter one.
 */
const orLonger = `on conflict (run_id, first) do update
  set last = excluded.last, count = excluded.count, events = excluded.events
  where excluded.last > run_events.last`

/** Stores events of a run that the transaction holds, in the order of their numbers. */
export async function insertEvents(
  tx: Queryable,
  runId: string,
  events: readonly LoggedEvent[],
): Promise<void> {
  if (events.length === 0) return
  await tx.query(`insert into run_events (${columns}) values ($1, $2, $3, $4, $5) ${orLonger}`, [
    runId,
    ...blockOf(events),
  ])
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
       insert into run_events (${columns})
       select held.run_id, $2::int, $3::int, $4::int, $5::text from held ${orLonger}
     ) select ${notice ? 'pg_notify($8, $9)' : '1'} from held`,
    [
      claim.run_id,
      ...blockOf(events),
      claim.attempt,
      claim.claimed_by,
      ...(notice ? [notice.channel, notice.text] : []),
    ],
  )
  return rows.length > 0
}

/** A page of a log, in order, after an id; a shorter one is the last. */
export async function listEvents(
  db: Queryable,
  runId: string,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  // The first block may be one of which all but the last event was read; those behind it are whole.
  const blocks = await db.query<{ events: string }>(
    `select events from (
       select first, events, sum(count) over (order by first) - count as before,
         first_value(count) over (order by first) as begun
       from (
         select first, count, events from run_events where run_id = $1 and last > $2
         and first >= coalesce((
           select max(first) from run_events where run_id = $1 and first <= $2
         ), 0) order by first limit $3::int + 1
       ) e
     ) b where before - begun < $3::int order by first`,
    [runId, after, limit],
  )
  let last = after
  const events = blocks.flatMap((block) =>
    eventsIn(block.events).filter(({ id }) => {
      const isNew = id > last
      if (isNew) last = id
      return isNew
    }),
  )
  return events.slice(0, limit)
}

/** The id that the next event of a run has. */
export async function nextEventId(db: Queryable, runId: string): Promise<number> {
  const rows = await db.query<{ next: number }>(
    'select last + 1 as next from run_events where run_id = $1 order by first desc limit 1',
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
