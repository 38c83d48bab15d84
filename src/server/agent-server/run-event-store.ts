import { first, type Queryable } from '../db/database.ts'

/** One event of a run's log; `data` is JSON in one line. */
export interface LoggedEvent {
  id: number
  event: string
  data: string
}

export async function insertEvents(
  db: Queryable,
  runId: string,
  events: readonly LoggedEvent[],
): Promise<void> {
  // A run that was rolled back meanwhile has no log any more.
  await db.query(
    `insert into run_events (run_id, id, event, data)
     select r.run_id, e.id, e.event, e.data
     from runs r, unnest($2::int[], $3::text[], $4::text[]) e(id, event, data)
     where r.run_id = $1 on conflict do nothing`,
    [
      runId,
      events.map((event) => event.id),
      events.map((event) => event.event),
      events.map((event) => event.data),
    ],
  )
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
