import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'
import { alertKinds } from './alert-kinds.ts'

/** What is watched, from where on it is an alert, and whom that is told. */
export const AlertRule = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** One of `alertKinds`; `alertKindFacts` says which of the figures it has. */
  kind: z.string(),
  threshold: z.nullable(z.number()),
  window_minutes: z.nullable(z.number()),
  least: z.nullable(z.number()),
  /** Null for all, those included that are made later. */
  deployment_ids: z.nullable(z.array(z.string())),
  connection_ids: z.nullable(z.array(z.string())),
  channel_ids: z.array(z.string()),
  is_on: z.boolean(),
  /** How many of its events have not ended. */
  open_events: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type AlertRule = z.infer<typeof AlertRule>

const some = z
  .array(id)
  .check(
    z.minLength(1, 'Choose one at least, or leave it out for all.'),
    z.maxLength(500, 'These are too many to choose: leave it out for all.'),
  )

export const alertName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(100))

const figures = {
  threshold: z.nullish(z.number()),
  window_minutes: z.nullish(z.int()),
  least: z.nullish(z.int()),
  deployment_ids: z.nullish(some),
  connection_ids: z.nullish(some),
}
const channelIds = z.array(id).check(z.maxLength(20))

/** Figures that are left out are the usual ones of the kind. */
const AlertRuleCreate = z.strictObject({
  name: alertName,
  kind: z.enum(alertKinds),
  ...figures,
  channel_ids: z.optional(channelIds),
  is_on: z.optional(z.boolean()),
})
export type AlertRuleCreate = z.output<typeof AlertRuleCreate>

/** What is left out stays. */
const AlertRulePatch = z.strictObject({
  name: z.optional(alertName),
  ...figures,
  channel_ids: z.optional(channelIds),
  is_on: z.optional(z.boolean()),
})
export type AlertRulePatch = z.output<typeof AlertRulePatch>

const params = z.object({ rule_id: id })

/** By name. */
export const listAlertRules = endpoint({
  name: 'listAlertRules',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/alerts/rules',
  role: 'viewer',
  isAudited: false,
  response: z.array(AlertRule),
})

/** 201; 409 when the name is taken. */
export const createAlertRule = endpoint({
  name: 'createAlertRule',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/alerts/rules',
  role: 'admin',
  isAudited: true,
  body: AlertRuleCreate,
  response: AlertRule,
})

/** One that is turned off ends what it found. */
export const patchAlertRule = endpoint({
  name: 'patchAlertRule',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/alerts/rules/{rule_id}',
  role: 'admin',
  isAudited: true,
  params,
  body: AlertRulePatch,
  response: AlertRule,
})

/** 204. What it found has ended then, and stays in the history. */
export const deleteAlertRule = endpoint({
  name: 'deleteAlertRule',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/alerts/rules/{rule_id}',
  role: 'admin',
  isAudited: true,
  params,
  response: noContent,
})
