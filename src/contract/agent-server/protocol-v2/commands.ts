import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { id } from '../../query.ts'

/** The channels of the streaming protocol; `custom:<name>` is one as well. */
export const channels = [
  'values',
  'updates',
  'messages',
  'tools',
  'lifecycle',
  'input',
  'checkpoints',
  'tasks',
  'custom',
] as const

/**
 * Which events of a thread a connection gets: those on its channels, below one of the namespaces and at most `depth`
 * segments below it, with a number above `since`. Names that are no channel match nothing.
 */
export const Subscription = z.strictObject({
  channels: z.array(z.string()),
  namespaces: z.nullish(z.array(z.array(z.string()))),
  depth: z.nullish(z.int().check(z.gte(0))),
  since: z.nullish(z.number().check(z.gte(0))),
})
export type Subscription = z.infer<typeof Subscription>

/** One command: what it is called, and what it is given. */
export const ProtocolCommand = z.strictObject({
  id: z.int().check(z.gte(0)),
  method: z.string(),
  params: z.optional(z.record(z.string(), z.unknown())),
})
export type ProtocolCommand = z.infer<typeof ProtocolCommand>

/** What went wrong, in the words of the protocol. */
export const protocolErrors = [
  'invalid_argument',
  'unknown_command',
  'unknown_error',
  'no_such_run',
  'no_such_subscription',
  'no_such_namespace',
  'no_such_interrupt',
  'no_such_checkpoint',
  'permission_denied',
  'not_supported',
] as const
export type ProtocolErrorCode = (typeof protocolErrors)[number]

export const ProtocolResponse = z.union([
  z.looseObject({
    type: z.literal('success'),
    id: z.number(),
    result: z.record(z.string(), z.unknown()),
    meta: z.optional(
      z.looseObject({
        thread_id: z.string(),
        /** No event had a higher number when the command was taken. */
        applied_through_seq: z.number(),
      }),
    ),
  }),
  z.looseObject({
    type: z.literal('error'),
    id: z.nullable(z.number()),
    error: z.string(),
    message: z.string(),
  }),
])
export type ProtocolResponse = z.infer<typeof ProtocolResponse>

const threadParams = z.object({ thread_id: id })

/** One command of the streaming protocol. What it refuses is told in the answer, with the status 200. */
export const sendCommand = endpoint({
  name: 'sendCommand',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/commands',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: threadParams,
  body: ProtocolCommand,
  response: ProtocolResponse,
})

/**
 * Answers an event stream of what the runs of a thread tell by the streaming protocol: what is kept of those that are
 * over, then all that comes, until the client leaves. The thread need not be there yet.
 */
export const streamThreadEvents = endpoint({
  name: 'streamThreadEvents',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/stream/events',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  body: Subscription,
})

/**
 * Opens a WebSocket that carries both: commands one way, their answers and the events of its subscriptions the other. What
 * a browser's page of another origin may do here is what it may do by the other endpoints.
 */
export const openThreadSocket = endpoint({
  name: 'openThreadSocket',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/stream/events',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
})
