import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isOriginAllowed } from '../../../contract/embeds/allowed-origins.ts'
import { maxFilesBytes } from '../../../contract/embeds/visible-part.ts'
import { pageHeader } from '../../../contract/embeds/visited-page.ts'
import {
  createVisitorSession,
  deleteVisitor,
  embedConfig,
  getEmbedConfig,
  giveConsent,
  setVisitorAttributes,
} from '../../../contract/embeds/visitors.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { addressLimit } from '../address-limit.ts'
import { findEmbed, type KeptEmbed } from '../embed-store.ts'
import type { EmbedUpstream } from '../embed-upstream.ts'
import { TooManyError } from '../limits.ts'
import { checkedStream } from '../stream-check.ts'
import { mountConversation } from './conversation-routes.ts'
import { forgetVisitor } from './forget-visitor.ts'
import { mountMessages } from './message-routes.ts'
import type { ReadPicture } from './remote-picture.ts'
import { ask, type Visit } from './visit.ts'
import { toldPage } from './visitor-context.ts'
import { checkUnsigned, openSession, visitorOf } from './visitor-sessions.ts'
import { recordConsent, writeAttributes } from './visitor-store.ts'
import { mountVotes } from './vote-routes.ts'

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

  routes.use('*', corsHeaders)
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
  mountMessages(routes, { ...deps, visitOf, admit })
  mountVotes(routes, { ...deps, visitOf, admit })
  return routes
}

/** A refusal can be read by every page, so that the chat's box can say it; nothing else can. */
const corsHeaders: MiddlewareHandler = async (context, next) => {
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

/**
 * Where the request's page is: at our own origin under whichever name it was reached, or elsewhere. Browsers name no
 * origin for reads within one origin, and towards plain http nothing in its place: then a header counts that a page of
 * another origin could not send without its own being named.
 */
function originOf({ req }: Context, publicOrigin: string): string {
  const origin = req.header('origin')
  if (origin !== undefined) {
    const isOwn = URL.canParse(origin) && new URL(origin).host === req.header('host')
    return isOwn ? publicOrigin : origin
  }
  const site = req.header('sec-fetch-site')
  const told = req.header('authorization') ?? req.header(pageHeader)
  const isOwn = site === undefined ? told !== undefined : site === 'same-origin'
  return isOwn ? publicOrigin : 'unknown'
}
