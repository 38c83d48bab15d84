import { randomUUID } from 'node:crypto'
import { isAlive } from '../../cluster/server-store.ts'
import { first, type Queryable } from '../../db/database.ts'
import { type EventRow, setTold } from '../events/event-store.ts'
import { type AlertPayload, payloadOf } from '../payload.ts'
import type { AlertRuleRow } from '../rules/rule-store.ts'

/** A message that is being sent. */
export interface ClaimedMessage {
  id: string
  event_id: string
  channel_id: string | null
  payload: AlertPayload
  /** The number of this attempt, from 1. */
  attempts: number
}

export const newEventId = (): string => randomUUID()

/** Keeps the messages of an event's beginning, one for each channel of its rule, within the transaction that says that it is told. */
export async function tellBeginning(
  tx: Queryable,
  event: EventRow,
  rule: AlertRuleRow,
  at: Date,
  publicUrl: string,
): Promise<void> {
  await setTold(tx, event.id, at)
  const channels = await tx.query<{ id: string; name: string }>(
    'select id, name from alert_channels where id = any ($1::uuid[])',
    [rule.channel_ids],
  )
  for (const channel of channels) await keep(tx, event, channel, 'began', at, publicUrl)
}

/** Keeps the messages of its end, for those channels that had one of its beginning. */
export async function tellEnd(
  tx: Queryable,
  event: EventRow,
  at: Date,
  publicUrl: string,
): Promise<void> {
  const channels = await tx.query<{ id: string; name: string }>(
    `select c.id, c.name from alert_messages m join alert_channels c on c.id = m.channel_id
     where m.event_id = $1 and m.phase = 'began'`,
    [event.id],
  )
  for (const channel of channels) await keep(tx, event, channel, 'ended', at, publicUrl)
}

async function keep(
  tx: Queryable,
  event: EventRow,
  channel: { id: string; name: string },
  phase: 'began' | 'ended',
  at: Date,
  publicUrl: string,
): Promise<void> {
  const id = randomUUID()
  await tx.query(
    `insert into alert_messages (id, event_id, channel_id, channel_name, phase, payload, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7, $7)`,
    [
      id,
      event.id,
      channel.id,
      channel.name,
      phase,
      JSON.stringify(payloadOf(id, event, phase, publicUrl)),
      at,
    ],
  )
}

/** SQL: the end of an event waits until its beginning has been sent to the channel, or given up. */
const isItsTurn = `(m.phase = 'began' or not exists (
  select 1 from alert_messages b where b.event_id = m.event_id
    and b.channel_id = m.channel_id and b.phase = 'began' and b.settled_at is null
))`

/**
 * Takes a message that is due, for one attempt: until the process says what came of it, or is gone, it is nobody
 * else's.
 * @param atWork what this process is sending; others that it holds it lost sight of
 */
export async function claimMessage(
  db: Queryable,
  serverId: string,
  now: Date,
  atWork: readonly string[],
): Promise<ClaimedMessage | undefined> {
  const rows = await db.query<ClaimedMessage>(
    `update alert_messages set claimed_by = $1, attempts = attempts + 1 where id = (
       select m.id from alert_messages m
       where m.settled_at is null and m.due_at <= $2 and not m.id = any ($3::uuid[])
         and (m.claimed_by is null or m.claimed_by = $1 or not ${isAlive('m.claimed_by')})
         and ${isItsTurn}
       order by m.due_at, m.created_at limit 1 for no key update skip locked
     ) returning id, event_id, channel_id, payload, attempts`,
    [serverId, now, atWork],
  )
  return first(rows)
}

/** When the next message is due that nobody sends; null when there is none. */
export async function nextMessage(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ next: Date | null }>(
    `select min(m.due_at) as next from alert_messages m
     where m.settled_at is null and m.claimed_by is null and ${isItsTurn}`,
  )
  return first(rows)?.next ?? null
}

/** The other side took it, or it is given up. */
export async function settleMessage(
  db: Queryable,
  id: string,
  end: { at: Date; wasTaken: boolean; answer: string },
): Promise<void> {
  await db.query(
    `update alert_messages set settled_at = $2, was_taken = $3, answer = $4, claimed_by = null
     where id = $1 and settled_at is null`,
    [id, end.at, end.wasTaken, end.answer],
  )
}

/** It is tried again then. */
export async function postponeMessage(
  db: Queryable,
  id: string,
  serverId: string,
  again: { dueAt: Date; answer: string },
): Promise<void> {
  await db.query(
    `update alert_messages set due_at = $3, answer = $4, claimed_by = null
     where id = $1 and claimed_by = $2 and settled_at is null`,
    [id, serverId, again.dueAt, again.answer],
  )
}
