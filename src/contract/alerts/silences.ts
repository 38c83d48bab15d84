import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'

/** For a time nobody is told of what begins. */
export const AlertSilence = z.looseObject({
  id: z.string(),
  /** Null for every rule. */
  rule_id: z.nullable(z.string()),
  rule_name: z.nullable(z.string()),
  /** Null for every deployment, and whatever is about none. */
  deployment_id: z.nullable(z.string()),
  deployment_name: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Null where nobody has to sign in. */
  created_by: z.nullable(z.string()),
  created_at: z.string(),
  until: z.string(),
})
export type AlertSilence = z.infer<typeof AlertSilence>

/** Those that last, the one that ends first before the others. */
export const listAlertSilences = endpoint({
  name: 'listAlertSilences',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/alerts/silences',
  role: 'viewer',
  isAudited: false,
  response: z.array(AlertSilence),
})

/** 201. For everything where neither a rule nor a deployment is named. */
export const createAlertSilence = endpoint({
  name: 'createAlertSilence',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/alerts/silences',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({
    rule_id: z.nullish(id),
    deployment_id: z.nullish(id),
    /** 30 days at most. */
    minutes: z.int().check(z.gte(1), z.lte(43_200)),
    reason: z.nullish(z.string().check(z.trim(), z.maxLength(300))),
  }),
  response: AlertSilence,
})

/** 204. What still lasts is told then. */
export const deleteAlertSilence = endpoint({
  name: 'deleteAlertSilence',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/alerts/silences/{silence_id}',
  role: 'operator',
  isAudited: true,
  params: z.object({ silence_id: id }),
  response: noContent,
})
