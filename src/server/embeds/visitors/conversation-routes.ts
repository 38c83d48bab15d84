import type { Context, Hono } from 'hono'
import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { prepareRequest } from '../../../client/request.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import {
  cancelRun,
  createRun,
  createRunStream,
  getRun,
  joinRunStream,
  listRuns,
} from '../../../contract/agent-server/runs.ts'
import { createThread, getThreadState } from '../../../contract/agent-server/threads.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { countedPage } from '../../../contract/embeds/visited-page.ts'
import {
  listVisitorThreads,
  readVisitorFile,
  readVisitorPicture,
} from '../../../contract/embeds/visitors.ts'
import type { Endpoint, EndpointInput } from '../../../contract/endpoint.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { EmbedUpstream } from '../embed-upstream.ts'
import { bookMessage, settleRuns } from '../limits.ts'
import { keptFile } from './kept-file.ts'
import { recordEnd, recordRun } from './message-store.ts'
import { type ReadPicture, remotePicture } from './remote-picture.ts'
import { numbersOf, visibleStream } from './visible-events.ts'
import { visibleRun, visibleState } from './visible-records.ts'
import { marks, titleOf, visitorRunBody } from './visitor-run.ts'
import { insertThread, listThreads, ownsThread, type VisitorRow } from './visitor-store.ts'

const titleLength = 80

/** Who asks, and on which embed. */
export interface Visit {
  embed: Embed
  visitor: VisitorRow
  /** Where the visitor is on the site; null where that is not told or not to be known. */
  page: string | null
}

/**
 * The calls of the agent server's interface that a visitor may make: on their own threads only, with
 * what the embed allows, and told only what is for them. Every other thread does not exist (404).
 */
