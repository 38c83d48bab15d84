import * as states from '../../../contract/agent-server/thread-states.ts'
import { getThreadStorage } from '../../../contract/agent-server/thread-storage.ts'
import * as threads from '../../../contract/agent-server/threads.ts'
import { getThreadUsage } from '../../../contract/agent-server/usage.ts'
import { findThreads } from '../../../contract/search/thread-search.ts'
import { HttpError } from '../../http/http-error.ts'
import { findThread } from '../threads/thread-store.ts'
import { timeOrderedId } from '../uuid.ts'
import { type Asker, metadataIn } from './asker.ts'
import { rule } from './rule.ts'

const reads = async (ask: Asker, { params }: { params: { thread_id: string } }) => {
  await ask.about('thread', params.thread_id, 'threads:read', { thread_id: params.thread_id })
  return undefined
}

const searches = async (ask: Asker, { body }: { body: object }) => {
  await ask.list('threads:search', { ...body })
  return undefined
}

export const threadRules = [
  rule(threads.createThread, async (ask, { body }) => {
    const thread_id = body.thread_id ?? timeOrderedId(ask.engine.now())
    const { if_exists } = body
    const value = { thread_id, metadata: body.metadata ?? {}, if_exists }
    const taken = new HttpError(409, `The thread id ${thread_id} is taken.`)
    const asked = await ask.about('thread', thread_id, 'threads:create', value, taken)
    return { body: { ...body, thread_id, metadata: metadataIn(asked) } }
  }),
  rule(threads.searchThreads, searches),
  rule(threads.countThreads, searches),
  rule(findThreads, async (ask, { body }) => {
    await ask.list('threads:search', { ...body })
    // Previews are deployments of their own, whose revision has an authorization of its own.
    return { body: { ...body, with_previews: false } }
  }),
  rule(threads.getThread, reads),
  rule(getThreadUsage, reads),
  rule(getThreadStorage, reads),
  rule(threads.joinThreadStream, reads),
  rule(threads.getThreadState, reads),
  rule(threads.getThreadHistory, reads),
  rule(states.getThreadStateAt, reads),
  rule(states.findThreadState, reads),
  rule(states.searchThreadHistory, reads),
  rule(threads.patchThread, async (ask, { params, body }) => {
    const { thread_id } = params
    const value = { thread_id, metadata: body.metadata ?? {} }
    const asked = await ask.about('thread', thread_id, 'threads:update', value)
    return { body: { ...body, metadata: metadataIn(asked) } }
  }),
  rule(states.updateThreadState, async (ask, { params: { thread_id } }) => {
    await ask.about('thread', thread_id, 'threads:update', { thread_id })
    return undefined
  }),
  rule(threads.deleteThread, async (ask, { params: { thread_id } }) => {
    await ask.about('thread', thread_id, 'threads:delete', { thread_id })
    return undefined
  }),
  rule(threads.pruneThreads, async (ask, { body }) => {
    const isDeleting = (body.strategy ?? 'delete') === 'delete'
    const thread_ids: string[] = []
    for (const thread_id of body.thread_ids) {
      const event = isDeleting ? 'threads:delete' : 'threads:update'
      const { filter } = await ask.ask(event, { thread_id })
      // Those that are left out are as unknown ones, which are passed over.
      if (await ask.matches('thread', thread_id, filter)) thread_ids.push(thread_id)
    }
    return { body: { ...body, thread_ids } }
  }),
  rule(threads.copyThread, async (ask, { params: { thread_id } }) => {
    await ask.about('thread', thread_id, 'threads:read', { thread_id })
    const thread = await findThread(ask.engine.database, ask.deploymentId, thread_id)
    const made = await ask.ask('threads:create', { metadata: thread?.metadata ?? {} })
    ask.access.metadata = metadataIn(made.value)
    return undefined
  }),
]
