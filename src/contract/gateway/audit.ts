import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryBoolean, queryInteger } from '../query.ts'

/** How a write ended: `done`, `refused` (4xx) or `failed` (5xx, or no answer). */
export const auditResults = ['done', 'refused', 'failed'] as const

/** One write, through the gateway or with the API key of the local stack. Whole bodies are never kept. */
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
  /** What it is about, by its name then. */
  subject_name: z.nullish(z.string()),
  /** The fields that were set, with the new values of those that are no secret. */
  changes: z.nullish(
    z.array(
      z.looseObject({
        field: z.string(),
        value: z.nullish(z.union([z.string(), z.number(), z.boolean()])),
      }),
    ),
  ),
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
    /** A part of the name, as of `anyone` and `API key`. */
    user_name: z.optional(word),
    /** A part of the words, as `create dep`, or of the endpoint's name. */
    action: z.optional(word),
    /** A part of the name of what it is about. */
    subject_name: z.optional(word),
    /** Also reads that could cancel a run by leaving. */
    reads: z.optional(queryBoolean),
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
