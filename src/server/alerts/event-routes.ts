import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { listAlertEvents } from '../../contract/alerts/events.ts'
import {
  createAlertSilence,
  deleteAlertSilence,
  listAlertSilences,
} from '../../contract/alerts/silences.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import type { AlertsContext } from './alerts-context.ts'
import { readEvents } from './events/event-store.ts'
import { endSilence, insertSilence, isDeployment, listLasting } from './events/silence-store.ts'
import { findRule } from './rules/rule-store.ts'

const usualPage = 50

/** The history, and silences. `onChange` hears of each silence that ends or begins. */
export function eventRoutes(
  routes: Hono,
  { database, now, nameOf }: AlertsContext,
  onChange: () => void,
): void {
  route(routes, listAlertEvents, ({ query }) =>
    readEvents(database, { ...query, limit: query.limit ?? usualPage }),
  )

  route(routes, listAlertSilences, () => listLasting(database, now()))

  route(
    routes,
    createAlertSilence,
    async ({ body, context }) => {
      const { rule_id = null, deployment_id = null, minutes, reason = null } = body
      if (rule_id !== null && !(await findRule(database, rule_id))) {
        throw invalidField(['body', 'rule_id'], 'There is no such rule.')
      }
      if (deployment_id !== null && !(await isDeployment(database, deployment_id))) {
        throw invalidField(['body', 'deployment_id'], 'There is no such deployment.')
      }
      const [id, at] = [randomUUID(), now()]
      const until = new Date(at.getTime() + minutes * 60_000)
      const created_by = nameOf(context)
      await insertSilence(database, {
        id,
        rule_id,
        deployment_id,
        reason: reason || null,
        created_by,
        created_at: at,
        until,
      })
      onChange()
      return (await listLasting(database, at)).find((one) => one.id === id)
    },
    { status: 201 },
  )

  route(routes, deleteAlertSilence, async ({ params }) => {
    if (!(await endSilence(database, params.silence_id, now()))) {
      throw new HttpError(404, 'There is no such silence, or it has ended.')
    }
    onChange()
  })
}
