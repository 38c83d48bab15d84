import type { Queryable } from '../db/database.ts'
import { type EventRow, lockOpenEventsOfRule, setEnded } from './events/event-store.ts'
import { tellEnd } from './send/message-store.ts'

/** Ends an event within the caller's transaction, and tells those channels of it that were told of its beginning. */
export async function endEvent(
  tx: Queryable,
  event: EventRow,
  detail: string,
  at: Date,
  publicUrl: string,
): Promise<void> {
  await setEnded(tx, event.id, at, detail)
  await tellEnd(tx, { ...event, ended_at: at, end_detail: detail }, at, publicUrl)
}

/** Ends what a rule found, since nobody looks any more. */
export async function endEventsOfRule(
  tx: Queryable,
  ruleId: string,
  detail: string,
  at: Date,
  publicUrl: string,
): Promise<void> {
  for (const event of await lockOpenEventsOfRule(tx, ruleId)) {
    await endEvent(tx, event, detail, at, publicUrl)
  }
}

/** Why an event has ended, in a sentence. */
export async function endText(db: Queryable, event: EventRow): Promise<string> {
  const { deployment_id, connection_id, subject_name } = event
  if (deployment_id !== null) {
    const there = await db.query<{ latest: string | null }>(
      `select (select r.status from revisions r where r.deployment_id = d.id and not r.without_traffic
         and r.status in ('DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED')
         order by r.number desc limit 1) as latest
       from deployments d where d.id = $1 and d.status <> 'AWAITING_DELETE'`,
      [deployment_id],
    )
    if (!there[0]) return `${subject_name} was deleted.`
    if (event.kind === 'not_serving') return `${subject_name} answers again.`
    if (event.kind === 'rollout_failed') {
      return there[0].latest === 'DEPLOYED'
        ? `A later rollout of ${subject_name} was deployed.`
        : `A later rollout of ${subject_name} has failed, which is told by itself.`
    }
  }
  if (connection_id !== null) {
    const there = await db.query('select 1 from connections where id = $1', [connection_id])
    return there[0] ? `${subject_name} answers again.` : `${subject_name} was deleted.`
  }
  return `${subject_name} is within what the rule allows again.`
}
