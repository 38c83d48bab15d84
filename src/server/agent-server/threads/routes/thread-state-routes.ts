import type { Hono } from 'hono'
import {
  findThreadState,
  getThreadStateAt,
  type HistoryBefore,
  searchThreadHistory,
  updateThreadState,
} from '../../../../contract/agent-server/thread-states.ts'
import { getThreadHistory, getThreadState } from '../../../../contract/agent-server/threads.ts'
import { invalidField } from '../../../http/http-error.ts'
import { route } from '../../../http/route.ts'
import { jsonAnswer } from '../../../http/text-stream.ts'
import { deploymentOf } from '../../agent-routes.ts'
import type { RunEngine } from '../../run-engine.ts'
import { chosenCheckpoint, oneCheckpoint } from '../checkpoint-choice.ts'
import { readHistory, readState } from '../thread-state.ts'
import { updateState } from '../update-state.ts'

/** `/threads/{thread_id}/state` and `/threads/{thread_id}/history` of an agent server. */
export function mountThreadStates(app: Hono, engine: RunEngine): void {
  route(app, getThreadState, async ({ params, query, context }) => {
    const { select, subgraphs = false } = query
    const choice = { subgraphs, select }
    const deployment = deploymentOf(engine, context)
    return jsonAnswer(context, await readState(engine, deployment, params.thread_id, choice))
  })
  route(app, getThreadStateAt, async ({ params, query, context }) => {
    const { thread_id, checkpoint_id } = params
    const { select, subgraphs = false } = query
    const choice = { checkpoint_id, subgraphs, select }
    const deployment = deploymentOf(engine, context)
    return jsonAnswer(context, await readState(engine, deployment, thread_id, choice))
  })
  route(app, findThreadState, async ({ params, query, body, context }) => {
    const chosen = chosenCheckpoint(params.thread_id, body.checkpoint)
    const choice = {
      ...chosen,
      subgraphs: body.subgraphs ?? query.subgraphs ?? false,
      select: body.select ?? query.select,
    }
    const deployment = deploymentOf(engine, context)
    return jsonAnswer(context, await readState(engine, deployment, params.thread_id, choice))
  })
  route(app, updateThreadState, async ({ params, body, context }) => {
    const checkpoint = oneCheckpoint(params.thread_id, body)
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
    const page = { limit: query.limit ?? 10, before: query.before, select: query.select }
    const deployment = deploymentOf(engine, context)
    return jsonAnswer(context, await readHistory(engine, deployment, params.thread_id, page))
  })
  route(app, searchThreadHistory, async ({ params, body, context }) => {
    const { limit, before, metadata, select } = body
    const { checkpoint_ns, checkpoint_id } = chosenCheckpoint(
      params.thread_id,
      body.checkpoint ?? {},
    )
    const page = {
      limit: limit ?? 10,
      before: idOf(params.thread_id, before),
      ...(select ? { select } : {}),
      ...(checkpoint_ns ? { checkpoint_ns } : {}),
      ...(checkpoint_id ? { checkpoint_id } : {}),
      ...(metadata ? { metadata } : {}),
    }
    const deployment = deploymentOf(engine, context)
    return jsonAnswer(context, await readHistory(engine, deployment, params.thread_id, page))
  })
}

/** Of a checkpoint, told in one of the three published ways. Throws 422 where none is told. */
function idOf(threadId: string, before: HistoryBefore): string | undefined {
  if (before === null || before === undefined) return undefined
  const choice =
    typeof before === 'string'
      ? { checkpoint_id: before }
      : 'configurable' in before
        ? before.configurable
        : before
  const { checkpoint_id } = chosenCheckpoint(threadId, choice, 'before')
  if (checkpoint_id) return checkpoint_id
  throw invalidField(['body', 'before'], 'Name a checkpoint by its checkpoint_id.')
}
