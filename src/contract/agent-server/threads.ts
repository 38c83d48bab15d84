import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exceptSessions } from '../except-sessions.ts'
import { orAbsent } from '../odd-part.ts'
import { id, queryWords } from '../query.ts'
import { Command } from './command.ts'
import { ExtractPaths } from './extract-path.ts'
import { historyQuery, stateQuery } from './state-parts.ts'

export const threadStatuses = ['idle', 'busy', 'interrupted', 'error'] as const
export type ThreadStatus = (typeof threadStatuses)[number]

const anyRecord = z.record(z.string(), z.unknown())

/** A pending question to a person. */
export const Interrupt = z.looseObject({
  id: orAbsent(z.string()),
  value: z.optional(z.unknown()),
})
export type Interrupt = z.infer<typeof Interrupt>

export const ttlStrategies = ['delete', 'keep_latest'] as const

/** How many minutes from now a thread is kept: then it goes (`delete`), or all but its newest state. */
const ThreadTtl = z.strictObject({
  ttl: z.number().check(z.gt(0), z.lte(5_256_000)),
  strategy: z.nullish(z.enum(ttlStrategies)),
})
export type ThreadTtl = z.infer<typeof ThreadTtl>

/** A thread. Its `values` are a cache of the state; `/state` is the truth. */
export const Thread = z.looseObject({
  thread_id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: orAbsent(anyRecord),
  config: orAbsent(anyRecord),
  status: z.string(),
  values: z.optional(z.unknown()),
  /** By task id; lists may be empty on other servers. */
  interrupts: orAbsent(z.record(z.string(), z.array(Interrupt))),
  /** Of a thread that is not kept for ever; `expires_at` is ISO 8601. */
  ttl: orAbsent(
    z.looseObject({
      ttl: z.nullish(z.number()),
      strategy: z.nullish(z.string()),
      expires_at: z.nullish(z.string()),
    }),
  ),
  /** What a search was asked to `extract`, by the names that it gave. */
  extracted: orAbsent(anyRecord),
  state_updated_at: z.nullish(z.string()),
  /** Ours: what a list shows, so that it need not ask for whole states. Texts are cut at 200 characters. */
  summary: orAbsent(
    z.looseObject({
      first_message: z.nullish(z.string()),
      last_message: z.nullish(z.string()),
      message_count: z.nullish(z.number()),
      /** A sentence in place of `values` that are too large to be told with the thread. */
      values_omitted: z.nullish(z.string()),
      /** Of an interrupted thread: why its last run ended before its end, as the run's own `end_reason`. */
      end_reason: z.nullish(z.string()),
    }),
  ),
})
export type Thread = z.infer<typeof Thread>

export const Checkpoint = z.looseObject({
  thread_id: z.nullish(z.string()),
  checkpoint_ns: z.nullish(z.string()),
  checkpoint_id: z.nullish(z.string()),
  checkpoint_map: orAbsent(anyRecord),
})
export type Checkpoint = z.infer<typeof Checkpoint>

export const StateTask = z.looseObject({
  id: z.string(),
  name: z.string(),
  error: z.nullish(z.unknown()),
  interrupts: orAbsent(z.array(Interrupt)),
  result: z.optional(z.unknown()),
  /** Where the state of the task's subgraph is: give it to `findThreadState`. */
  checkpoint: orAbsent(Checkpoint),
  /** The state of the task's subgraph (a `ThreadState`), where `subgraphs` was asked for. */
  state: z.optional(z.unknown()),
})

type StateTask = z.infer<typeof StateTask>

export const ThreadState = z.looseObject({
  values: z.unknown(),
  next: z.catch(z.array(z.string()), []),
  tasks: z.array(StateTask),
  metadata: orAbsent(anyRecord),
  created_at: z.nullish(z.string()),
  checkpoint: orAbsent(Checkpoint),
  parent_checkpoint: orAbsent(Checkpoint),
  interrupts: orAbsent(z.array(Interrupt)),
})
export type ThreadState = z.infer<typeof ThreadState>

/**
 * Every question that waits for an answer in a state. A task that was answered while another of its
 * step still waits keeps its questions until the step is over; it is no longer among the nodes that
 * come next. Among tasks of one node that does not tell which: there `answered`, the ids of answered
 * questions, counts where it fits.
 */
export function pendingInterrupts(
  { tasks, next }: Pick<ThreadState, 'tasks' | 'next'>,
  answered: ReadonlySet<string> = new Set(),
): Interrupt[] {
  const asking = tasks.filter((task) => (task.interrupts ?? []).length > 0)
  const isAnswered = (task: StateTask) =>
    (task.interrupts ?? []).every(({ id }) => typeof id === 'string' && answered.has(id))
  const isWaiting = (task: StateTask) => {
    if (next.length === 0) return true
    const left = next.filter((name) => name === task.name).length
    const alike = asking.filter(({ name }) => name === task.name)
    if (left === 0 || alike.length <= left) return left > 0
    const unanswered = alike.filter((other) => !isAnswered(other))
    return unanswered.length !== left || unanswered.includes(task)
  }
  return asking.filter(isWaiting).flatMap((task) => task.interrupts ?? [])
}

