import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { call } from '../../../client/api.ts'
import { isOriginAllowed } from '../../../contract/embeds/embeds.ts'
import {
  createVisitorSession,
  embedConfig,
  getEmbedConfig,
} from '../../../contract/embeds/visitors.ts'
import { listFeedback, submitFeedback } from '../../../contract/tracing/feedback.ts'
import {
  createFeedbackTokens,
  listFeedbackTokens,
} from '../../../contract/tracing/feedback-tokens.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { addressLimit } from '../address-limit.ts'
import { findEmbed, type KeptEmbed } from '../embed-store.ts'
import type { EmbedUpstream } from '../embed-upstream.ts'
import { TooManyError } from '../limits.ts'
import { checkedStream } from '../stream-check.ts'
import { ask, mountConversation, type Visit } from './conversation-routes.ts'
import { marks } from './visitor-run.ts'
import { openSession, visitorOf } from './visitor-sessions.ts'
import { ownsRuns, recordVote } from './visitor-votes.ts'

/** More than the longest message, or any answer to a question, needs. */
const bodyLimitBytes = 1024 * 1024

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID',
  'Access-Control-Max-Age': '600',
}

/** The interface of every embedded chat, to be mounted at `/embed/:embed_key/api`. */
export function visitorRoutes(deps: {
  database: Database
  secretBox: SecretBox
  upstream: EmbedUpstream
  /** The server's own origin, whose pages below `/embed/` may use every embed. */
  publicOrigin: string
  now: () => Date
  addressOf(context: Context): string
  report(error: Error): void
  stopping: AbortSignal
}): Hono {
  const { database, upstream, now } = deps
  const routes = new Hono()
  const limit = addressLimit()
  const admit = (context: Context) => limit.admit(visitOf(context).embed, deps.addressOf(context))
  const entries = new WeakMap<Request, { kept: KeptEmbed; origin: string }>()
  const visits = new WeakMap<Request, Visit>()

  const entryOf = (context: Context) => {
    const entry = entries.get(context.req.raw)
    if (entry) return entry
    throw new HttpError(404, 'There is no such chat.')
  }
  const visitOf = (context: Context) => {
    const visit = visits.get(context.req.raw)
    if (visit) return visit
    throw new HttpError(401, 'Open a session first.')
  }

  // A refusal can be read by every page, so that the chat's box can say it; nothing else can.
  routes.use('*', async (context, next) => {
    if (context.req.method === 'OPTIONS') {
      context.res = new Response(null, { status: 204, headers: preflight })
    } else await next()
    const { headers } = context.res
    const origin = context.req.header('origin')
    if (origin !== undefined) {
      headers.set('Access-Control-Allow-Origin', origin)
      headers.set('Access-Control-Expose-Headers', 'Content-Location, Retry-After')
    }
    headers.set('Vary', 'Origin')
    headers.set('Cross-Origin-Resource-Policy', 'cross-origin')
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    if (context.error instanceof TooManyError) {
      headers.set('Retry-After', String(context.error.retryAfterSeconds))
    }
  })
  routes.post('*', limitBody)
  routes.use('*', async (context, next) => {
    const kept = await findEmbed(database, { key: context.req.param('embed_key') ?? '' })
    if (!kept) throw new HttpError(404, 'There is no such chat. Its key may have been changed.')
    const origin = originOf(context, deps.publicOrigin)
    if (origin !== deps.publicOrigin && !isOriginAllowed(origin, kept.embed.allowed_origins)) {
      throw new HttpError(
        403,
        `This chat is not open to ${origin === 'unknown' ? 'requests without an origin' : origin}. Its operator can allow that origin.`,
      )
    }
    if (!kept.embed.is_enabled) throw new HttpError(403, 'This chat is switched off.')
    entries.set(context.req.raw, { kept, origin })
    await next()
  })

  route(routes, getEmbedConfig, async ({ context }) => {
    const { embed } = entryOf(context).kept
    return embedConfig(embed, await upstream.tracing(embed.connection_id))
  })
  // For whoever looks whether streams come through: an answer's way without an answer.
  routes.get('/stream-check', (context) => checkedStream(context.req.raw.signal))
  route(routes, createVisitorSession, ({ body, context }) => {
    const { kept, origin } = entryOf(context)
    return openSession(deps, kept, origin, body, () => limit.admitVisitor(deps.addressOf(context)))
  })

  routes.use('*', async (context, next) => {
    const { kept, origin } = entryOf(context)
    const bearer = context.req.header('authorization')
    const visitor = await visitorOf(deps, kept.embed, origin, bearer)
    visits.set(context.req.raw, { embed: kept.embed, visitor })
    await next()
  })
  mountConversation(routes, { ...deps, visitOf, admit })
  // For whoever looks whether votes can arrive: whether the feedback service answers, and nothing of it.
  routes.get('/feedback-check', async (context) => {
    await admit(context)
    const { transport } = await upstream.tracing(visitOf(context).embed.connection_id)
    await ask(call(transport, listFeedback, { query: { limit: 1 } }))
    return context.body(null, 204)
  })

  route(routes, submitFeedback, async ({ params, body, context }) => {
    const { embed, visitor } = visitOf(context)
    await admit(context)
    const { transport } = await upstream.tracing(embed.connection_id)
    const metadata = { ...body.metadata, ...marks(embed, visitor) }
    await ask(call(transport, submitFeedback, { params, body: { ...body, metadata } }))
    await recordVote(database, visitor, now())
    return {}
  })
  route(routes, listFeedbackTokens, async ({ query, context }) => {
    const { embed, visitor } = visitOf(context)
    await onlyOwn(database, visitor.id, [query.run_id])
    const { transport, keepsVotes } = await upstream.tracing(embed.connection_id)
    const { run_id } = query
    const tokens = await ask(call(transport, listFeedbackTokens, { query: { run_id } }))
    if (tokens.length > 0 || !keepsVotes || embed.feedback_keys.length === 0) return tokens
    // The run's server told no addresses: they are made when somebody wants to vote.
    const body = embed.feedback_keys.map((feedback_key) => ({ run_id, feedback_key }))
    return [await ask(call(transport, createFeedbackTokens, { body }))].flat()
  })
  route(routes, listFeedback, async ({ query, context }) => {
    const { embed, visitor } = visitOf(context)
    const run = query.run ?? []
    await onlyOwn(database, visitor.id, run)
    const { transport } = await upstream.tracing(embed.connection_id)
    const votes = await ask(call(transport, listFeedback, { query: { run, limit: 100 } }))
    return votes.map(({ id, run_id, key, score, value, comment, created_at, modified_at }) => ({
      id,
      run_id,
      key,
      score,
      value,
      comment,
      created_at,
      modified_at,
    }))
  })
  return routes
}

const limitBody = bodyLimit({
  maxSize: bodyLimitBytes,
  onError() {
    throw new HttpError(413, 'This is more than the chat takes at once.')
  },
})

async function onlyOwn(database: Database, visitorId: string, runs: string[]): Promise<void> {
  if (runs.length > 0 && (await ownsRuns(database, visitorId, runs))) return
  throw new HttpError(404, 'There is no such answer.')
}

/** Where the request's page is. Browsers name no origin for reads within one origin. */
function originOf(context: Context, publicOrigin: string): string {
  const origin = context.req.header('origin')
  if (origin !== undefined) return origin
  return context.req.header('sec-fetch-site') === 'same-origin' ? publicOrigin : 'unknown'
}
