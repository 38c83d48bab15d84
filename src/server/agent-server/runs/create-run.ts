import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { findAssistant } from '../assistants/assistant-store.ts'
import type { RunLog } from '../streams/run-log.ts'
import { isCheckpoint } from '../threads/checkpoint-store.ts'
import { holdThread, insertThread } from '../threads/thread-store.ts'
import { timeOrderedId } from '../uuid.ts'
import { type CancelStep, cancelWithin, followCancel, unknownThread } from './cancel-runs.ts'
import { checkIds, checkRunRequest } from './check-run-request.ts'
import type { RunEngine } from './run-engine.ts'
import { forkOf, kwargsOf, scheduleOf } from './run-request.ts'
import { insertRun, lockActiveRuns, type RunRow } from './run-store.ts'

/** A run that was put into the queue, with the log to listen to. */
export interface CreatedRun {
  run: RunRow
  log: RunLog
}

/**
 * Creates a run (§4.2), and deals with the active runs of its thread as `multitask_strategy` says
 * (§2.5). Rejects with 404 for an unknown assistant or thread, 422 for what it cannot do, and 409
 * when the thread is busy and the strategy is `reject`.
 */
export async function createRun(
  engine: RunEngine,
  deploymentId: string,
  threadId: string,
  body: RunCreate,
  onDisconnect: 'cancel' | 'continue',
): Promise<CreatedRun> {
  checkRunRequest(body)
  const fork = forkOf(threadId, body)
  const { database } = engine
  const assistant = await findAssistant(database, deploymentId, body.assistant_id)
  if (!assistant) {
    throw new HttpError(
      404,
      `There is no assistant “${body.assistant_id}” in this deployment. Name a graph of the revision that serves, or an assistant's id.`,
    )
  }
  const { assistant_id, graph_id, config, context } = assistant
  checkIds(body.config?.configurable, { thread_id: threadId, assistant_id, graph_id })
  const defaults = { config: config ?? {}, context: context ?? {} }
  const kwargs = kwargsOf(body, defaults, fork, onDisconnect)
  const strategy = body.multitask_strategy ?? 'enqueue'
  const now = engine.now()
  const { run, steps } = await database.transaction(async (tx) => {
    if (body.if_not_exists === 'create') {
      const thread = { thread_id: threadId, deployment_id: deploymentId, metadata: {}, now }
      await insertThread(tx, thread)
    }
    if (!(await holdThread(tx, deploymentId, threadId))) throw unknownThread(threadId)
    if (fork && !(await isCheckpoint(tx, threadId, fork.checkpoint_id))) {
      throw invalidField(['body', 'checkpoint_id'], 'The thread has no such checkpoint.')
    }
    const key = { deployment_id: deploymentId, thread_id: threadId }
    const active = (await lockActiveRuns(tx, key)).filter((other) => !isForLater(other, now))
    if (strategy === 'reject' && active.length > 0) {
      throw new HttpError(
        409,
        'The thread is busy with another run. Wait for it, cancel it, or choose another multitask_strategy.',
      )
    }
    const run_id = timeOrderedId(now)
    const steps: CancelStep[] = []
    if (strategy === 'interrupt' || strategy === 'rollback') {
      for (const other of active) {
        const cause = { reason: 'replaced' as const, replaced_by: run_id }
        steps.push(await cancelWithin(tx, other, strategy, cause, now))
      }
    }
    const request = {
      run_id,
      thread_id: threadId,
      deployment_id: deploymentId,
      assistant_id,
      graph_id,
      kwargs: JSON.stringify(kwargs),
      metadata: body.metadata ?? {},
      multitask_strategy: strategy,
      is_resumable: kwargs.resumable,
      feedback_keys: kwargs.feedback_keys ?? [],
      created_by: engine.processId,
      scheduled_at: scheduleOf(body, now),
      webhook: body.webhook ?? null,
    }
    return { run: await insertRun(tx, request, now), steps }
  })
  const log = engine.logs.create(run, 0)
  followCancel(engine, steps)
  engine.onCreated(run)
  return { run, log }
}

/** A run that waits for its time leaves its thread free until then. */
function isForLater(run: RunRow, now: Date): boolean {
  return run.status === 'pending' && run.scheduled_at !== null && run.scheduled_at > now
}
