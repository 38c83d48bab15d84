import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import {
  createFeedback,
  deleteFeedback,
  exportFeedback,
  type Feedback,
  type FeedbackFilter,
  type FeedbackSubmission,
  feedbackGroupings,
  listFeedback,
  readFeedback,
  submitFeedback,
  submitFeedbackByGet,
  summarizeFeedback,
  updateFeedback,
} from '../../contract/tracing/feedback.ts'
import { createFeedbackTokens, listFeedbackTokens } from '../../contract/tracing/feedback-tokens.ts'
import type { Database } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { readJson } from '../http/read-json.ts'
import { type ApiKey, requireKey } from '../http/require-key.ts'
import { type RouteCall, route } from '../http/route.ts'
import { readKeptVotes } from '../kept-votes.ts'
import type { RunHistory } from '../run-history.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import { unstorablePlace } from '../storable-text.ts'
import type { Prices } from '../usage/prices.ts'
import { readVoteSource } from '../vote-source.ts'
import { createDirectly, updateDirectly } from './direct-feedback.ts'
import {
  createFeedbackService,
  type FeedbackService,
  type FindRun,
  type VoteSource,
} from './feedback.ts'
import { exportVotes } from './feedback-export.ts'
import { countFeedback, findFeedback, listFeedbackRows, removeFeedback } from './feedback-store.ts'
import { summarize } from './feedback-summary.ts'
import { isPreview } from './previews.ts'
import { mountProjects } from './project-routes.ts'
import { mountRuns } from './run-routes.ts'
import { findGoneRun } from './token-store.ts'

/** The tracing service ({tracing_url}, §4.3): feedback tokens, submissions and what was recorded. */
export function createTracing(deps: {
  database: Database
  secretBox: SecretBox
  apiKey: ApiKey
  tracingUrl: string
  /** Tells which deployment and revision are voted on. */
  findRun: FindRun
  /** What the parts of a trace are made of. */
  history: RunHistory
  prices: () => Prices
  now: () => Date
  /** Gets errors that come too late for an answer. */
  report: (error: Error) => void
}): { routes: Hono; issueFeedbackUrls: FeedbackService['issueUrls'] } {
  const findRun: FindRun = async (db, runId) =>
    (await deps.findRun(db, runId)) ?? (await findGoneRun(db, runId))
  const service = createFeedbackService({ ...deps, findRun })
  const routes = new Hono()
  mountSubmission(routes, service, deps.secretBox)
  routes.use('/api/v1/feedback', requireKey(deps.apiKey))
  routes.use('/api/v1/feedback/:name', requireKey(deps.apiKey))
  route(routes, createFeedbackTokens, async ({ body, context }) => {
    const tokens = await service.createTokens(body, connectionOf(context, deps.secretBox))
    return Array.isArray(body) ? tokens : tokens[0]
  })
  route(routes, listFeedbackTokens, ({ query, context }) =>
    service.listTokens(
      { runId: query.run_id, connection: connectionOf(context, deps.secretBox) },
      { limit: query.limit ?? 100, offset: query.offset ?? 0 },
    ),
  )
  mountReading(routes, deps)
  mountDirect(routes, { ...deps, findRun })
  mountRuns(routes, deps)
  mountProjects(routes, deps)
  return { routes, issueFeedbackUrls: service.issueUrls }
}

/** Submissions come from any web page and carry no credential (§5.4). Nothing else is open to others. */
function mountSubmission(routes: Hono, service: FeedbackService, box: SecretBox): void {
  routes.use(
    '/api/v1/feedback/tokens/:token_id',
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Content-Type'],
      maxAge: 600,
    }),
  )
  routes.use('/api/v1/feedback/tokens/:token_id', async (context, next) => {
    // An answer that is kept would swallow the next vote.
    context.header('Cache-Control', 'no-store')
    await next()
  })
  route(routes, submitFeedback, async ({ params, body, hasIgnored, context }) => {
    // An empty submission takes a vote back, which is not what was meant by one that is not understood.
    if (hasIgnored && Object.values(body).every((value) => (value ?? null) === null)) {
      throw invalidField(['body'], 'Send at least one of score, value, comment and correction.')
    }
    return receipt(
      await service.submit(params.token_id, body, sourceOf(context, params.token_id, box)),
    )
  })
  route(routes, submitFeedbackByGet, async ({ params, query, context }) => {
    // Reading ahead is not voting.
    if (context.req.method === 'HEAD' || isPreview((name) => context.req.header(name))) {
      throw new HttpError(400, 'This address records feedback, so it cannot be read ahead.')
    }
    const submission = submissionOf(query)
    if (Object.values(submission).every((value) => value === undefined)) {
      throw invalidField(['query'], 'Send at least one of score, value, comment and correction.')
    }
    const source = sourceOf(context, params.token_id, box)
    return receipt(await service.submit(params.token_id, submission, source))
  })
}

/**
 * Where a vote came from: how it was sent, the web page's origin where a browser tells it, and the
 * part of this server that it came through. Whatever nobody can vouch for is of the kind `api`.
 */
