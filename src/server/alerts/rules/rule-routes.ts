import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import {
  type AlertRule,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  patchAlertRule,
} from '../../../contract/alerts/rules.ts'
import { isUniqueViolation } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { AlertsContext } from '../alerts-context.ts'
import { endEventsOfRule } from '../end-events.ts'
import { checkedRule } from './check-rule.ts'
import * as store from './rule-store.ts'

/** Reading and changing rules. `onChange` hears of each change once it is kept. */
export function ruleRoutes(
  routes: Hono,
  { database, now, publicUrl }: AlertsContext,
  onChange: () => void,
): void {
  const find = async (id: string) => {
    const rule = await store.findRule(database, id)
    if (rule) return rule
    throw new HttpError(404, 'There is no such rule.')
  }
  const present = async (id: string): Promise<AlertRule> => {
    const rule = (await store.listRules(database)).find((one) => one.id === id)
    if (rule) return rule
    throw new HttpError(404, 'There is no such rule.')
  }
  const refuseTaken = (error: unknown): never => {
    if (!isUniqueViolation(error, 'alert_rules_name_key')) throw error
    throw new HttpError(409, 'There is a rule of this name already.')
  }

  route(routes, listAlertRules, () => store.listRules(database))

  route(
    routes,
    createAlertRule,
    async ({ body }) => {
      const rule = await checkedRule(database, {
        name: body.name,
        kind: body.kind,
        threshold: body.threshold ?? null,
        window_minutes: body.window_minutes ?? null,
        least: body.least ?? null,
        deployment_ids: body.deployment_ids ?? null,
        connection_ids: body.connection_ids ?? null,
        channel_ids: body.channel_ids ?? [],
        is_on: body.is_on ?? true,
      })
      const id = randomUUID()
      const at = now()
      await store.saveRule(database, id, rule, { at, watchedSince: at }).catch(refuseTaken)
      onChange()
      return present(id)
    },
    { status: 201 },
  )

  route(routes, patchAlertRule, async ({ params, body }) => {
    const known = await find(params.rule_id)
    const given = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    ) as Partial<store.RuleSettings>
    const { id, watched_since, created_at: _c, updated_at: _u, ...settings } = known
    const rule = await checkedRule(database, { ...settings, ...given })
    const at = now()
    const watchedSince = rule.is_on && !known.is_on ? at : watched_since
    await database
      .transaction(async (tx) => {
        await store.saveRule(tx, id, rule, { at, watchedSince })
        if (!rule.is_on) await endEventsOfRule(tx, id, 'The rule was turned off.', at, publicUrl)
      })
      .catch(refuseTaken)
    onChange()
    return present(id)
  })

  route(routes, deleteAlertRule, async ({ params }) => {
    const { id } = await find(params.rule_id)
    await database.transaction(async (tx) => {
      await endEventsOfRule(tx, id, 'The rule was deleted.', now(), publicUrl)
      await store.removeRule(tx, id)
    })
    onChange()
  })
}
