import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, queryInteger } from '../query.ts'

/** One message of an event to one channel. */
const AlertMessage = z.looseObject({
  /** The receiver gets it with every attempt. */
  id: z.string(),
  channel_name: z.string(),
  /** `began` or `ended`. */
  phase: z.string(),
  /** `waiting`, `sent` or `given_up`. */
  state: z.string(),
  attempts: z.number(),
  /** When it was sent or given up; null while it waits. */
  settled_at: z.nullable(z.string()),
  /** When it is tried next; null when it is not. */
  due_at: z.nullable(z.string()),
  /** What the other side answered last, or why nothing came. */
  answer: z.nullable(z.string()),
})
export type AlertMessage = z.infer<typeof AlertMessage>

/** What a rule found. */
export const AlertEvent = z.looseObject({
  id: z.string(),
  /** Null when the rule was deleted. */
  rule_id: z.nullable(z.string()),
  rule_name: z.string(),
  kind: z.string(),
  /** The deployment, connection or server that it is about. */
  subject_name: z.string(),
  deployment_id: z.nullable(z.string()),
  revision_id: z.nullable(z.string()),
  connection_id: z.nullable(z.string()),
  title: z.string(),
  detail: z.string(),
  began_at: z.string(),
  /** Null while it lasts. */
  ended_at: z.nullable(z.string()),
  /** Why it ended, in a sentence. */
  end_detail: z.nullable(z.string()),
  /** Nobody was told, since it was silenced. */
  is_silenced: z.boolean(),
  messages: z.array(AlertMessage),
})
export type AlertEvent = z.infer<typeof AlertEvent>

export const alertStates = ['open', 'ended'] as const

/** Newest first. */
export const listAlertEvents = endpoint({
  name: 'listAlertEvents',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/alerts/events',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    limit: z.optional(queryInteger(1, 200)),
    /** Events older than this one: `next_before` of the page before. */
    before: z.optional(queryInteger(1, Number.MAX_SAFE_INTEGER)),
    state: z.optional(z.enum(alertStates)),
    rule_id: z.optional(id),
    deployment_id: z.optional(id),
  }),
  response: z.looseObject({
    resources: z.array(AlertEvent),
    /** How many have not ended, whatever was asked for. */
    open: z.number(),
    /** Null on the last page. */
    next_before: z.nullable(z.string()),
  }),
})