function sourceOf(
  { req }: RouteCall<typeof submitFeedback>['context'],
  token: string,
  box: SecretBox,
): VoteSource {
  const client = readVoteSource(box, (name) => req.header(name), token)
  const origin = req.header('origin') ?? ''
  const isOrigin = /^[a-z][a-z0-9+.-]{0,20}:\/\/[A-Za-z0-9._:[\]-]{1,255}$/.test(origin)
  return {
    type: client === null ? 'api' : 'app',
    metadata: { method: req.method, origin: isOrigin ? origin : null, client },
  }
}

/** Whose votes a request with the key is about: a connection's that are kept here, or our own. */
function connectionOf({ req }: Context, box: SecretBox): string | null {
  return readKeptVotes(box, (name) => req.header(name))
}

/** What whoever holds an address may know: their own words, and that they have arrived. */
function receipt({ id, run_id, key, score, value, comment, correction, ...vote }: Feedback) {
  const { metadata, created_at, modified_at } = vote
  return { id, run_id, key, score, value, comment, correction, metadata, created_at, modified_at }
}

function mountReading(
  routes: Hono,
  deps: {
    database: Database
    secretBox: SecretBox
    now: () => Date
    report: (error: Error) => void
  },
): void {
  const { database } = deps
  const scoped = (query: FeedbackFilter, context: Context) => ({
    ...query,
    connection: connectionOf(context, deps.secretBox),
  })
  route(routes, listFeedback, async ({ query, context }) => {
    const { limit = 100, offset = 0 } = query
    const history = query.include_superseded ? 'all' : 'current'
    const filter = scoped(query, context)
    const votes = await listFeedbackRows(database, filter, { history, limit, offset })
    const isLast = votes.length < limit && (votes.length > 0 || offset === 0)
    const total = isLast ? offset + votes.length : await countFeedback(database, filter, history)
    context.header('X-Pagination-Total', String(total))
    return votes
  })
  route(routes, deleteFeedback, async ({ params, context }) => {
    const connection = connectionOf(context, deps.secretBox)
    if (await removeFeedback(database, params.feedback_id, connection)) return
    throw new HttpError(404, 'There is no such vote.')
  })
  route(routes, summarizeFeedback, ({ query, context }) =>
    summarize(database, scoped(query, context), {
      groupBy: query.group_by ?? feedbackGroupings,
      timeZone: query.time_zone ?? 'UTC',
    }),
  )
  route(routes, exportFeedback, ({ query, context }) =>
    exportVotes(database, scoped(query, context), {
      format: query.format ?? 'jsonl',
      history: query.include_superseded ? 'all' : deps.now(),
      report: deps.report,
    }),
  )
}

/** Votes by programs with the key, as the published client of the service makes them. */
function mountDirect(
  routes: Hono,
  deps: { database: Database; secretBox: SecretBox; findRun: FindRun; now: () => Date },
): void {
  const connection = (context: Context) => connectionOf(context, deps.secretBox)
  route(routes, createFeedback, ({ body, context }) =>
    createDirectly(deps, body, connection(context)),
  )
  route(routes, readFeedback, async ({ params, context }) => {
    const found = await findFeedback(deps.database, params.feedback_id, connection(context))
    if (found) return found
    throw new HttpError(404, 'There is no such vote.')
  })
  route(routes, updateFeedback, ({ params, body, context }) =>
    updateDirectly(deps, params.feedback_id, body, connection(context)),
  )
}

/** The query as a body. */
function submissionOf(query: {
  score?: number | boolean | null | undefined
  value?: string | undefined
  comment?: string | undefined
  correction?: string | undefined
}): FeedbackSubmission {
  return {
    score: query.score,
    value: saidValue(query.value),
    comment: checkedComment(query.comment),
    correction: correctionOf(query.correction),
  }
}

/** What reads as JSON is that, and has to be what a body may hold; anything else is a text as it stands. */
function saidValue(text: string | undefined): FeedbackSubmission['value'] {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'boolean' || typeof value === 'string') return value
    if (value === null) return null
    // As in a body, one that would come out as another is refused.
    if (typeof value === 'number') return readJson(text, ['query', 'value']) as number
    const msg = 'Write a number, a text, true or false; in quotes, anything is a text.'
    throw invalidField(['query', 'value'], msg)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return text
}

/** The limit of the body's schema. */
function checkedComment(comment: string | undefined): string | undefined {
  if (comment === undefined || comment.length <= 20_000) return comment
  throw invalidField(['query', 'comment'], 'Use at most 20,000 characters.')
}

function correctionOf(text: string | undefined): FeedbackSubmission['correction'] {
  if (text === undefined) return undefined
  const value = readJson(text, ['query', 'correction'])
  if (unstorablePlace(value)) {
    throw invalidField(['query', 'correction'], 'This holds characters that cannot be stored.')
  }
  if (typeof value === 'string' || value === null) return value
  if (typeof value === 'object' && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw invalidField(['query', 'correction'], 'Write an object or a text, as JSON.')
}
