import type { Hono } from 'hono'
import {
  createThread,
  deleteThread,
  getThread,
  getThreadHistory,
  getThreadState,
  patchThread,
  searchThreads,
} from '../../contract/threads.ts'
import { HttpError } from '../http/http-error.ts'
import { route } from '../http/route.ts'
import { deploymentOf, tellTotal } from './agent-routes.ts'
import { unknownThread } from './cancel-runs.ts'
import { deleteThreadWithRuns } from './delete-thread.ts'
import type { RunEngine } from './run-engine.ts'
import { readHistory, readState } from './thread-state.ts'
import {
  findThread,
  insertThread,
  patchThreadMetadata,
  searchThreads as searchStored,
} from './thread-store.ts'
import { timeOrderedId } from './uuid.ts'

/** `/threads` of an agent server (§4.2), without their runs. */
export function mountThreads(app: Hono, engine: RunEngine): void {
  const { database } = engine
  route(app, createThread, async ({ body, context }) => {
    const deployment_id = deploymentOf(engine, context)
    const now = engine.now()
    const thread_id = body.thread_id ?? timeOrderedId(now)
    const thread = { thread_id, deployment_id, metadata: body.metadata ?? {}, now }
    const isNew = await insertThread(database, thread)
    const found = await findThread(database, deployment_id, thread_id)
    if (!found || (!isNew && body.if_exists !== 'do_nothing')) {
      throw new HttpError(409, `The thread id ${thread_id} is taken.`)
    }
    return found
  })
  route(app, searchThreads, async ({ body, context }) => {
    const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
    const found = await searchStored(database, deploymentOf(engine, context), {
      ...body,
      ...page,
      sort_by: body.sort_by ?? 'created_at',
      sort_order: body.sort_order ?? 'desc',
    })
    tellTotal(context, found.total, page.offset + found.threads.length)
    return found.threads
  })
  route(app, getThread, async ({ params, context }) => {
    const found = await findThread(database, deploymentOf(engine, context), params.thread_id)
    if (!found) throw unknownThread(params.thread_id)
    return found
  })
  route(app, patchThread, async ({ params, body, context }) => {
    const deployment = deploymentOf(engine, context)
    const { thread_id } = params
    await patchThreadMetadata(database, deployment, thread_id, body.metadata, engine.now())
    const found = await findThread(database, deployment, thread_id)
    if (!found) throw unknownThread(thread_id)
    return found
  })
  route(app, deleteThread, async ({ params, context }) => {
    await deleteThreadWithRuns(engine, deploymentOf(engine, context), params.thread_id)
  })
  route(app, getThreadState, async ({ params, query, context }) => {
    const subgraphs = query.subgraphs ?? false
    const deployment = deploymentOf(engine, context)
    const json = await readState(engine, deployment, params.thread_id, subgraphs)
    return context.body(json, 200, { 'content-type': 'application/json' })
  })
  route(app, getThreadHistory, async ({ params, query, context }) => {
    const page = { limit: query.limit ?? 10, before: query.before }
    const json = await readHistory(engine, deploymentOf(engine, context), params.thread_id, page)
    return context.body(json, 200, { 'content-type': 'application/json' })
  })
}
