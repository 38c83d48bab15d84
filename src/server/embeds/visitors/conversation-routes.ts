import type { Hono } from 'hono'
import { call, type Transport } from '../../../client/api.ts'
import { isGraphAway, keptState } from '../../../client/kept-state.ts'
import { loadComponent } from '../../../client/load-component.ts'
import { cancelRun, getRun, listRuns } from '../../../contract/agent-server/runs.ts'
import { createThread, getThread, getThreadState } from '../../../contract/agent-server/threads.ts'
import {
  listVisitorThreads,
  readEarlierMessages,
  readVisitorComponents,
  readVisitorFile,
  readVisitorPicture,
} from '../../../contract/embeds/visitors.ts'
import { id } from '../../../contract/query.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { earlierMessages, readableMessages } from './earlier-messages.ts'
import { keptFile } from './kept-file.ts'
import { type ReadPicture, remotePicture } from './remote-picture.ts'
import { sentIn, visibleRun, visibleState } from './visible-records.ts'
import { agentOf, ask, enterThread, type VisitDeps } from './visit.ts'
import { marks } from './visitor-run.ts'
import { insertThread, listThreads } from './visitor-store.ts'

const notAllowed = 'This chat does not allow that.'

/** A visitor's own conversations and runs, told as far as they are for visitors, and stopping a run. */
export function mountConversation(
  routes: Hono,
  deps: VisitDeps & { readPicture: ReadPicture; report(error: Error): void },
): void {
  const { database, now, visitOf, admit } = deps

  route(routes, listVisitorThreads, ({ context }) =>
    listThreads(database, visitOf(context).visitor),
  )
  route(routes, createThread, async ({ context }) => {
    const visit = visitOf(context)
    const { embed, visitor } = visit
    await admit(context)
    const metadata = marks(embed, visitor)
    const { thread_id, created_at, updated_at, status } = await ask(
      call(await agentOf(deps, visit), createThread, { body: { metadata } }),
    )
    if (!id.safeParse(thread_id).success) {
      const said = `An embedded chat cannot keep a conversation of “${embed.name}”: its agent server calls it “${thread_id}”, and that is no UUID.`
      deps.report(new Error(said))
      throw new HttpError(502, 'The chat cannot be reached at the moment.')
    }
    await insertThread(database, { thread_id, visitor, now: now() })
    return { thread_id, created_at, updated_at, status }
  })
  route(routes, getThreadState, async ({ params, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    return visibleState(await ask(stateOf(agent, params.thread_id)), embed)
  })
  route(routes, readEarlierMessages, async ({ params, query, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    await admit(context)
    const { thread_id } = params
    const newest = async () => (await call(agent, getThreadState, { params })).checkpoint
    const read = async () => {
      const head = query.before ?? (await newest())?.checkpoint_id
      return head ? earlierMessages(agent, thread_id, head, embed) : null
    }
    const earlier = await ask(read())
    if (!earlier) throw new HttpError(404, 'Nothing was put away of this conversation.')
    return earlier
  })
  route(routes, readVisitorFile, async ({ params, query, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    const { thread_id } = params
    const { run_id } = query
    const values = run_id
      ? { messages: sentIn(await ask(call(agent, getRun, { params: { thread_id, run_id } }))) }
      : (await ask(stateOf(agent, thread_id))).values
    return keptFile(values, params, embed)
  })
  route(routes, readVisitorPicture, async ({ params, query, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    await admit(context)
    const { thread_id } = params
    const state = await ask(stateOf(agent, thread_id))
    const { signal } = context.req.raw
    const readable = readableMessages(agent, thread_id, state, embed)
    const read = (at: string) => deps.readPicture(at, signal)
    return ask(remotePicture(readable, query.address, embed, read))
  })
  route(routes, readVisitorComponents, async ({ params, query, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    if (!embed.shows_components) throw new HttpError(404, 'This chat shows no components.')
    await admit(context)
    const { metadata } = await ask(call(agent, getThread, { params }))
    const { graph_id } = metadata ?? {}
    if (typeof graph_id !== 'string') throw new HttpError(404, 'No graph has answered here yet.')
    return ask(loadComponent(agent, graph_id, query.name))
  })
  route(routes, listRuns, async ({ params, query, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    const runs = await ask(call(agent, listRuns, { params, query }))
    return runs.map((run) => visibleRun(run, embed))
  })
  route(routes, getRun, async ({ params, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    return visibleRun(await ask(call(agent, getRun, { params })), embed)
  })
  route(routes, cancelRun, async ({ params, query, context }) => {
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
    if (query.action === 'rollback') throw new HttpError(403, notAllowed)
    // What waits its turn can be taken back, whether answers can be stopped or not.
    if (!embed.can_stop) {
      const { status } = await ask(call(agent, getRun, { params }))
      if (status !== 'pending') throw new HttpError(403, notAllowed)
    }
    await ask(call(agent, cancelRun, { params, query: { action: 'interrupt', wait: query.wait } }))
    return context.json({}, query.wait ? 200 : 202)
  })
}

/** What was said can be read while the agent is down as well: then as the thread keeps it. */
async function stateOf(agent: Transport, thread_id: string) {
  try {
    return await call(agent, getThreadState, { params: { thread_id } })
  } catch (error) {
    const thread = isGraphAway(error) && (await call(agent, getThread, { params: { thread_id } }))
    const kept = thread && keptState(thread)
    if (kept) return kept
    throw error
  }
}
