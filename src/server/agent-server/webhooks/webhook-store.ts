import type { EndReason, RunStatus } from '../../../contract/agent-server/runs.ts'
import { parseJson, writeJson } from '../../../contract/exact-json.ts'
import { first, type Queryable } from '../../db/database.ts'
import type { RunConfig } from '../../executor/protocol/run-order.ts'
import { type RunRow, wireRun } from '../run-row.ts'
import { userIn } from '../user-config.ts'
import { timeOrderedId } from '../uuid.ts'
import { isOwnPath } from './webhook-address.ts'

/** A call of a webhook that is being made. */
export interface WebhookCall {
  call_id: string
  deployment_id: string
  run_id: string
  url: string
  body: string
  /** JSON of the run's user, for a path of its deployment's own; null where no authorization was asked. */
  asked_as: string | null
  /** The number of this attempt, from 1. */
  attempt: number
}

/** How the run ended, for its webhook. */
export interface WebhookEnd {
  status: RunStatus
  end_reason: EndReason | null
  error: string | null
  /** JSON text of the thread's values after the run. */
  values: string | null
  now: Date
  /** The run was rolled back and cannot be fetched any more. */
  isDeleted?: boolean
}

/** Plans the call of a run's webhook, if it has one, within the transaction that ends the run. */
export async function planWebhookCall(tx: Queryable, run: RunRow, end: WebhookEnd): Promise<void> {
  if (run.webhook === null) return
  const at = end.now.toISOString()
  const payload = {
    ...wireRun(run),
    status: end.status,
    end_reason: end.end_reason,
    error: end.error,
    updated_at: at,
    ended_at: at,
    is_deleted: end.isDeleted ?? false,
    run_started_at: run.started_at?.toISOString() ?? null,
    run_ended_at: at,
    webhook_sent_at: at,
  }
  // Added to the text, since the values can be large.
  const body = `${writeJson(payload).slice(0, -1)},"values":${end.values ?? 'null'}}`
  const user = isOwnPath(run.webhook) ? userIn(configOf(run)) : undefined
  const asked_as = user ? writeJson(user) : null
  await tx.query(
    `insert into webhook_calls (call_id, deployment_id, run_id, url, body, asked_as, due_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [timeOrderedId(end.now), run.deployment_id, run.run_id, run.webhook, body, asked_as, end.now],
  )
}

function configOf({ kwargs }: RunRow): RunConfig | null | undefined {
  return (parseJson(kwargs) as { config?: RunConfig | null }).config
}

/** Takes a call that is due, for one attempt: until `again` it is nobody else's. */
export async function claimWebhookCall(
  db: Queryable,
  now: Date,
  again: Date,
): Promise<WebhookCall | undefined> {
  const rows = await db.query<WebhookCall>(
    `update webhook_calls set attempt = attempt + 1, due_at = $2 where call_id = (
       select call_id from webhook_calls where ended_at is null and due_at <= $1
       order by due_at limit 1 for no key update skip locked
     ) returning call_id, deployment_id, run_id, url, body, asked_as, attempt`,
    [now, again],
  )
  return first(rows)
}

/** When the next call is due; null when there is none. */
export async function nextWebhookCall(db: Queryable): Promise<Date | null> {
  const rows = await db.query<{ next: Date | null }>(
    'select min(due_at) as next from webhook_calls where ended_at is null',
  )
  return first(rows)?.next ?? null
}

/** The call was made, or is given up with an error. */
export async function endWebhookCall(
  db: Queryable,
  callId: string,
  now: Date,
  error: string | null,
): Promise<void> {
  await db.query('update webhook_calls set ended_at = $2, error = $3 where call_id = $1', [
    callId,
    now,
    error,
  ])
}

export async function postponeWebhookCall(
  db: Queryable,
  callId: string,
  due: Date,
  error: string,
): Promise<void> {
  await db.query('update webhook_calls set due_at = $2, error = $3 where call_id = $1', [
    callId,
    due,
    error,
  ])
}

/** Forgets calls that ended before a moment. */
export async function deleteOldWebhookCalls(db: Queryable, before: Date): Promise<void> {
  await db.query('delete from webhook_calls where ended_at < $1', [before])
}
