import type { Context, Hono } from 'hono'
import { call, type Transport } from '../../../client/api.ts'
import { prepareRequest } from '../../../client/request.ts'
import type { RunCreate } from '../../../contract/agent-server/run-request.ts'
import { createRun, createRunStream, joinRunStream } from '../../../contract/agent-server/runs.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import { countedPage } from '../../../contract/embeds/visited-page.ts'
import type { Endpoint, EndpointInput } from '../../../contract/endpoint.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import { bookMessage, settleRuns } from '../limits.ts'
import { recordEnd, recordRun } from './message-store.ts'
import { numbersOf, visibleStream } from './visible-events.ts'
import { visibleRun } from './visible-records.ts'
import { ask, enterThread, refusalOf, type Visit, type VisitDeps } from './visit.ts'
import { titleOf, visitorRunBody } from './visitor-run.ts'

const titleLength = 80

/** Sending a message, with what the embed allows, and following its answer. */
export function mountMessages(
  routes: Hono,
  deps: VisitDeps & { report(error: Error): void; stopping: AbortSignal },
): void {
  const { database, now, admit } = deps

  /** Books the message; what becomes of the booking is up to the caller. */
  async function book(
    visit: Visit & { agent: Transport },
    threadId: string,
    body: RunCreate,
    isBehind: boolean,
  ) {
    const { embed, visitor, agent, page } = visit
    if (embed.asks_consent && visitor.consented_at === null) {
      throw new HttpError(403, 'Agree to the privacy note first.')
    }
    const votes = await deps.upstream.tracing(embed.connection_id, 'embed')
    const { keepsVotes } = votes
    const allowed = await visitorRunBody(embed, visitor, body, { keepsVotes, page, isBehind })
    await settleRuns(database, agent, embed, now())
    const title = titleOf(allowed)?.slice(0, titleLength) ?? null
    const message = { thread_id: threadId, title, page: page && countedPage(page), now: now() }
    return { allowed, messageId: await bookMessage(database, embed, visitor, message) }
  }

  route(routes, createRun, async ({ params, body, context }) => {
    const visit = await enterThread(deps, context, params.thread_id)
    await admit(context)
    const { allowed, messageId } = await book(visit, params.thread_id, body, true)
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
    const visit = await enterThread(deps, context, params.thread_id)
    await admit(context)
    const { allowed, messageId } = await book(visit, params.thread_id, body, false)
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
    const { embed, agent } = await enterThread(deps, context, params.thread_id)
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