export function mountConversation(
  routes: Hono,
  deps: {
    database: Database
    upstream: EmbedUpstream
    now: () => Date
    visitOf(context: Context): Visit
    /** Throws a TooManyError where too much comes from one network address. */
    admit(context: Context): Promise<void>
    readPicture: ReadPicture
    report(error: Error): void
    stopping: AbortSignal
  },
): void {
  const { database, now, visitOf, admit } = deps
  const agentOf = ({ embed }: Visit) =>
    deps.upstream.agent(embed.connection_id, embed.deployment_id, 'visitor')

  /** The visit and the agent server behind it, once the thread is known to be the visitor's own. */
  async function enter(context: Context, threadId: string) {
    const visit = visitOf(context)
    if (!(await ownsThread(database, visit.visitor, threadId))) {
      throw new HttpError(404, 'There is no such conversation.')
    }
    return { ...visit, agent: await agentOf(visit) }
  }

  route(routes, listVisitorThreads, ({ context }) =>
    listThreads(database, visitOf(context).visitor),
  )
  route(routes, createThread, async ({ context }) => {
    const visit = visitOf(context)
    const { embed, visitor } = visit
    await admit(context)
    const metadata = marks(embed, visitor)
    const { thread_id, created_at, updated_at, status } = await ask(
      call(await agentOf(visit), createThread, { body: { metadata } }),
    )
    await insertThread(database, { thread_id, visitor, now: now() })
    return { thread_id, created_at, updated_at, status }
  })
  route(routes, getThreadState, async ({ params, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    return visibleState(await ask(call(agent, getThreadState, { params })), embed)
  })
  route(routes, readVisitorFile, async ({ params, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    const { thread_id } = params
    const { values } = await ask(call(agent, getThreadState, { params: { thread_id } }))
    return keptFile(values, params, embed)
  })
  route(routes, readVisitorPicture, async ({ params, query, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    await admit(context)
    const { values } = await ask(call(agent, getThreadState, { params }))
    const { signal } = context.req.raw
    return remotePicture(values, query.address, embed, (at) => deps.readPicture(at, signal))
  })
  route(routes, listRuns, async ({ params, query, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    const runs = await ask(call(agent, listRuns, { params, query }))
    return runs.map((run) => visibleRun(run, embed))
  })
  route(routes, getRun, async ({ params, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    return visibleRun(await ask(call(agent, getRun, { params })), embed)
  })
  route(routes, cancelRun, async ({ params, query, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    if (!embed.can_stop || query.action === 'rollback') {
      throw new HttpError(403, 'This chat does not allow that.')
    }
    await ask(call(agent, cancelRun, { params, query: { action: 'interrupt', wait: query.wait } }))
    return context.json({}, query.wait ? 200 : 202)
  })

  /** Books the message; what becomes of the booking is up to the caller. */
  async function book(visit: Visit & { agent: Transport }, threadId: string, body: RunCreate) {
    const { embed, visitor, agent, page } = visit
    if (embed.asks_consent && visitor.consented_at === null) {
      throw new HttpError(403, 'Agree to the privacy note first.')
    }
    const votes = await deps.upstream.tracing(embed.connection_id, 'embed')
    const { keepsVotes } = votes
    const allowed = await visitorRunBody(embed, visitor, body, { keepsVotes, page })
    await settleRuns(database, agent, embed, now())
    const title = titleOf(allowed)?.slice(0, titleLength) ?? null
    const message = { thread_id: threadId, title, page: page && countedPage(page), now: now() }
    return { allowed, messageId: await bookMessage(database, embed, visitor, message) }
  }

  route(routes, createRun, async ({ params, body, context }) => {
    const visit = await enter(context, params.thread_id)
    await admit(context)
    const { allowed, messageId } = await book(visit, params.thread_id, body)
    try {
      const run = await ask(call(visit.agent, createRun, { params, body: allowed }))
      await recordRun(database, messageId, run.run_id)
      return visibleRun(run, visit.embed)
    } catch (error) {
      await recordEnd(database, messageId, now())
      throw error
    }
  })
  route(routes, createRunStream, async ({ params, body, context }) => {
    const visit = await enter(context, params.thread_id)
    await admit(context)
    const { allowed, messageId } = await book(visit, params.thread_id, body)
    try {
      const input = { params, body: allowed }
      const answer = await stream(visit.agent, createRunStream, input, context, deps.stopping)
      const runId = /\/runs\/([^/?#]+)/.exec(answer.headers.get('content-location') ?? '')?.[1]
      if (runId) await recordRun(database, messageId, runId)
      return visibleAnswer(answer, visit.embed, (event, data) => {
        const id = (data as { run_id?: unknown } | null)?.run_id
        // A server that does not tell the run's address tells its id in the first event.
        if (event === 'metadata' && !runId && typeof id === 'string') {
          recordRun(database, messageId, id).catch(deps.report)
        }
      })
    } catch (error) {
      await recordEnd(database, messageId, now())
      throw error
    }
  })
  route(routes, joinRunStream, async ({ params, context }) => {
    const { embed, agent } = await enter(context, params.thread_id)
    const query = { cancel_on_disconnect: embed.on_disconnect === 'cancel' }
    const last = context.req.header('last-event-id') ?? null
    // Read from its beginning, which tells who says what in the rest.
    const after = last !== null && numbersOf(last) ? last : null
    const from = after === null ? last : '-1'
    const input = { params, query }
    const answer = await stream(agent, joinRunStream, input, context, deps.stopping, from)
    return visibleAnswer(answer, embed, () => undefined, after)
  })
}

/** Passes the server's refusal on with its status; a visitor reads no word of its inside. */
export async function ask<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error) : error
  }
}

function refusalOf(error: ApiError): HttpError {
  if (error.status === 404) return new HttpError(404, 'There is no such conversation or answer.')
  if (error.status === 409) return new HttpError(409, 'Something else is going on here. Try again.')
  if (error.status === 410) return new HttpError(410, 'This has run out.')
  if (error.status === 422) return new HttpError(422, 'The chat could not take this.')
  if (error.status === 429) return new HttpError(429, 'There is too much to do. Try again shortly.')
  return new HttpError(502, 'The chat cannot be reached at the moment.')
}

async function stream<E extends Endpoint>(
  agent: Transport,
  endpoint: E,
  input: EndpointInput<E>,
  context: Context,
  stopping: AbortSignal,
  lastEventId: string | null = null,
): Promise<Response> {
  const request = prepareRequest(agent, endpoint, input)
  const send = agent.fetch ?? fetch
  const answer = await send(request.url, {
    ...request.init,
    headers: {
      ...request.init.headers,
      accept: 'text/event-stream',
      ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
    },
    signal: AbortSignal.any([context.req.raw.signal, stopping]),
  }).catch(() => {
    throw refusalOf(request.noAnswer())
  })
  if (!answer.ok) throw refusalOf(await request.refusal(answer))
  return answer
}

function visibleAnswer(
  answer: Response,
  embed: Embed,
  onEvent: (event: string, data: unknown) => void,
  after: string | null = null,
): Response {
  const location = /\/threads\/[^/]+\/runs\/[^/?#]+/.exec(
    answer.headers.get('content-location') ?? '',
  )?.[0]
  const body = answer.body
    ?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(visibleStream(embed, onEvent, after))
    .pipeThrough(new TextEncoderStream())
  return new Response(body ?? null, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      ...(location ? { 'content-location': location } : {}),
    },
  })
}
