import type { AlertEvent, AlertMessage, alertStates } from '../../../contract/alerts/events.ts'
import type { Queryable } from '../../db/database.ts'
import type { Finding } from '../conditions/finding.ts'

/** An event as it is kept. */
export interface EventRow extends Finding {
  id: string
  number: string
  rule_id: string | null
  rule_name: string
  kind: string
  began_at: Date
  well_since: Date | null
  told_at: Date | null
  ended_at: Date | null
  end_detail: string | null
}

/** Those that have not ended, held by the caller's transaction. */
export function lockOpenEvents(tx: Queryable): Promise<EventRow[]> {
  return tx.query<EventRow>('select * from alert_events where ended_at is null for update')
}

export function lockOpenEventsOfRule(tx: Queryable, ruleId: string): Promise<EventRow[]> {
  return tx.query<EventRow>(
    'select * from alert_events where ended_at is null and rule_id = $1 for update',
    [ruleId],
  )
}

/** Begins an event. Answers nothing where one of the rule and subject lasts already. */
export async function beginEvent(
  tx: Queryable,
  event: Finding & { id: string; rule_id: string; rule_name: string; kind: string; at: Date },
): Promise<EventRow | undefined> {
  const rows = await tx.query<EventRow>(
    `insert into alert_events (id, rule_id, rule_name, kind, subject, subject_name, deployment_id,
       revision_id, connection_id, title, detail, began_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (rule_id, subject) where ended_at is null do nothing returning *`,
    [
      event.id,
      event.rule_id,
      event.rule_name,
      event.kind,
      event.subject,
      event.subject_name,
      event.deployment_id,
      event.revision_id,
      event.connection_id,
      event.title,
      event.detail,
      event.at,
    ],
  )
  return rows[0]
}

/** Whether its condition holds is not what it was: since when it does not, or null. */
export async function setWellSince(tx: Queryable, id: string, since: Date | null): Promise<void> {
  await tx.query('update alert_events set well_since = $2 where id = $1', [id, since])
}

export async function setTold(tx: Queryable, id: string, at: Date): Promise<void> {
  await tx.query('update alert_events set told_at = $2 where id = $1', [id, at])
}

export async function setEnded(tx: Queryable, id: string, at: Date, detail: string): Promise<void> {
  await tx.query('update alert_events set ended_at = $2, end_detail = $3 where id = $1', [
    id,
    at,
    detail,
  ])
}

interface MessageRow {
  id: string
  event_id: string
  channel_name: string
  phase: string
  attempts: number
  due_at: Date
  settled_at: Date | null
  was_taken: boolean
  answer: string | null
}

/** A page of the history, the newest first. */
export async function readEvents(
  db: Queryable,
  filter: {
    limit: number
    before?: number | undefined
    state?: (typeof alertStates)[number] | undefined
    rule_id?: string | undefined
    deployment_id?: string | undefined
  },
): Promise<{ resources: AlertEvent[]; open: number; next_before: string | null }> {
  const rows = await db.query<EventRow>(
    `select * from alert_events
     where ($1::bigint is null or number < $1) and ($2::uuid is null or rule_id = $2)
       and ($3::uuid is null or deployment_id = $3)
       and ($4::text is null or (ended_at is null) = ($4 = 'open'))
     order by number desc limit $5`,
    [
      filter.before ?? null,
      filter.rule_id ?? null,
      filter.deployment_id ?? null,
      filter.state ?? null,
      filter.limit + 1,
    ],
  )
  const page = rows.slice(0, filter.limit)
  const messages = await db.query<MessageRow>(
    `select id, event_id, channel_name, phase, attempts, due_at, settled_at, was_taken, answer
     from alert_messages where event_id = any ($1::uuid[]) order by created_at, phase, channel_name`,
    [page.map(({ id }) => id)],
  )
  const open = await db.query<{ count: number }>(
    'select count(*)::int as count from alert_events where ended_at is null',
  )
  return {
    resources: page.map((row) =>
      presentEvent(
        row,
        messages.filter((one) => one.event_id === row.id),
      ),
    ),
    open: open[0]?.count ?? 0,
    next_before: rows.length > filter.limit ? String(page.at(-1)?.number) : null,
  }
}

function presentEvent(row: EventRow, messages: readonly MessageRow[]): AlertEvent {
  const { number: _n, subject: _s, well_since: _w, told_at, began_at, ended_at, ...shown } = row
  return {
    ...shown,
    began_at: began_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    is_silenced: told_at === null,
    messages: messages.map(presentMessage),
  }
}

function presentMessage(row: MessageRow): AlertMessage {
  const { event_id: _, due_at, settled_at, was_taken, ...shown } = row
  return {
    ...shown,
    state: settled_at === null ? 'waiting' : was_taken ? 'sent' : 'given_up',
    settled_at: settled_at?.toISOString() ?? null,
    due_at: settled_at === null ? due_at.toISOString() : null,
  }
}

/** Forgets events that ended before a moment, with their messages. */
export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from alert_events where ended_at < $1', [before])
}
