import type { Context, Hono } from 'hono'
import * as contract from '../../../../contract/agent-server/runs.ts'
import { HttpError, invalidField } from '../../../http/http-error.ts'
import { requestKeyOf } from '../../../http/request-key.ts'
import { route } from '../../../http/route.ts'
import { takeFilter } from '../../access/granted-access.ts'
import { deploymentOf } from '../../agent-routes.ts'
import { unknownRun, unknownThread } from '../../not-found.ts'
import type { RunEngine } from '../../run-engine.ts'
import { type RunRow, wireRun } from '../../run-row.ts'
import { deleteRun } from '../../run-store/run-life-cycle.ts'
import { findRun, listRuns, lockRun } from '../../run-store/run-store.ts'
import { eventStream, outputWhenEnded } from '../../streams/response-stream.ts'
import { locationOf, type RunListening, startOf } from '../../streams/run-listening.ts'
import { findThreadGraph } from '../../threads/thread-store.ts'
import { withUsage } from '../../usage/usage-routes.ts'
import * as cancel from '../cancel-runs.ts'
import { createRun } from '../create-run.ts'

/** `/threads/{thread_id}/runs` and `/runs/cancel` of an agent server (§4.2). */
export function mountRuns(app: Hono, engine: RunEngine, listening: RunListening): void {
  route(app, contract.createRun, async ({ params, query, body, context }) => {
    refuseBinding(query.on_disconnect, body.on_disconnect)
    const deployment = deploymentOf(engine, context)
    const { thread_id } = params
    const { run } = await createRun(engine, deployment, thread_id, body, 'continue', {
      traceparent: context.req.header('traceparent'),
      key: requestKeyOf(context),
      allowed: takeFilter(context),
    })
    context.header('content-location', locationOf(run))
    return wireRun(run)
  })
  route(app, contract.createRunStream, async ({ params, query, body, context }) => {
    const begun = await listening.begin(context, params.thread_id, body, query.on_disconnect)
    return eventStream(context, startOf(begun.log), begun)
  })
  route(app, contract.createRunWait, async ({ params, query, body, context }) =>
    outputWhenEnded(
      context,
      await listening.begin(context, params.thread_id, body, query.on_disconnect),
    ),
  )
  route(app, contract.listRuns, async ({ params, query, context }) => {
    const key = { deployment_id: deploymentOf(engine, context), thread_id: params.thread_id }
    if (!(await findThreadGraph(engine.database, key.deployment_id, key.thread_id))) {
      throw unknownThread(key.thread_id)
    }
    const page = { status: query.status, limit: query.limit ?? 10, offset: query.offset ?? 0 }
    const runs = (await listRuns(engine.database, key, page)).map(withListeners)
    if (query.select === undefined) return withUsage(engine.database, runs, engine.prices())
    const fields = [query.select].flat()
    return runs.map((run) => Object.fromEntries(fields.map((field) => [field, run[field] ?? null])))
  })
  route(app, contract.getRun, async ({ params, context }) => {
    const run = withListeners(await runOf(context, params))
    const [answer] = await withUsage(engine.database, [run], engine.prices())
    return answer
  })
  route(app, contract.deleteRun, async ({ params, context }) => {
    const found = await runOf(context, params)
    await engine.database.transaction(async (tx) => {
      const run = await lockRun(tx, found.run_id)
      if (!run) throw unknownRun()
      if (contract.isActive(run)) {
        throw new HttpError(409, `The run is ${run.status}. Cancel it, then delete it.`)
      }
      await deleteRun(tx, run.run_id)
    })
    engine.logs.forget(found.run_id)
  })
  route(app, contract.joinRun, async ({ params, query, context }) => {
    const run = await runOf(context, params)
    return outputWhenEnded(context, await listening.join(run, query.cancel_on_disconnect ?? false))
  })
  route(app, contract.joinRunStream, async ({ params, query, context }) =>
    listening.joinStream(context, await runOf(context, params), query),
  )
  route(app, contract.cancelRun, async ({ params, query, context }) => {
    const key = { deployment_id: deploymentOf(engine, context), ...lowerCase(params) }
    const action = query.action ?? 'interrupt'
    const { done } = await cancel.cancelRun(engine, key, action, 'cancelled')
    if (!query.wait) return context.body(null, 202)
    await done
    return context.body(null, 204)
  })
  route(app, contract.cancelRuns, async ({ query, body, context }) => {
    const { status, thread_id, run_ids } = body
    const selection = status
      ? { status }
      : { thread_id: (thread_id ?? '').toLowerCase(), run_ids: run_ids ?? [] }
    const { outcomes, done } = await cancel.cancelRuns(
      engine,
      deploymentOf(engine, context),
      selection,
      query.action ?? 'interrupt',
      takeFilter(context),
    )
    if (query.wait) await done
    return { runs: outcomes }
  })

  /** The run, while it is active with those who listen to it here. */
  function withListeners(row: RunRow) {
    const run = wireRun(row)
    return contract.isActive(run) ? { ...run, listeners: engine.listeners.of(run.run_id) } : run
  }

  async function runOf(
    context: Context,
    params: { thread_id: string; run_id: string },
  ): Promise<RunRow> {
    const key = { deployment_id: deploymentOf(engine, context), ...params }
    const run = await findRun(engine.database, key)
    if (!run) throw unknownRun()
    return run
  }
}

/** A run in the background has no connection to be bound to: throws 422 where that is asked for. */
export function refuseBinding(inQuery: string | undefined, inBody: string | null | undefined) {
  if ((inQuery ?? inBody) !== 'cancel') return
  throw invalidField(
    [inQuery ? 'query' : 'body', 'on_disconnect'],
    'A run that is created in the background has no connection that could drop. Stream it or wait for it instead.',
  )
}

function lowerCase(params: { thread_id: string; run_id: string }) {
  return { thread_id: params.thread_id.toLowerCase(), run_id: params.run_id.toLowerCase() }
}
