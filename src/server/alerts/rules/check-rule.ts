import { alertKindFacts } from '../../../contract/alerts/alert-kinds.ts'
import type { Queryable } from '../../db/database.ts'
import { invalidField } from '../../http/http-error.ts'
import type { RuleSettings } from './rule-store.ts'

const figureNames = ['threshold', 'window_minutes', 'least'] as const

/**
 * A rule with the usual figures of its kind where nothing is said. Throws 422 by name for a figure that the kind has no
 * place for or that is out of its bounds, and for a channel, deployment or connection that is not there.
 */
export async function checkedRule(db: Queryable, rule: RuleSettings): Promise<RuleSettings> {
  const facts = alertKindFacts[rule.kind]
  const checked = { ...rule }
  for (const name of figureNames) {
    const figure = facts[name === 'window_minutes' ? 'window' : name]
    const given = rule[name]
    if (figure === null) {
      if (given !== null) throw invalidField(['body', name], `Rules of ${rule.kind} have none.`)
      continue
    }
    checked[name] = given ?? figure.usual
    if (checked[name] < figure.min || checked[name] > figure.max) {
      throw invalidField(['body', name], `Write a number from ${figure.min} to ${figure.max}.`)
    }
  }
  for (const [name, about] of [
    ['deployment_ids', 'deployments'],
    ['connection_ids', 'connections'],
  ] as const) {
    if (rule[name] === null) continue
    if (facts.about !== about) {
      throw invalidField(['body', name], `Rules of ${rule.kind} are not about ${about}.`)
    }
    checked[name] = unique(rule[name])
    await requireAll(db, about, checked[name], ['body', name])
  }
  checked.channel_ids = unique(rule.channel_ids)
  await requireAll(db, 'alert_channels', checked.channel_ids, ['body', 'channel_ids'])
  return checked
}

/** Each once, as the database writes them. */
function unique(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

async function requireAll(
  db: Queryable,
  table: 'deployments' | 'connections' | 'alert_channels',
  ids: readonly string[],
  loc: string[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.query<{ id: string }>(
    `select id::text as id from ${table} where id = any ($1::uuid[])`,
    [ids],
  )
  const missing = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missing.length > 0) throw invalidField(loc, `There is none of the id ${missing[0]}.`)
}
