import { type Database, first, type Queryable } from '../../db/database.ts'

/** One event of a run's log; `data` is JSON in one line. */
export interface LoggedEvent {
  id: number
  event: string
  data: string
}

/** `notice` is sent to the other processes with it, so that they read on. */
export async function insertEvents(
  db: Queryable,
  runId: string,
  events: readonly LoggedEvent[],
  notice: { channel: string; text: string } | null = null,
): Promise<void> {
  const values = [
    runId,
    events.map((event) => event.id),
    events.map((event) => event.event),
    events.map((event) => event.data),
  ]
  // A run that was rolled back meanwhile has no log any more.
  const insert = `insert into run_events (run_id, id, event, data)
     select r.run_id, e.id, e.event, e.data
     from runs r, unnest($2::int[], $3::text[], $4::text[]) e(id, event, data)
     where r.run_id = $1 on conflict do nothing`
  if (!notice) await db.query(insert, values)
  else {
    await db.query(`with kept as (${insert}) select pg_notify($5, $6)`, [
      ...values,
      notice.channel,
      notice.text,
    ])
  }
}

/** A page of a log, in order, after an id. */
export async function listEvents(
  db: Queryable,
  runId: string,
  after: number,
  limit: number,
): Promise<LoggedEvent[]> {
  return db.query<LoggedEvent>(
    'select id, event, data from run_events where run_id = $1 and id > $2 order by id limit $3',
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

/**
 * Deletes the logs of runs that ended long ago: resumable ones before `resumable`, others, which
 * were stored for listeners at other processes, before `others`. Answers how many runs' logs went.
 */
export async function deleteOldEvents(
  database: Database,
  before: { resumable: Date; others: Date },
  limit: number,
): Promise<number> {
  return database.transaction(async (tx) => {
    const runs = await tx.query<{ run_id: string }>(
      `update runs set is_logged = false where run_id in (
         select run_id from runs where is_logged
         and ended_at < case when is_resumable then $1::timestamptz else $2::timestamptz end
         order by ended_at limit $3 for no key update skip locked
       ) returning run_id`,
      [before.resumable, before.others, limit],
    )
    const ids = runs.map(({ run_id }) => run_id)
    if (ids.length > 0) {
      await tx.query('delete from run_events where run_id = any($1::uuid[])', [ids])
    }
    return ids.length
  })
}
