import { Hono } from 'hono'
import { cors } from 'hono/cors'
import {
  type FeedbackSubmission,
  listFeedback,
  listFeedbackTokens,
  submitFeedback,
  submitFeedbackByGet,
} from '../../contract/feedback.ts'
import type { Database } from '../db/database.ts'
import { HttpError, invalidField } from '../http/http-error.ts'
import { requireKey } from '../http/require-key.ts'
import { route } from '../http/route.ts'
import type { SecretBox } from '../secret-box.ts'
import { createFeedbackService, type FeedbackService } from './feedback.ts'
import { listCurrentFeedback } from './feedback-store.ts'
import { createFeedbackTokens } from './token-request.ts'

/** The tracing service ({tracing_url}, §4.3): feedback tokens, submissions and what was recorded. */
export function createTracing(deps: {
  database: Database
  secretBox: SecretBox
  apiKey: string
  tracingUrl: string
  now: () => Date
}): { routes: Hono; issueFeedbackUrls: FeedbackService['issueUrls'] } {
  const service = createFeedbackService(deps)
  const routes = new Hono()

  // Submissions come from any web page and carry no credential (§5.4). Nothing else is open to others.
  routes.use(
    '/api/v1/feedback/tokens/:token_id',
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['Content-Type'],
      maxAge: 600,
    }),
  )
  route(routes, submitFeedback, ({ params, body }) => service.submit(params.token_id, body))
  route(routes, submitFeedbackByGet, ({ params, query, context }) => {
    // Reading ahead is not voting.
    const purpose = context.req.header('sec-purpose') ?? context.req.header('purpose') ?? ''
    if (context.req.method === 'HEAD' || /prefetch|prerender|preview/i.test(purpose)) {
      throw new HttpError(400, 'This address records feedback, so it cannot be read ahead.')
    }
    if (Object.keys(query).length === 0) {
      throw invalidField(['query'], 'Send at least one of score, value, comment and correction.')
    }
    return service.submit(params.token_id, submissionOf(query))
  })

  routes.use('/api/v1/feedback', requireKey(deps.apiKey))
  routes.use('/api/v1/feedback/tokens', requireKey(deps.apiKey))
  route(routes, createFeedbackTokens, async ({ body }) => {
    if (Array.isArray(body)) return service.createTokens(body)
    return (await service.createTokens([body]))[0]
  })
  route(routes, listFeedbackTokens, ({ query }) => service.listTokens(query.run_id))
  route(routes, listFeedback, ({ query }) =>
    listCurrentFeedback(deps.database, {
      runs: [query.run].flat(),
      keys: query.key === undefined ? undefined : [query.key].flat(),
      limit: query.limit ?? 100,
      offset: query.offset ?? 0,
    }),
  )
  return { routes, issueFeedbackUrls: service.issueUrls }
}

/** The query as a body: `correction` is JSON text, `value` a number where it reads as one. */
function submissionOf(query: {
  score?: number | undefined
  value?: string | undefined
  comment?: string | undefined
  correction?: string | undefined
}): FeedbackSubmission {
  const number =
    query.value === undefined || query.value.trim() === '' ? Number.NaN : Number(query.value)
  return {
    score: query.score,
    value: Number.isFinite(number) ? number : query.value,
    comment: checkedComment(query.comment),
    correction: correctionOf(query.correction),
  }
}

/** The limit of the body's schema. */
function checkedComment(comment: string | undefined): string | undefined {
  if (comment === undefined || comment.length <= 20_000) return comment
  throw invalidField(['query', 'comment'], 'Use at most 20,000 characters.')
}

function correctionOf(text: string | undefined): FeedbackSubmission['correction'] {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'string') return value
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>
    }
  } catch {
    // Said below: what is no JSON is as wrong as JSON of another kind.
  }
  throw invalidField(['query', 'correction'], 'Write an object as JSON text.')
}
