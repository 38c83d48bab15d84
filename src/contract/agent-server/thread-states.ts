import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'
import { StateParts, stateQuery } from './state-parts.ts'
import { Checkpoint, ThreadState } from './threads.ts'

const anyRecord = z.record(z.string(), z.unknown())
const threadParams = z.object({ thread_id: id })

/**
 * Which state is meant: one of the thread (`checkpoint_id`), one of a subgraph (`checkpoint_ns`, as a
 * task's `checkpoint` tells it), or both. What it says of the thread must be this one.
 */
export const CheckpointChoice = z.strictObject({
  thread_id: z.nullish(z.string()),
  checkpoint_ns: z.nullish(z.string()),
  checkpoint_id: z.nullish(z.string()),
  checkpoint_map: z.nullish(anyRecord),
})
export type CheckpointChoice = z.infer<typeof CheckpointChoice>

/** The state at a checkpoint; 404 where the thread has no such checkpoint. */
export const getThreadStateAt = endpoint({
  name: 'getThreadStateAt',
  area: 'agent',
  method: 'GET',
  path: '/threads/{thread_id}/state/{checkpoint_id}',
  role: 'viewer',
  isAudited: false,
  params: z.object({ thread_id: id, checkpoint_id: z.string() }),
  query: stateQuery,
  response: ThreadState,
})

/** The same for a checkpoint of a subgraph too. */
export const findThreadState = endpoint({
  name: 'findThreadState',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/state/checkpoint',
  role: 'viewer',
  isAudited: false,
  params: threadParams,
  query: stateQuery,
  body: z.strictObject({
    checkpoint: CheckpointChoice,
    subgraphs: z.nullish(z.boolean()),
    select: z.nullish(StateParts),
  }),
  response: ThreadState,
})

/**
 * Writes a checkpoint as if the node `as_node` had returned `values`; the nodes after it are next. From
 * the newest checkpoint, or from an earlier one (a fork). Without `as_node` the node that ran last is
 * taken; 422 where that is not clear, or the graph has no such node. 409 while a run of the thread is
 * pending or running.
 */
export const updateThreadState = endpoint({
  name: 'updateThreadState',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/state',
  role: 'operator',
  isAudited: true,
  keepsDigits: true,
  params: threadParams,
  body: z.strictObject({
    values: z.optional(z.unknown()),
    as_node: z.nullish(z.string()),
    checkpoint: z.nullish(CheckpointChoice),
    checkpoint_id: z.nullish(z.string()),
  }),
  response: z.looseObject({ checkpoint: Checkpoint }),
})

/** A checkpoint, its id, or a config that points to one. */
const historyBefore = z.nullish(
  z.union(
    [
      z.string().check(z.minLength(1, 'Name a checkpoint by its id.')),
      CheckpointChoice,
      z.strictObject({ configurable: CheckpointChoice }),
    ],
    'Name a checkpoint by its checkpoint_id.',
  ),
)
export type HistoryBefore = z.infer<typeof historyBefore>

/**
 * A page of states, newest first: states whose `metadata` holds the given one (a run's: `{run_id}`), states of
 * the subgraph that `checkpoint.checkpoint_ns` names, or the one at its `checkpoint_id`. Ten unless `limit` says otherwise.
 */
export const searchThreadHistory = endpoint({
  name: 'searchThreadHistory',
  area: 'agent',
  method: 'POST',
  path: '/threads/{thread_id}/history',
  role: 'viewer',
  isAudited: false,
  keepsDigits: true,
  params: threadParams,
  body: z.strictObject({
    limit: z.nullish(z.int().check(z.gte(1), z.lte(1000))),
    before: historyBefore,
    metadata: z.nullish(anyRecord),
    checkpoint: z.nullish(CheckpointChoice),
    select: z.nullish(StateParts),
  }),
  response: z.array(ThreadState),
})
