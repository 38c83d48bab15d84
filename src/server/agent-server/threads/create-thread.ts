import type * as z from 'zod/mini'
import type { createThread as endpoint, Thread } from '../../../contract/agent-server/threads.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { keyFault, type RequestKey } from '../../http/request-key.ts'
import type { AuthFilter } from '../access/auth-filter.ts'
import { withPreviewMark } from '../executors/preview-mark.ts'
import { recordKey, takeKey } from '../request-keys.ts'
import type { RunEngine } from '../run-engine.ts'
import { timeOrderedId } from '../uuid.ts'
import { matchesFilter } from './thread-search.ts'
import { deleteThread, findThread, insertThread } from './thread-store.ts'
import { updateState } from './update-state.ts'

/**
 * Creates a thread (§4.2), with the states that it is to begin with. A request with a key that has made a thread before
 * answers that one. Rejects with 409 where its id is taken, or what it has made is gone, and with 422 for a graph that is not
 * named, and for a key of a request that also writes states: that is not done at once.
 */
export async function createThread(
  engine: RunEngine,
  deployment_id: string,
  body: z.output<(typeof endpoint)['body']>,
  { key, allowed }: { key: RequestKey | undefined; allowed: AuthFilter | null },
): Promise<Thread> {
  const { database, executors } = engine
  const now = engine.now()
  const thread_id = body.thread_id ?? timeOrderedId(now)
  const metadata = withPreviewMark(executors, deployment_id, body.metadata ?? {})
  const ttl = body.ttl ?? executors.retentionOf(deployment_id).threads
  const thread = { thread_id, deployment_id, metadata, ttl, now }
  const steps = body.supersteps?.map(({ updates }) => updates) ?? []
  if (steps.length > 0 && typeof body.metadata?.graph_id !== 'string') {
    const message = 'Name the graph whose state is written as graph_id in the metadata.'
    throw invalidField(['body', 'metadata', 'graph_id'], message)
  }
  if (steps.length > 0 && key) {
    throw keyFault('A thread with supersteps takes no key. Give it a thread_id of its own instead.')
  }
  const made = key
    ? await database.transaction(async (tx) => {
        const before = await takeKey(tx, deployment_id, key, body, now)
        if (before) return { isNew: false, isAgain: true, thread_id: before.thread_id }
        const isNew = await insertThread(tx, thread)
        if (!isNew && body.if_exists !== 'do_nothing') throw taken(thread_id)
        await recordKey(tx, deployment_id, key, { thread_id, run_id: null })
        return { isNew, isAgain: false, thread_id }
      })
    : { isNew: await insertThread(database, thread), isAgain: false, thread_id }
  const found = await findThread(database, deployment_id, made.thread_id)
  if (made.isAgain && !found) {
    throw new HttpError(409, 'The thread that this request has made is not there any more.')
  }
  const isOthers = !made.isNew && !(await matchesFilter(database, made.thread_id, allowed))
  const isTaken = !made.isNew && !made.isAgain && body.if_exists !== 'do_nothing'
  if (!found || isOthers || isTaken) {
    throw taken(made.thread_id)
  }
  if (!made.isNew || steps.length === 0) return found
  try {
    await updateState(engine, deployment_id, thread_id, { checkpoint: {}, steps })
  } catch (error) {
    await deleteThread(database, thread_id)
    throw error
  }
  return (await findThread(database, deployment_id, thread_id)) ?? found
}

const taken = (threadId: string) => new HttpError(409, `The thread id ${threadId} is taken.`)
