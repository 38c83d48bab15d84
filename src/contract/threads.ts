import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, queryBoolean, queryInteger } from './query.ts'

export const threadStatuses = ['idle', 'busy', 'interrupted', 'error'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

const anyRecord = z.record(z.string(), z.unknown())

/** A pending question to a person. */
export const Interrupt = z.looseObject({
  id: z.nullish(z.string()),
  value: z.optional(z.unknown()),
})
export type Interrupt = z.infer<typeof Interrupt>

/** A thread. Its `values` are a cache of the state; `/state` is the truth. */
export const Thread = z.looseObject({
  thread_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: z.nullish(anyRecord),
  config: z.nullish(anyRecord),
  status: z.string(),
  values: z.optional(z.unknown()),
  /** By task id; lists may be empty on other servers. */
  interrupts: z.nullish(z.record(z.string(), z.array(Interrupt))),
  /** Ours: what a list shows, so that it need not ask for whole states. Texts are cut at 200 characters. */
  summary: z.nullish(
    z.looseObject({
      first_message: z.nullish(z.string()),
      last_message: z.nullish(z.string()),
      message_count: z.nullish(z.number()),
    }),
  ),
})
export type Thread = z.infer<typeof Thread>

export const Checkpoint = z.looseObject({
  thread_id: z.nullish(z.string()),
  checkpoint_ns: z.nullish(z.string()),
  checkpoint_id: z.nullish(z.string()),
  checkpoint_map: z.nullish(anyRecord),
})
export type Checkpoint = z.infer<typeof Checkpoint>

export const StateTask = z.looseObject({
  id: z.string(),
  name: z.string(),
  error: z.nullish(z.unknown()),
  interrupts: z.nullish(z.array(Interrupt)),
  result: z.optional(z.unknown()),
})

export const ThreadState = z.looseObject({
  values: z.unknown(),
  next: z.array(z.string()),
  tasks: z.array(StateTask),
  metadata: z.nullish(anyRecord),
  created_at: z.nullish(z.string()),
  checkpoint: z.nullish(Checkpoint),
  parent_checkpoint: z.nullish(Checkpoint),
  interrupts: z.nullish(z.array(Interrupt)),
})
export type ThreadState = z.infer<typeof ThreadState>

/** Every question that waits for an answer in a state. */
export function pendingInterrupts(state: ThreadState): Interrupt[] {
  return state.tasks.flatMap((task) => task.interrupts ?? [])
}

const ThreadCreate = z.strictObject({
  thread_id: z.optional(id),
  metadata: z.nullish(anyRecord),
  if_exists: z.nullish(z.enum(['raise', 'do_nothing'])),
})

const threadFields = [
  'thread_id',
  'created_at',
  'updated_at',
  'metadata',
  'config',
  'status',
  'values',
  'interrupts',
  'summary',
] as const

const ThreadSearchRequest = z.strictObject({
  ids: z.nullish(z.array(id)),
  metadata: z.nullish(anyRecord),
  values: z.nullish(anyRecord),
  status: z.nullish(z.enum(threadStatuses)),
  limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
  offset: z.nullish(z.int().check(z.gte(0))),
  sort_by: z.nullish(z.enum(['thread_id', 'status', 'created_at', 'updated_at'])),
  sort_order: z.nullish(z.enum(['asc', 'desc'])),
  select: z.nullish(z.array(z.enum(threadFields))),
})

const threadParams = z.object({ thread_id: id })

export const createThread = endpoint({
  name: 'createThread',
  area: 'agent',
  method: 'POST',
  path: '/threads',
  body: ThreadCreate,
  response: Thread,
})

export const searchThreads = endpoint({
  name: 'searchThreads',
  area: 'agent',
  method: 'POST',
  path: '/threads/search',
  body: ThreadSearchRequest,
  response: z.array(Thread),
})

export const getThread = endpoint({
  name: 'getThread',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}',
  params: threadParams,
  response: Thread,
})

export const patchThread = endpoint({
  name: 'patchThread',
  area: 'agent',
  method: 'PATCH',
  path: '/threads/{thread_id}',
  params: threadParams,
  body: z.strictObject({ metadata: anyRecord }),
  response: Thread,
})

export const deleteThread = endpoint({
  name: 'deleteThread',
  area: 'agent',
  method: 'DELETE',
  path: '/threads/{thread_id}',
  params: threadParams,
})

export const getThreadState = endpoint({
  name: 'getThreadState',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/state',
  params: threadParams,
  query: z.object({ subgraphs: z.optional(queryBoolean) }),
  response: ThreadState,
})

export const getThreadHistory = endpoint({
  name: 'getThreadHistory',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/history',
  params: threadParams,
  query: z.object({
    limit: z.optional(queryInteger(1, 1000)),
    before: z.optional(z.string()),
  }),
  response: z.array(ThreadState),
})
