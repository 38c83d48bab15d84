import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** An assistant: a graph of the deployment with a configuration. Each graph has one from the start. */
export const Assistant = z.looseObject({
  assistant_id: z.string(),
  graph_id: z.string(),
  name: z.nullish(z.string()),
  description: z.nullish(z.string()),
  version: z.nullish(z.number()),
  config: z.nullish(z.record(z.string(), z.unknown())),
  context: z.nullish(z.record(z.string(), z.unknown())),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Assistant = z.infer<typeof Assistant>

const AssistantSearchRequest = z.strictObject({
  graph_id: z.optional(z.string()),
  name: z.optional(z.string()),
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  limit: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  offset: z.optional(z.int().check(z.gte(0))),
})

export const searchAssistants = endpoint({
  name: 'searchAssistants',
  area: 'agent',
  method: 'POST',
  path: '/assistants/search',
  body: AssistantSearchRequest,
  response: z.array(Assistant),
})

/** `assistant_id` is a UUID or a graph's name. */
export const getAssistant = endpoint({
  name: 'getAssistant',
  area: 'agent',
  method: 'GET',
  path: '/assistants/{assistant_id}',
  params: z.object({ assistant_id: z.string() }),
  response: Assistant,
})

export const getServerHealth = endpoint({
  name: 'getServerHealth',
  area: 'agent',
  method: 'GET',
  path: '/ok',
  response: z.looseObject({ ok: z.boolean() }),
})

export const getServerInfo = endpoint({
  name: 'getServerInfo',
  area: 'agent',
  method: 'GET',
  path: '/info',
  response: z.looseObject({
    version: z.nullish(z.string()),
    flags: z.nullish(z.record(z.string(), z.unknown())),
  }),
})
