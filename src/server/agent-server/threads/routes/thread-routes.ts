import type { Hono } from 'hono'
import { getThreadStorage } from '../../../../contract/agent-server/thread-storage.ts'
import * as contract from '../../../../contract/agent-server/threads.ts'
import { findThreads as findEndpoint } from '../../../../contract/search/thread-search.ts'
import { requestKeyOf } from '../../../http/request-key.ts'
import { route } from '../../../http/route.ts'
import { metadataFor, takeFilter } from '../../access/granted-access.ts'
import { narrowedTo } from '../../access/narrowed.ts'
import { deploymentOf, tellTotal } from '../../agent-routes.ts'
import { withPreviewMark } from '../../executors/preview-mark.ts'
import { unknownThread } from '../../not-found.ts'
import type { RunEngine } from '../../run-engine.ts'
import { findThreads } from '../../search/thread-find.ts'
import { timeOrderedId } from '../../uuid.ts'
import { copyThread } from '../copy-thread.ts'
import { createThread } from '../create-thread.ts'
import { readStaleThreads } from '../stale-threads.ts'
import { countThreads, searchThreads } from '../thread-search.ts'
import { threadStorage } from '../thread-storage.ts'
import * as store from '../thread-store.ts'
import { setThreadTtl } from '../thread-ttl.ts'
import { deleteThreadWithRuns } from './delete-thread.ts'
import { pruneThreads } from './prune-threads.ts'

/** `/threads` of an agent server (§4.2), without their states and runs. */
export function mountThreads(app: Hono, engine: RunEngine): void {
  const { database, executors } = engine
  const found = async (deployment: string, threadId: string) => {
    const thread = await store.findThread(database, deployment, threadId)
    if (!thread) throw unknownThread(threadId)
    return thread
  }

  route(app, contract.createThread, ({ body, context }) =>
    createThread(engine, deploymentOf(engine, context), body, {
      key: requestKeyOf(context),
      allowed: takeFilter(context),
    }),
  )
  route(app, findEndpoint, ({ body, context }) => {
    const deployment_id = deploymentOf(engine, context)
    const narrowed = narrowedTo(deployment_id, takeFilter(context))
    return findThreads(database, { ...body, deployment_id: [deployment_id] }, { narrowed })
  })
  route(app, contract.searchThreads, async ({ body, context }) => {
    const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
    const result = await searchThreads(database, deploymentOf(engine, context), {
      ...body,
      ...page,
      allowed: takeFilter(context),
      sort_by: body.sort_by ?? 'created_at',
      sort_order: body.sort_order ?? 'desc',
    })
    tellTotal(context, result.total, page.offset + result.threads.length)
    return result.threads
  })
  route(app, contract.countThreads, ({ body, context }) =>
    countThreads(database, deploymentOf(engine, context), {
      ...body,
      allowed: takeFilter(context),
    }),
  )
  route(app, contract.getThread, ({ params, context }) =>
    found(deploymentOf(engine, context), params.thread_id),
  )
  route(app, getThreadStorage, async ({ params, context }) => {
    const { thread_id } = params
    const thread = await store.findThreadGraph(database, deploymentOf(engine, context), thread_id)
    if (!thread) throw unknownThread(thread_id)
    return threadStorage(database, thread_id)
  })
  route(app, contract.patchThread, async ({ params, body, context }) => {
    const deployment = deploymentOf(engine, context)
    const { thread_id } = params
    const metadata = withPreviewMark(executors, deployment, body.metadata ?? {})
    const now = engine.now()
    await store.patchThreadMetadata(database, deployment, thread_id, metadata, now)
    if (body.ttl !== undefined) {
      await setThreadTtl(database, deployment, thread_id, body.ttl, now)
    }
    const thread = await found(deployment, thread_id)
    // The published client may ask for no body.
    return context.req.header('prefer') === 'return=minimal' ? undefined : thread
  })
  route(app, contract.pruneThreads, async ({ body, context }) => {
    const deployment = deploymentOf(engine, context)
    const strategy = body.strategy ?? 'delete'
    return { pruned_count: await pruneThreads(engine, deployment, body.thread_ids, strategy) }
  })
  route(app, contract.deleteThread, async ({ params, context }) => {
    await deleteThreadWithRuns(engine, deploymentOf(engine, context), params.thread_id)
  })
  route(app, contract.copyThread, async ({ params, context }) => {
    const deployment = deploymentOf(engine, context)
    const now = engine.now()
    const copyId = timeOrderedId(now)
    const isKnown = await copyThread(database, deployment, params.thread_id, copyId, now)
    if (!isKnown) throw unknownThread(params.thread_id)
    await store.patchThreadMetadata(database, deployment, copyId, metadataFor(context), now)
    readStaleThreads(engine, deployment)
    return found(deployment, copyId)
  })
}
