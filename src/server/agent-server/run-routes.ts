import type { Context, Hono } from 'hono'
import {
  cancelRun,
  cancelRuns,
  createRun,
  createRunStream,
  createRunWait,
  getRun,
  isActive,
  joinRun,
  joinRunStream,
  listRuns,
  type RunCreate,
} from '../../contract/runs.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { deploymentOf } from './agent-routes.ts'
import * as cancel from './cancel-runs.ts'
import { createRun as create } from './create-run.ts'
import { asError } from './engine-context.ts'
import { eventStream, type Listening, outputWhenEnded } from './response-stream.ts'
import type { RunEngine } from './run-engine.ts'
import { nextEventId } from './run-event-store.ts'
import type { RunLog } from './run-log.ts'
import { findOutput, findRun, listRuns as listStored, type RunRow, wireRun } from './run-store.ts'
import { findThreadGraph } from './thread-store.ts'

/** What the streaming routes need besides the engine. */
export interface StreamOptions {
  heartbeatMs: number
  /** Aborted when the server stops: every listener comes to a clean end. */
  closing: AbortSignal
}

/** `/threads/{thread_id}/runs` and `/runs/cancel` of an agent server (§4.2). */
export function mountRuns(app: Hono, engine: RunEngine, options: StreamOptions): void {
  route(app, createRun, async ({ params, query, body, context }) => {
    if ((query.on_disconnect ?? body.on_disconnect) === 'cancel') {
      const where = query.on_disconnect ? 'query' : 'body'
      throw invalidField(
        [where, 'on_disconnect'],
        'A run that is created in the background has no connection that could drop. Stream it or wait for it instead.',
      )
    }
    const deployment = deploymentOf(engine, context)
    const { run } = await create(engine, deployment, params.thread_id, body, 'continue')
    context.header('content-location', locationOf(run))
    return wireRun(run)
  })
  route(app, createRunStream, async ({ params, query, body, context }) => {
    const listening = await begin(context, params.thread_id, body, query.on_disconnect)
    return eventStream(context, listening.log.start, listening)
  })
  route(app, createRunWait, async ({ params, query, body, context }) =>
    outputWhenEnded(context, await begin(context, params.thread_id, body, query.on_disconnect)),
  )
  route(app, listRuns, async ({ params, query, context }) => {
    const key = { deployment_id: deploymentOf(engine, context), thread_id: params.thread_id }
    if (!(await findThreadGraph(engine.database, key.deployment_id, key.thread_id))) {
      throw cancel.unknownThread(key.thread_id)
    }
    const page = { status: query.status, limit: query.limit ?? 10, offset: query.offset ?? 0 }
    return (await listStored(engine.database, key, page)).map(wireRun)
  })
  route(app, getRun, async ({ params, context }) => wireRun(await runOf(context, params)))
  route(app, joinRun, async ({ params, query, context }) => {
    const run = await runOf(context, params)
    return outputWhenEnded(context, await join(run, query.cancel_on_disconnect ?? false))
  })
  route(app, joinRunStream, async ({ params, query, context }) => {
    const run = await runOf(context, params)
    const listening = await join(run, query.cancel_on_disconnect ?? false)
    return eventStream(context, positionOf(context, listening.log), listening)
  })
  route(app, cancelRun, async ({ params, query, context }) => {
    const key = { deployment_id: deploymentOf(engine, context), ...lowerCase(params) }
    const action = query.action ?? 'interrupt'
    const { done } = await cancel.cancelRun(engine, key, action, 'cancelled')
    if (!query.wait) return context.body(null, 202)
    await done
    return context.body(null, 204)
  })
  route(app, cancelRuns, async ({ query, body, context }) => {
    const { status, thread_id, run_ids } = body
    const selection = status
      ? { status }
      : { thread_id: (thread_id ?? '').toLowerCase(), run_ids: run_ids ?? [] }
    const { outcomes, done } = await cancel.cancelRuns(
      engine,
      deploymentOf(engine, context),
      selection,
      query.action ?? 'interrupt',
    )
    if (query.wait) await done
    return { runs: outcomes }
  })

  async function begin(
    context: Context,
    threadId: string,
    body: RunCreate,
    asked: 'cancel' | 'continue' | undefined,
  ): Promise<Listening> {
    const onDisconnect = asked ?? body.on_disconnect ?? 'continue'
    const deployment = deploymentOf(engine, context)
    const { run, log } = await create(engine, deployment, threadId, body, onDisconnect)
    return { ...listening(run, log, onDisconnect === 'cancel'), location: locationOf(run) }
  }

  async function join(run: RunRow, isBound: boolean): Promise<Listening> {
    const kept = engine.logs.find(run.run_id)
    if (kept) return listening(run, kept, isBound)
    if (isActive(run)) {
      const log = await engine.logs.open(run)
      const present = await findRun(engine.database, run)
      if (present && isActive(present)) return listening(run, log, isBound)
      // It ended while its log was being opened: nobody would ever end this one.
      engine.logs.forget(run.run_id)
      if (!present) throw cancel.unknownRun()
    }
    const output = (await findOutput(engine.database, run.run_id)) ?? 'null'
    const next = await nextEventId(engine.database, run.run_id)
    return listening(run, engine.logs.replay(run, output, next), false)
  }

  function listening(run: RunRow, log: RunLog, isBound: boolean): Listening {
    const onDrop = () => {
      cancel.cancelDropped(engine, run).catch((error) => engine.report(asError(error)))
    }
    return { ...options, log, onDrop: isBound ? onDrop : null }
  }

  async function runOf(
    context: Context,
    params: { thread_id: string; run_id: string },
  ): Promise<RunRow> {
    const key = { deployment_id: deploymentOf(engine, context), ...params }
    const run = await findRun(engine.database, key)
    if (!run) throw cancel.unknownRun()
    return run
  }
}

/** `Last-Event-ID` is exclusive; absent or `-1` is from the start. */
function positionOf(context: Context, log: RunLog): number {
  const given = context.req.header('last-event-id')?.trim()
  const start = log.isStored ? -1 : log.start
  if (given === undefined || given === '') return start
  const id = Number(given)
  if (!Number.isInteger(id) || id < -1) {
    throw new HttpError(422, [
      {
        loc: ['header', 'Last-Event-ID'],
        msg: 'Write the id of an event, or -1.',
        type: 'value_error',
      },
    ])
  }
  return Math.min(Math.max(id, start), log.nextId - 1)
}

function locationOf(run: RunRow): string {
  return `/threads/${run.thread_id}/runs/${run.run_id}`
}

function lowerCase(params: { thread_id: string; run_id: string }) {
  return { thread_id: params.thread_id.toLowerCase(), run_id: params.run_id.toLowerCase() }
}
