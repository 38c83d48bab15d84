import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, queryInteger } from './query.ts'

const anyRecord = z.record(z.string(), z.unknown())

/** What a person says about a run (§2.7). All fields may be absent. */
export const FeedbackSubmission = z.strictObject({
  score: z.nullish(z.union([z.number(), z.boolean()])),
  value: z.nullish(z.union([z.number(), z.boolean(), z.string()])),
  comment: z.nullish(z.string().check(z.maxLength(20_000))),
  correction: z.nullish(z.union([anyRecord, z.string()])),
  /** Accepted in a POST body only. */
  metadata: z.nullish(anyRecord),
})
export type FeedbackSubmission = z.infer<typeof FeedbackSubmission>

/** A stored vote. */
export const Feedback = z.looseObject({
  id: z.string(),
  run_id: z.string(),
  key: z.string(),
  score: z.nullish(z.union([z.number(), z.boolean()])),
  value: z.nullish(z.union([z.number(), z.boolean(), z.string()])),
  comment: z.nullish(z.string()),
  correction: z.nullish(z.unknown()),
  metadata: z.nullish(anyRecord),
  created_at: z.string(),
  modified_at: z.nullish(z.string()),
})
export type Feedback = z.infer<typeof Feedback>

/** A pre-signed URL for one run and key. The URL is a bearer: never log it. */
export const FeedbackToken = z.looseObject({
  id: z.string(),
  url: z.string(),
  expires_at: z.string(),
  feedback_key: z.nullish(z.string()),
})
export type FeedbackToken = z.infer<typeof FeedbackToken>

const tokenParams = z.object({ token_id: z.string().check(z.minLength(1), z.maxLength(200)) })

/** §4.3: carries no credential (§5.4). */
export const submitFeedback = endpoint({
  name: 'submitFeedback',
  area: 'tracing',
  method: 'POST',
  path: '/api/v1/feedback/tokens/{token_id}',
  params: tokenParams,
  body: FeedbackSubmission,
  auth: 'none',
})

const numberText = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string, context) => {
    const number = typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value)
    if (Number.isFinite(number)) return number
    context.issues.push({ code: 'custom', input: value, message: 'Write a number.' })
    return z.NEVER
  }),
)

/** The same effect by GET (§4.3); `correction` is JSON text, `metadata` is not supported. */
export const submitFeedbackByGet = endpoint({
  name: 'submitFeedbackByGet',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/tokens/{token_id}',
  params: tokenParams,
  query: z.strictObject({
    score: z.optional(numberText),
    value: z.optional(z.string()),
    comment: z.optional(z.string()),
    correction: z.optional(z.string()),
  }),
  auth: 'none',
})

/** Every token of a run, with its URL, so that a reload can still vote. */
export const listFeedbackTokens = endpoint({
  name: 'listFeedbackTokens',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/tokens',
  query: z.object({ run_id: id }),
  response: z.array(FeedbackToken),
})

export const listFeedback = endpoint({
  name: 'listFeedback',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback',
  query: z.object({
    run: z.union([id, z.array(id)]),
    key: z.optional(z.union([z.string(), z.array(z.string())])),
    limit: z.optional(queryInteger(1, 100)),
    offset: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)),
  }),
  response: z.array(Feedback),
})
