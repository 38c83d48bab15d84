import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { orAbsent } from '../odd-part.ts'
import { id, queryBoolean, queryInteger } from '../query.ts'
import { RunConfig } from './run-request.ts'

const anyRecord = z.record(z.string(), z.unknown())

/**
 * An assistant: a graph of the deployment with a configuration of its own. Each graph has one from
 * the start (`metadata.created_by` is `system`, the name is the graph's); more can be made of it.
 */
export const Assistant = z.looseObject({
  assistant_id: z.string(),
  graph_id: z.string(),
  name: z.nullish(z.string()),
  description: z.nullish(z.string()),
  /** Counts the changes from 1; `latest` can point back to an earlier one. */
  version: z.nullish(z.number()),
  config: orAbsent(anyRecord),
  context: orAbsent(anyRecord),
  metadata: orAbsent(anyRecord),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Assistant = z.infer<typeof Assistant>

/** An assistant as it was; other servers tell no change of it. */
const AssistantVersion = z.extend(Assistant, { updated_at: z.optional(z.string()) })

const name = z.string().check(z.minLength(1, 'Write a name.'), z.maxLength(200))

const AssistantCreate = z.strictObject({
  assistant_id: z.nullish(id),
  graph_id: z.string().check(z.minLength(1, 'Name the graph.')),
  name: z.nullish(name),
  description: z.nullish(z.string()),
  /** What every run of the assistant starts with; a run's own `config` goes before. */
  config: z.nullish(RunConfig),
  context: z.nullish(anyRecord),
  metadata: z.nullish(anyRecord),
  if_exists: z.nullish(z.enum(['raise', 'do_nothing'])),
})
export type AssistantCreate = z.infer<typeof AssistantCreate>

const AssistantPatch = z.strictObject({
  graph_id: z.optional(z.string().check(z.minLength(1, 'Name the graph.'))),
  name: z.optional(name),
  description: z.nullish(z.string()),
  config: z.optional(RunConfig),
  context: z.optional(anyRecord),
  metadata: z.optional(anyRecord),
})
export type AssistantPatch = z.infer<typeof AssistantPatch>

const limit = z.nullish(z.int().check(z.gte(1), z.lte(1000)))
const offset = z.nullish(z.int().check(z.gte(0)))
const filters = {
  graph_id: z.nullish(z.string()),
  /** Anywhere in the name, in whatever case. */
  name: z.nullish(z.string()),
  metadata: z.nullish(anyRecord),
}

const assistantFields = [
  'assistant_id',
  'graph_id',
  'name',
  'description',
  'config',
  'context',
  'created_at',
  'updated_at',
  'metadata',
  'version',
] as const

const AssistantSearchRequest = z.strictObject({
  ...filters,
  limit,
  offset,
  sort_by: z.nullish(z.enum(['assistant_id', 'created_at', 'updated_at', 'name', 'graph_id'])),
  sort_order: z.nullish(z.enum(['asc', 'desc'])),
  select: z.nullish(z.array(z.enum(assistantFields))),
})
export type AssistantSearchRequest = z.infer<typeof AssistantSearchRequest>

/** `assistant_id` is a UUID or a graph's name, in every path below. */
const assistantParams = z.object({ assistant_id: z.string() })

/**
 * A page of assistants: newest first unless `sort_by` says otherwise, ten unless `limit` says so. The
 * header `x-pagination-total` counts all that match, `x-pagination-next` is the next offset.
 */
export const searchAssistants = endpoint({
  name: 'searchAssistants',
  area: 'agent',
  method: 'POST',
  path: '/assistants/search',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: AssistantSearchRequest,
  response: z.array(Assistant),
})

export const countAssistants = endpoint({
  name: 'countAssistants',
  area: 'agent',
  method: 'POST',
  path: '/assistants/count',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: z.strictObject(filters),
  response: z.number(),
})

/** 422 for a graph that the deployment does not have; 409 for a taken id, unless `do_nothing`. */
export const createAssistant = endpoint({
  name: 'createAssistant',
  area: 'agent',
  method: 'POST',
  path: '/assistants',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  body: AssistantCreate,
  response: Assistant,
})

export const getAssistant = endpoint({
  name: 'getAssistant',
  area: 'agent',
  method: 'GET',
  path: '/assistants/{assistant_id}',
  role: 'viewer',
  isAudited: false,
  params: assistantParams,
  response: Assistant,
})

/**
 * Makes a new version and sets it as the latest. Absent fields stay; `config` and `context` are
 * replaced as a whole, `metadata` is merged.
 */
export const patchAssistant = endpoint({
  name: 'patchAssistant',
  area: 'agent',
  method: 'PATCH',
  path: '/assistants/{assistant_id}',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: assistantParams,
  body: AssistantPatch,
  response: Assistant,
})

/**
 * Deletes an assistant with its versions; with `delete_threads` also the threads that it ran on last.
 * 409 for the one that a graph has from the start.
 */
export const deleteAssistant = endpoint({
  name: 'deleteAssistant',
  area: 'agent',
  method: 'DELETE',
  path: '/assistants/{assistant_id}',
  role: 'operator',
  isAudited: true,
  params: assistantParams,
  query: z.strictObject({ delete_threads: z.optional(queryBoolean) }),
})

/** Every version as an assistant, newest first; ten unless `limit` says so. */
export const listAssistantVersions = endpoint({
  name: 'listAssistantVersions',
  area: 'agent',
  method: 'POST',
  path: '/assistants/{assistant_id}/versions',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  params: assistantParams,
  body: z.strictObject({ metadata: z.nullish(anyRecord), limit, offset }),
  response: z.array(AssistantVersion),
})

/** From now on runs take that version, told in the body or in the query. 404 where there is no such version. */
export const setLatestAssistantVersion = endpoint({
  name: 'setLatestAssistantVersion',
  area: 'agent',
  method: 'POST',
  path: '/assistants/{assistant_id}/latest',
  role: 'operator',
  isAudited: true,
  params: assistantParams,
  query: z.strictObject({ version: z.optional(queryInteger(1, 2 ** 31 - 1)) }),
  body: z.strictObject({ version: z.optional(z.int().check(z.gte(1), z.lte(2 ** 31 - 1))) }),
  response: Assistant,
})

/** With `check_db` the database is asked too. */
export const getServerHealth = endpoint({
  name: 'getServerHealth',
  area: 'agent',
  method: 'GET',
  path: '/ok',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({ check_db: z.optional(queryBoolean) }),
  response: z.looseObject({ ok: z.boolean() }),
})

export const getServerInfo = endpoint({
  name: 'getServerInfo',
  area: 'agent',
  method: 'GET',
  path: '/info',
  role: 'viewer',
  isAudited: false,
  response: z.looseObject({
    version: z.nullish(z.string()),
    flags: z.nullish(z.record(z.string(), z.unknown())),
  }),
})

const seconds = z.nullable(z.number())

/** Published: what waits and what works of this server's runs. Times are null where nothing waits. */
export const ServerMetrics = z.looseObject({
  queue: z.looseObject({
    /** Runs that wait, but for those whose time has not come. */
    n_pending: z.number(),
    n_running: z.number(),
    pending_runs_wait_time_max_secs: seconds,
    pending_runs_wait_time_med_secs: seconds,
    /** Of those whose threads have no run at work: what waits for workers rather than for its turn. */
    pending_unblocked_runs_wait_time_max_secs: seconds,
  }),
  /** Of the server process that answers. */
  workers: z.looseObject({ max: z.number(), active: z.number(), available: z.number() }),
})
export type ServerMetrics = z.infer<typeof ServerMetrics>

/** As text for Prometheus, unless `format` says otherwise. */
export const getServerMetrics = endpoint({
  name: 'getServerMetrics',
  area: 'agent',
  method: 'GET',
  path: '/metrics',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({ format: z.optional(z.enum(['prometheus', 'json'])) }),
  response: ServerMetrics,
})
