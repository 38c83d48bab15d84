import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { call } from '../../../client/api.ts'
import { readVotedRun } from '../../../client/voted-run.ts'
import { isOriginAllowed } from '../../../contract/embeds/allowed-origins.ts'
import { maxFilesBytes } from '../../../contract/embeds/visible-part.ts'
import { countedPage, pageHeader } from '../../../contract/embeds/visited-page.ts'
import {
  createVisitorSession,
  deleteVisitor,
  embedConfig,
  getEmbedConfig,
  giveConsent,
  setVisitorAttributes,
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
import { forgetVisitor } from './forget-visitor.ts'
import type { ReadPicture } from './remote-picture.ts'
import { toldPage } from './visitor-context.ts'
import { marks } from './visitor-run.ts'
import { checkUnsigned, openSession, visitorOf } from './visitor-sessions.ts'
import { recordConsent, writeAttributes } from './visitor-store.ts'
import { ownsRuns, recordVote, threadOfRun } from './visitor-votes.ts'

/** More than the longest message, or any answer to a question, needs. */
const bodyLimitBytes = 1024 * 1024

const preflight = {
  'Access-Control-Allow-Methods': 'GET, POST, DELETE',
  'Access-Control-Allow-Headers': `Authorization, Content-Type, Last-Event-ID, ${pageHeader}`,
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
  readPicture: ReadPicture
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
    if (context.req.method !== 'POST') return next()
    const takesFiles =
      kept.embed.file_types.length > 0 && /\/runs(\/stream)?$/.test(context.req.path)
    return (takesFiles ? limitFiles : limitBody)(context, next)
  })

  route(routes, getEmbedConfig, async ({ context }) => {
    const { embed } = entryOf(context).kept
    return embedConfig(embed, await upstream.tracing(embed.connection_id, 'embed'))
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
    const { embed } = kept
    const isFrom = (page: string) =>
      page === origin ||
      (origin === deps.publicOrigin && isOriginAllowed(page, embed.allowed_origins))
    const page = toldPage(embed, context.req.header(pageHeader), isFrom)
    visits.set(context.req.raw, { embed, visitor, page })
    await next()
  })
  route(routes, giveConsent, ({ context }) =>
    recordConsent(database, visitOf(context).visitor, now()),
  )
  route(routes, setVisitorAttributes, async ({ body, context }) => {
    const { embed, visitor } = visitOf(context)
    await admit(context)
    checkUnsigned(embed, body.attributes)
    await writeAttributes(database, visitor.id, { unsigned: body.attributes })
  })
  route(routes, deleteVisitor, async ({ context }) => {
    const { embed, visitor } = visitOf(context)
    await admit(context)
    const [agent, { transport }] = await Promise.all([
      upstream.agent(embed.connection_id, embed.deployment_id, 'visitor'),
      upstream.tracing(embed.connection_id, 'embed'),
    ])
    await ask(forgetVisitor(database, { agent, tracing: transport }, visitor))
  })
  mountConversation(routes, { ...deps, visitOf, admit })
  // For whoever looks whether votes can arrive: whether the feedback service answers, and nothing of it.
  routes.get('/feedback-check', async (context) => {
    await admit(context)
    const { transport } = await upstream.tracing(visitOf(context).embed.connection_id, 'embed')
    await ask(call(transport, listFeedback, { query: { limit: 1 } }))
    return context.body(null, 204)
  })

  route(routes, submitFeedback, async ({ params, body, context }) => {
    const { embed, visitor, page } = visitOf(context)
    await admit(context)
    const { transport } = await upstream.tracing(embed.connection_id, 'embed')
    const metadata = { ...body.metadata, ...marks(embed, visitor) }
    await ask(call(transport, submitFeedback, { params, body: { ...body, metadata } }))
    await recordVote(database, visitor, {
      tokenId: params.token_id,
      score: body.score == null ? null : Number(body.score),
      page: page && countedPage(page),
      now: now(),
    })
    return {}
  })
  route(routes, listFeedbackTokens, async ({ query, context }) => {
    const { embed, visitor } = visitOf(context)
    await onlyOwn(database, visitor.id, [query.run_id])
    const { transport, keepsVotes } = await upstream.tracing(embed.connection_id, 'embed')
    const { run_id } = query
    const tokens = await ask(call(transport, listFeedbackTokens, { query: { run_id } }))
    if (tokens.length > 0 || !keepsVotes || embed.feedback_keys.length === 0) return tokens
    // The run's server told no addresses: they are made when somebody wants to vote.
    const thread_id = await threadOfRun(database, visitor.id, run_id)
    const agent = await upstream.agent(embed.connection_id, embed.deployment_id, 'visitor')
    const about = thread_id === undefined ? null : await readVotedRun(agent, { thread_id, run_id })
    const body = embed.feedback_keys.map((feedback_key) => ({ run_id, feedback_key, about }))
    return [await ask(call(transport, createFeedbackTokens, { body }))].flat()
  })
  route(routes, listFeedback, async ({ query, context }) => {
    const { embed, visitor } = visitOf(context)
    const run = query.run ?? []
    await onlyOwn(database, visitor.id, run)
    const { transport } = await upstream.tracing(embed.connection_id, 'embed')
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

const limited = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError() {
      throw new HttpError(413, 'This is more than the chat takes at once.')
    },
  })
const limitBody = limited(bodyLimitBytes)
/** Files come as base64, four characters for three bytes. */
const limitFiles = limited(bodyLimitBytes + Math.ceil((maxFilesBytes * 4) / 3))

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