/** One step of a thread that is written rather than run: what each node would have written. */
const Superstep = z.strictObject({
  updates: z
    .array(
      z
        .strictObject({
          values: z.optional(z.unknown()),
          command: z.nullish(Command),
          as_node: z.string().check(z.minLength(1, 'Name a step.')),
        })
        .check(
          z.refine(({ values, command }) => !command || values === undefined || values === null, {
            error: 'Send either values or command, not both.',
            path: ['command'],
          }),
        ),
    )
    .check(z.minLength(1)),
})

const ThreadCreate = z.strictObject({
  thread_id: z.nullish(id),
  metadata: z.nullish(anyRecord),
  if_exists: z.nullish(z.enum(['raise', 'do_nothing'])),
  /** Needs `metadata.graph_id`: the graph whose state is written. */
  supersteps: z.nullish(z.array(Superstep)),
  ttl: z.nullish(ThreadTtl),
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
  'state_updated_at',
  'ttl',
  'summary',
] as const

/** `metadata` and `values`: what they hold, in whole or in part. */
const filters = {
  metadata: z.nullish(anyRecord),
  values: z.nullish(anyRecord),
  status: z.nullish(z.enum(threadStatuses)),
  except_sessions: exceptSessions,
}

const ThreadSearchRequest = z.strictObject({
  ids: z.nullish(z.array(id)),
  ...filters,
  limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
  offset: z.nullish(z.int().check(z.gte(0))),
  sort_by: z.nullish(
    z.enum(['thread_id', 'status', 'created_at', 'updated_at', 'state_updated_at']),
  ),
  sort_order: z.nullish(z.enum(['asc', 'desc'])),
  select: z.nullish(z.array(z.enum(threadFields))),
  /** Ten paths at most, by name, as `{"last": "values.messages[-1].content"}`: told as `extracted`. */
  extract: z.nullish(ExtractPaths),
  /** Ours: not those that QA sessions made on what serves. */
  without_sessions: z.nullish(z.boolean()),
})

/** The published modes; `state_update` is not supported. */
const threadStreamModes = queryWords(['run_modes', 'lifecycle'])

const threadParams = z.object({ thread_id: id })

export const createThread = endpoint({
  name: 'createThread',
  area: 'agent',
  method: 'POST',
  path: '/threads',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  body: ThreadCreate,
  response: Thread,
})

export const searchThreads = endpoint({
  name: 'searchThreads',
  area: 'agent',
  method: 'POST',
  path: '/threads/search',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: ThreadSearchRequest,
  response: z.array(Thread),
})

/** Takes the filters of a search; answers a bare number. */
export const countThreads = endpoint({
  name: 'countThreads',
  area: 'agent',
  method: 'POST',
  path: '/threads/count',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  body: z.strictObject(filters),
  response: z.number(),
})

export const getThread = endpoint({
  name: 'getThread',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  /** Published: what else to tell. A `ttl` is told anyhow. */
  query: z.strictObject({ include: z.optional(queryWords(['ttl'])) }),
  response: Thread,
})

export const patchThread = endpoint({
  name: 'patchThread',
  area: 'agent',
  method: 'PATCH',
  path: '/threads/{thread_id}',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: threadParams,
  body: z.strictObject({
    metadata: z.nullish(anyRecord),
    /** Null takes it away. */
    ttl: z.nullish(ThreadTtl),
  }),
  response: Thread,
})

export const deleteThread = endpoint({
  name: 'deleteThread',
  area: 'agent',
  method: 'DELETE',
  path: '/threads/{thread_id}',
  role: 'operator',
  isAudited: true,
  params: threadParams,
})

/**
 * Deletes threads with all that belongs to them, or all but their newest state (`keep_latest`): then threads with
 * an active run are passed over. Answers how many it was done to.
 */
export const pruneThreads = endpoint({
  name: 'pruneThreads',
  area: 'agent',
  method: 'POST',
  path: '/threads/prune',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({
    thread_ids: z.array(id).check(z.maxLength(1000)),
    strategy: z.nullish(z.enum(ttlStrategies)),
  }),
  response: z.looseObject({ pruned_count: z.number() }),
})

/** A new thread with the same metadata, state and history, without runs. */
export const copyThread = endpoint({
  name: 'copyThread',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/copy',
  role: 'operator',
  isAudited: true,
  params: threadParams,
  response: Thread,
})

/**
 * Answers an event stream of every run of the thread, one after the other, until the client leaves.
 * Without `Last-Event-ID` from the runs that are active now, with `-` from the first run whose events
 * are kept, with an id after that event. The mode `run_modes` (also the default) has the runs' own
 * events, `lifecycle` only their `metadata`; after each run there is a `metadata` with the status
 * `run_done`.
 */
export const joinThreadStream = endpoint({
  name: 'joinThreadStream',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/stream',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  query: z.strictObject({
    stream_modes: z.optional(threadStreamModes),
    stream_mode: z.optional(threadStreamModes),
  }),
})

/** The newest state. 503 while no revision serves that could compute it. */
export const getThreadState = endpoint({
  name: 'getThreadState',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/state',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  query: stateQuery,
  response: ThreadState,
})

/** A page of states, newest first; `before` is the id of a checkpoint, exclusive. */
export const getThreadHistory = endpoint({
  name: 'getThreadHistory',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/history',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  query: historyQuery,
  response: z.array(ThreadState),
})
