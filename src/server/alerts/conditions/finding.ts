import type { Queryable } from '../../db/database.ts'
import type { AlertRuleRow } from '../rules/rule-store.ts'

/** Something for which a rule's condition holds now. */
export interface Finding {
  /** By which it is known again as long as it lasts. */
  subject: string
  subject_name: string
  deployment_id: string | null
  revision_id: string | null
  connection_id: string | null
  /** What is wrong, in a few words with the name of what it is about. */
  title: string
  /** The figures, in a sentence. */
  detail: string
}

/** Finds for what a rule's condition holds at a moment, by the database alone. */
export type Condition = (db: Queryable, rule: AlertRuleRow, now: Date) => Promise<Finding[]>

export function aboutDeployment(
  deployment: { id: string; name: string },
  said: { title: string; detail: string },
): Finding {
  return {
    subject: `deployment ${deployment.id}`,
    subject_name: deployment.name,
    deployment_id: deployment.id,
    revision_id: null,
    connection_id: null,
    ...said,
  }
}

/** The beginning of a rule's window. */
export function windowStart(rule: AlertRuleRow, now: Date): Date {
  return new Date(now.getTime() - (rule.window_minutes ?? 0) * 60_000)
}

/** The window in words: `the last 15 minutes`. */
export function windowText(rule: AlertRuleRow): string {
  const minutes = rule.window_minutes ?? 0
  if (minutes === 1) return 'the last minute'
  if (minutes % 60 !== 0) return `the last ${minutes} minutes`
  return minutes === 60 ? 'the last hour' : `the last ${minutes / 60} hours`
}

/** With one digit behind the point where that says something. */
export function figure(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** SQL for the deployments that a rule is about: `d` in it, `$1` their ids as JSON or null. */
export const watchedDeployments = `d.status <> 'AWAITING_DELETE'
  and ($1::jsonb is null or $1::jsonb ? d.id::text)`

export function deploymentIds(rule: AlertRuleRow): string | null {
  return rule.deployment_ids && JSON.stringify(rule.deployment_ids)
}
