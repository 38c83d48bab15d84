import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'

/** How a write ended: `done`, `refused` (4xx) or `failed` (5xx, or no answer). */
export const auditResults = ['done', 'refused', 'failed'] as const

/** One write that somebody asked of the gateway. Bodies are never kept. */
export const AuditEntry = z.looseObject({
  id: z.string(),
  at: z.string(),
  /** Who; null where nobody has to sign in, and for a sign-in with an unknown name. */
  user_id: z.nullish(z.string()),
  /** Their name then. For a failed sign-in what was typed as the name. */
  user_name: z.nullish(z.string()),
  role: z.nullish(z.string()),
  /** The network address that the request came from. */
  remote_address: z.nullish(z.string()),
  /** The name of an endpoint, as `createDeployment`; null for an address that has none. */
  action: z.nullish(z.string()),
  method: z.string(),
  /** Without its query; a pre-signed token is left out. */
  path: z.string(),
  connection_id: z.nullish(z.string()),
  deployment_id: z.nullish(z.string()),
  status: z.number(),
  /** One of `auditResults`. */
  result: z.string(),
  duration_ms: z.number(),
  request_id: z.nullish(z.string()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const moment = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Write a time.'))
const word = z.string().check(z.maxLength(200))

/** Newest first. Administrators only. */
export const listAudit = endpoint({
  name: 'listAudit',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/audit',
  role: 'admin',
  isAudited: false,
  query: z.strictObject({
    limit: z.optional(queryInteger(1, 200)),
    /** Entries older than this one: `next_before` of the page before. */
    before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
    user_name: z.optional(word),
    action: z.optional(word),
    connection_id: z.optional(word),
    deployment_id: z.optional(id),
    result: z.optional(z.enum(auditResults)),
    since: z.optional(moment),
    until: z.optional(moment),
  }),
  response: z.looseObject({
    resources: z.array(AuditEntry),
    /** Null on the last page. */
    next_before: z.nullish(z.string()),
  }),
})
