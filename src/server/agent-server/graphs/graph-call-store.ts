import { first, type Queryable } from '../../db/database.ts'
import { signalChannel } from '../signals.ts'

/** How a process answered: with JSON text, or why it could not. */
export type GraphAnswer =
  | { json: string }
  /** In the graph's own words. */
  | { failure: string }
  /** The executor went away over it. */
  | { gone: string }

/** Keeps a question and tells the others of it. Answers false where there is no other process. */
export async function insertCall(
  db: Queryable,
  call: { call_id: string; deployment_id: string; body: string; asked_by: string; notice: string },
): Promise<boolean> {
  const rows = await db.query(
    `with asked as (
       insert into graph_calls (call_id, deployment_id, body)
       select $1, $2, $3 where exists (
         select 1 from servers where server_id <> $4 and lease_until > now()
       ) returning call_id
     ) select pg_notify($5, $6) from asked`,
    [call.call_id, call.deployment_id, call.body, call.asked_by, signalChannel, call.notice],
  )
  return rows.length > 0
}

/** Answers the question to the first process that takes it. */
export async function takeCall(
  db: Queryable,
  callId: string,
  process: string,
): Promise<string | undefined> {
  const rows = await db.query<{ body: string }>(
    'update graph_calls set taken_by = $2 where call_id = $1 and taken_by is null returning body',
    [callId, process],
  )
  return first(rows)?.body
}

export async function answerCall(
  db: Queryable,
  callId: string,
  answer: GraphAnswer,
  notice: string,
): Promise<void> {
  await db.query(
    `with answered as (
       update graph_calls set answer = $2 where call_id = $1 returning call_id
     ) select pg_notify($3, $4) from answered`,
    [callId, JSON.stringify(answer), signalChannel, notice],
  )
}

/** What became of a question so far. */
export async function lookAtCall(
  db: Queryable,
  callId: string,
): Promise<{ answer: GraphAnswer | null; is_taken: boolean; is_held: boolean } | undefined> {
  const rows = await db.query<{ answer: string | null; is_taken: boolean; is_held: boolean }>(
    `select answer, taken_by is not null as is_taken, exists (
       select 1 from servers s where s.server_id = taken_by and s.lease_until > now()
     ) as is_held from graph_calls where call_id = $1`,
    [callId],
  )
  const row = first(rows)
  if (!row) return undefined
  return { ...row, answer: row.answer === null ? null : (JSON.parse(row.answer) as GraphAnswer) }
}

export async function deleteCall(db: Queryable, callId: string): Promise<void> {
  await db.query('delete from graph_calls where call_id = $1', [callId])
}

/** Those of processes that ended before they had their answer. */
export async function deleteOldCalls(db: Queryable): Promise<void> {
  await db.query("delete from graph_calls where asked_at < now() - interval '5 minutes'")
}
