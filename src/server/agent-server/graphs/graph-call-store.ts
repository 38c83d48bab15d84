import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import type { NoticeLine } from '../../cluster/notices.ts'
import { hasPeers, isAlive } from '../../cluster/server-store.ts'
import { first, type Queryable } from '../../db/database.ts'

/** How a process answered: with JSON text, or why it could not. */
export type GraphAnswer =
  | { json: string }
  /** In the graph's own words. */
  | { failure: string }
  /** What was asked for does not fit the graph. */
  | { refused: string }
  /** The executor went away over it. */
  | { gone: string }

type Payload = ReturnType<NoticeLine['payload']>

/** Keeps a question and tells the others of it. Answers false where there is no other process. */
export async function insertCall(
  db: Queryable,
  call: { call_id: string; deployment_id: string; body: string; asked_by: string },
  notice: Payload,
): Promise<boolean> {
  const rows = await db.query(
    `with asked as (
       insert into graph_calls (call_id, deployment_id, body)
       select $1, $2, $3 where ${hasPeers('$4')} returning call_id
     ) select pg_notify($5, $6) from asked`,
    [call.call_id, call.deployment_id, call.body, call.asked_by, notice.channel, notice.text],
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
  notice: Payload,
): Promise<void> {
  await db.query(
    `with answered as (
       update graph_calls set answer = $2 where call_id = $1 returning call_id
     ) select pg_notify($3, $4) from answered`,
    [callId, writeJson(answer), notice.channel, notice.text],
  )
}

/** What became of a question so far. */
export async function pollCall(
  db: Queryable,
  callId: string,
): Promise<{ answer: GraphAnswer | null; is_taken: boolean; is_held: boolean } | undefined> {
  const rows = await db.query<{ answer: string | null; is_taken: boolean; is_held: boolean }>(
    `select answer, taken_by is not null as is_taken, ${isAlive('taken_by')} as is_held from graph_calls where call_id = $1`,
    [callId],
  )
  const row = first(rows)
  if (!row) return undefined
  return { ...row, answer: row.answer === null ? null : (parseJson(row.answer) as GraphAnswer) }
}

export async function deleteCall(db: Queryable, callId: string): Promise<void> {
  await db.query('delete from graph_calls where call_id = $1', [callId])
}

/** Those of processes that ended before they had their answer. */
export async function deleteOldCalls(db: Queryable): Promise<void> {
  await db.query("delete from graph_calls where asked_at < now() - interval '5 minutes'")
}
