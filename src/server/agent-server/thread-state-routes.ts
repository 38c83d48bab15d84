import type { Context, Hono } from 'hono'
import {
  type CheckpointChoice,
  findThreadState,
  getThreadStateAt,
  searchThreadHistory,
  updateThreadState,
} from '../../contract/thread-states.ts'
import { getThreadHistory, getThreadState } from '../../contract/threads.ts'
import type { UpdateRequest } from '../executor/protocol.ts'
import { invalidField } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { deploymentOf } from './agent-routes.ts'
import type { RunEngine } from './run-engine.ts'
import { readHistory, readState } from './thread-state.ts'
import { updateState } from './update-state.ts'

/** `/threads/{thread_id}/state` and `/threads/{thread_id}/history` of an agent server. */
export function mountThreadStates(app: Hono, engine: RunEngine): void {
  const json = (context: Context, text: string) =>
    context.body(text, 200, { 'content-type': 'application/json' })

  route(app, getThreadState, async ({ params, query, context }) => {
    const choice = { subgraphs: query.subgraphs ?? false }
    const deployment = deploymentOf(engine, context)
    return json(context, await readState(engine, deployment, params.thread_id, choice))
  })
  route(app, getThreadStateAt, async ({ params, query, context }) => {
    const { thread_id, checkpoint_id } = params
    const choice = { checkpoint_id, subgraphs: query.subgraphs ?? false }
    const deployment = deploymentOf(engine, context)
    return json(context, await readState(engine, deployment, thread_id, choice))
  })
  route(app, findThreadState, async ({ params, body, context }) => {
    const chosen = checkpointOf(params.thread_id, body.checkpoint)
    const choice = { ...chosen, subgraphs: body.subgraphs ?? false }
    const deployment = deploymentOf(engine, context)
    return json(context, await readState(engine, deployment, params.thread_id, choice))
  })
  route(app, updateThreadState, async ({ params, body, context }) => {
    const target = checkpointOf(params.thread_id, body.checkpoint ?? {})
    const checkpoint_id = body.checkpoint_id ?? target.checkpoint_id
    const checkpoint = { ...target, ...(checkpoint_id ? { checkpoint_id } : {}) }
    const update = {
      values: body.values ?? null,
      ...(body.as_node ? { as_node: body.as_node } : {}),
    }
    const deployment = deploymentOf(engine, context)
    const written = await updateState(engine, deployment, params.thread_id, {
      checkpoint,
      steps: [[update]],
    })
    // The published client's types have a config, the published description a checkpoint.
    return { checkpoint: written, configurable: written }
  })
  route(app, getThreadHistory, async ({ params, query, context }) => {
    const page = { limit: query.limit ?? 10, before: query.before }
    const deployment = deploymentOf(engine, context)
    return json(context, await readHistory(engine, deployment, params.thread_id, page))
  })
  route(app, searchThreadHistory, async ({ params, body, context }) => {
    const { limit, before, metadata } = body
    const { checkpoint_ns } = checkpointOf(params.thread_id, body.checkpoint ?? {})
    const page = {
      limit: limit ?? 10,
      before: idOf(before),
      ...(checkpoint_ns ? { checkpoint_ns } : {}),
      ...(metadata ? { metadata } : {}),
    }
    const deployment = deploymentOf(engine, context)
    return json(context, await readHistory(engine, deployment, params.thread_id, page))
  })
}

/** Without what is null. Throws 422 for a checkpoint of another thread. */
function checkpointOf(threadId: string, choice: CheckpointChoice): UpdateRequest['checkpoint'] {
  const { thread_id, checkpoint_id, checkpoint_ns, checkpoint_map } = choice
  if (thread_id && thread_id.toLowerCase() !== threadId.toLowerCase()) {
    throw invalidField(['body', 'checkpoint', 'thread_id'], 'The checkpoint is of another thread.')
  }
  return {
    ...(checkpoint_id ? { checkpoint_id } : {}),
    ...(checkpoint_ns ? { checkpoint_ns } : {}),
    ...(checkpoint_map ? { checkpoint_map } : {}),
  }
}

/** Of a checkpoint, told in one of the three published ways. */
function idOf(before: unknown): string | undefined {
  if (typeof before === 'string') return before
  if (typeof before !== 'object' || before === null) return undefined
  const { checkpoint_id, configurable } = before as {
    checkpoint_id?: string | null
    configurable?: { checkpoint_id: string }
  }
  return checkpoint_id ?? configurable?.checkpoint_id
}
