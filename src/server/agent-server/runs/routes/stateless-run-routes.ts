import type { Context, Hono } from 'hono'
import type { StatelessRunCreate } from '../../../../contract/agent-server/run-request.ts'
import { joinStatelessStream, type Run } from '../../../../contract/agent-server/runs.ts'
import * as contract from '../../../../contract/agent-server/stateless-runs.ts'
import { requestKeyOf } from '../../../http/request-key.ts'
import { route } from '../../../http/route.ts'
import { deploymentOf } from '../../agent-routes.ts'
import { assistantOf } from '../../assistants/assistant-of.ts'
import { withPreviewMark } from '../../executors/preview-mark.ts'
import { unknownRun } from '../../not-found.ts'
import type { RunEngine } from '../../run-engine.ts'
import { type RunRow, wireRun } from '../../run-row.ts'
import { findRunOf } from '../../run-store/run-store.ts'
import { eventStream, outputWhenEnded } from '../../streams/response-stream.ts'
import { locationOf, type RunListening, startOf } from '../../streams/run-listening.ts'
import { deleteWhenEnded } from '../../threads/temporary-threads.ts'
import { deleteThread, insertThread } from '../../threads/thread-store.ts'
import { timeOrderedId } from '../../uuid.ts'
import { checkRunRequest } from '../check-run-request.ts'
import { createRun } from '../create-run.ts'
import { withoutOwnKeys } from '../run-request.ts'
import { refuseBinding } from './run-routes.ts'

/** `/runs` of an agent server: runs that bring a thread of their own. */
export function mountStatelessRuns(app: Hono, engine: RunEngine, listening: RunListening): void {
  route(app, contract.createStatelessRun, async ({ query, body, context }) => {
    refuseBinding(query.on_disconnect, body.on_disconnect)
    const run = await inBackground(context, body)
    context.header('content-location', locationOf(run))
    return run
  })
  route(app, contract.createRunBatch, async ({ body, context }) => {
    // All that can be known beforehand, so that a faulty one does not leave the others behind.
    for (const one of body) {
      const { on_completion: _, ...request } = one
      refuseBinding(undefined, one.on_disconnect)
      checkRunRequest(request)
      await assistantOf(engine, context, one.assistant_id)
    }
    const runs: Run[] = []
    for (const [at, one] of body.entries()) runs.push(await inBackground(context, one, `/${at}`))
    return runs
  })
  route(app, contract.createStatelessStream, async ({ query, body, context }) => {
    const begun = await onOwnThread(context, body, (threadId, request) =>
      listening.begin(context, threadId, request, query.on_disconnect),
    )
    return eventStream(context, startOf(begun.log), begun)
  })
  route(app, contract.createStatelessWait, async ({ query, body, context }) => {
    const begun = await onOwnThread(context, body, (threadId, request) =>
      listening.begin(context, threadId, request, query.on_disconnect),
    )
    return outputWhenEnded(context, begun)
  })
  route(app, joinStatelessStream, async ({ params, query, context }) => {
    const run = await findRunOf(engine.database, deploymentOf(engine, context), params.run_id)
    if (!run) throw unknownRun()
    return listening.joinStream(context, run, query)
  })

  async function inBackground(
    context: Context,
    body: StatelessRunCreate,
    place = '',
  ): Promise<Run> {
    const deployment = deploymentOf(engine, context)
    const { run } = await onOwnThread(context, body, (threadId, request) =>
      createRun(engine, deployment, threadId, request, 'continue', {
        traceparent: context.req.header('traceparent'),
        key: requestKeyOf(context, place),
      }),
    )
    return wireRun(run)
  }

  /** Makes the thread; without a run of its own it does not stay. */
  async function onOwnThread<Begun extends { run: RunRow }>(
    context: Context,
    { on_completion, ...request }: StatelessRunCreate,
    begin: (threadId: string, request: Omit<StatelessRunCreate, 'on_completion'>) => Promise<Begun>,
  ): Promise<Begun> {
    const now = engine.now()
    const thread_id = timeOrderedId(now)
    const is_temporary = on_completion !== 'keep'
    const deployment_id = deploymentOf(engine, context)
    await insertThread(engine.database, {
      thread_id,
      deployment_id,
      metadata: withPreviewMark(engine.executors, deployment_id, request.metadata ?? {}),
      is_temporary,
      ...(is_temporary ? {} : { ttl: engine.executors.retentionOf(deployment_id).threads }),
      now,
    })
    try {
      // A new thread has no checkpoint that a client could hand on.
      const config = withoutOwnKeys(request.config)
      const begun = await begin(thread_id, config ? { ...request, config } : request)
      if (begun.run.thread_id !== thread_id) await deleteThread(engine.database, thread_id)
      else if (is_temporary) deleteWhenEnded(engine, begun.run)
      return begun
    } catch (error) {
      await deleteThread(engine.database, thread_id)
      throw error
    }
  }
}
