import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, moment, notSupported, oneOrMore, paging, queryBoolean, timeZone } from '../query.ts'
import { FeedbackConfig } from './feedback-tokens.ts'

const anyRecord = z.record(z.string(), z.unknown())

/** What a person says about a run (§2.7). All fields may be absent: then it takes a vote back. */
export const FeedbackSubmission = z.strictObject({
  score: z.nullish(z.union([z.number(), z.boolean()], 'Write a number, true or false.')),
  value: z.nullish(
    z.union([z.number(), z.boolean(), z.string()], 'Write a number, a text, true or false.'),
  ),
  comment: z.nullish(z.string().check(z.maxLength(20_000))),
  correction: z.nullish(z.union([anyRecord, z.string()], 'Write an object or a text.')),
  /** Accepted in a POST body only. */
  metadata: z.nullish(anyRecord),
  /** Published; of no effect here, where nothing runs out. */
  extend_trace_retention: z.nullish(z.boolean()),
})
export type FeedbackSubmission = z.infer<typeof FeedbackSubmission>

/** A stored vote. `created_at` is when its token was first used, `modified_at` when this was said. */
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
  /**
   * `type` is `app` for a vote through this server's console, an embedded chat or QA
   * (`metadata.client` tells which, and it is proven), `api` for any other that was made with an address. `metadata.origin` is the
   * web page's, where there is one.
   */
  feedback_source: z.nullish(
    z.looseObject({
      type: z.nullish(z.string()),
      user_id: z.nullish(z.string()),
      metadata: z.nullish(anyRecord),
    }),
  ),
  /** The tracing project; of the local stack it has the deployment's id. */
  session_id: z.nullish(z.string()),
  /** Ours: which revision answered. Null where the token's maker did not tell and no such run is here. */
  deployment_id: z.nullish(z.string()),
  revision_id: z.nullish(z.string()),
  /** Ours: the thread of the run. Null where the run is not here. */
  thread_id: z.nullish(z.string()),
  /** Ours: how the run's input and its answer begin, in at most 200 characters. Null where the run is not here, or had no words. */
  question: z.nullish(z.string()),
  answer: z.nullish(z.string()),
  /** Ours: set on a submission that a later one of its token took the place of. */
  superseded_at: z.nullish(z.string()),
})
export type Feedback = z.infer<typeof Feedback>

const tokenParams = z.object({ token_id: z.string().check(z.minLength(1), z.maxLength(200)) })

/** §4.3: carries no credential (§5.4). */
export const submitFeedback = endpoint({
  name: 'submitFeedback',
  area: 'tracing',
  method: 'POST',
  path: '/api/v1/feedback/tokens/{token_id}',
  role: 'operator',
  isAudited: true,
  params: tokenParams,
  body: FeedbackSubmission,
  auth: 'none',
})

const scoreText = z.pipe(
  z.union([z.number(), z.boolean(), z.string()], 'Write one number, true or false.'),
  z.transform((value: number | boolean | string, context) => {
    if (typeof value !== 'string') return value
    if (value === 'null') return null
    if (value === 'true' || value === 'false') return value === 'true'
    const text = value.trim()
    // Not all that a program would read: a body has no number in hexadecimal either.
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    // As in a body, a whole number is kept as it is or refused.
    const isRounded =
      Number.isInteger(number) && /^[+-]?\d+$/.test(text) && BigInt(text) !== BigInt(number)
    if (Number.isFinite(number) && !isRounded) return number
    const message = 'Write a number, true or false.'
    context.issues.push({ code: 'custom', input: value, message })
    return z.NEVER
  }),
)

/**
 * The same effect by GET (§4.3); `correction` is JSON text, `metadata` is not supported. A `value` that reads as JSON
 * is that; in quotes it is always a text.
 */
export const submitFeedbackByGet = endpoint({
  name: 'submitFeedbackByGet',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/tokens/{token_id}',
  role: 'operator',
  isAudited: true,
  params: tokenParams,
  query: z.strictObject({
    score: z.optional(scoreText),
    value: z.optional(z.string()),
    comment: z.optional(z.string()),
    correction: z.optional(z.string()),
    extend_trace_retention: z.optional(queryBoolean),
    metadata: notSupported('metadata is not supported in an address: send it in a POST.'),
  }),
  auth: 'none',
})

const feedbackParams = z.object({ feedback_id: id })

/** What programs may call the way a vote came; `app` is proven, see `Feedback`. */
const givenSources = ['api', 'model', 'auto_eval'] as const

/**
 * A vote by a program with the key, without an address. When it was made is the server's to say; `trace_id` and
 * `session_id` have to be those of the run. Sent again with its id, it replaces what it was.
 */
const FeedbackCreate = z.strictObject({
  ...FeedbackSubmission.shape,
  id: z.nullish(id),
  run_id: id,
  key: z.string().check(z.minLength(1), z.maxLength(128)),
  trace_id: z.nullish(id),
  session_id: z.nullish(id),
  feedback_source: z.nullish(
    z.strictObject({
      type: z.nullish(z.enum(givenSources)),
      metadata: z.nullish(anyRecord),
      user_id: notSupported(),
    }),
  ),
  feedback_config: z.nullish(FeedbackConfig),
  created_at: z.nullish(z.string()),
  modified_at: z.nullish(z.string()),
  start_time: z.nullish(z.union([z.string(), z.number()], 'Write a time.')),
  comparative_experiment_id: notSupported(),
  feedback_group_id: notSupported(),
  extra: notSupported(),
  error: notSupported(),
})
export type FeedbackCreate = z.output<typeof FeedbackCreate>

export const createFeedback = endpoint({
  name: 'createFeedback',
  area: 'tracing',
  method: 'POST',
  path: '/api/v1/feedback',
  role: 'operator',
  isAudited: true,
  body: FeedbackCreate,
  response: Feedback,
})

export const readFeedback = endpoint({
  name: 'readFeedback',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/{feedback_id}',
  role: 'viewer',
  isAudited: false,
  params: feedbackParams,
  response: Feedback,
})

const {
  metadata: _metadata,
  extend_trace_retention: _extend,
  ...changeable
} = FeedbackSubmission.shape

/** Absent fields stay, null empties. 404 for a vote that is gone, 409 where a later one has taken its place. */
export const updateFeedback = endpoint({
  name: 'updateFeedback',
  area: 'tracing',
  method: 'PATCH',
  path: '/api/v1/feedback/{feedback_id}',
  role: 'operator',
  isAudited: true,
  params: feedbackParams,
  body: z.strictObject(changeable),
  response: Feedback,
})

/** Deletes a vote with everything that it was before. 404 when there is none. */
export const deleteFeedback = endpoint({
  name: 'deleteFeedback',
  area: 'tracing',
  method: 'DELETE',
  path: '/api/v1/feedback/{feedback_id}',
  role: 'operator',
  isAudited: true,
  params: feedbackParams,
})

/** How a score can be told from another without its scale. */
export const scoreSigns = ['positive', 'negative', 'neutral'] as const

/**
 * Which votes. Different filters must all hold, values of one filter are alternatives. Times are
 * compared with `created_at`, both ends included.
 */
const feedbackFilter = {
  run: z.optional(oneOrMore(id)),
  key: z.optional(oneOrMore(z.string())),
  /** `api`, `app`, `model` or `auto_eval`. */
  source: z.optional(oneOrMore(z.string())),
  /** Tracing projects; of the local stack: deployment ids. */
  session: z.optional(oneOrMore(id)),
  /** Ours: revision ids. */
  revision: z.optional(oneOrMore(id)),
  user: z.optional(oneOrMore(id)),
  has_score: z.optional(queryBoolean),
  /** Ours: scores above, below and at 0; true counts as above and false as below. */
  sign: z.optional(oneOrMore(z.enum(scoreSigns))),
  has_comment: z.optional(queryBoolean),
  min_created_at: z.optional(moment),
  max_created_at: z.optional(moment),
  level: z.optional(z.enum(['run', 'session'])),
  /**
   * Ours: also those on runs of previews, of the deployments that are asked for, and those on runs that QA
   * sessions made on what serves. They are left out otherwise, unless the run or the preview itself is named.
   */
  with_previews: z.optional(queryBoolean),
}

/** Parsed filters of the reading endpoints. */
const FeedbackFilter = z.object(feedbackFilter)
export type FeedbackFilter = z.output<typeof FeedbackFilter>

/**
 * What stands now, newest first; superseded submissions only when asked for (ours). Pages of 100 at
 * most; the header `X-Pagination-Total` tells how many there are in all (ours).
 */
export const listFeedback = endpoint({
  name: 'listFeedback',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    ...feedbackFilter,
    ...paging,
    include_superseded: z.optional(queryBoolean),
  }),
  response: z.array(Feedback),
})

/** What `summarizeFeedback` can tell apart. */
export const feedbackGroupings = ['deployment_id', 'revision_id', 'key', 'day'] as const

/**
 * Votes that are alike in what was asked for in `group_by`; the other three fields are absent. Null
 * means unknown. An empty submission (a vote taken back) is not counted.
 */
export const FeedbackGroup = z.looseObject({
  deployment_id: z.optional(z.nullable(z.string())),
  revision_id: z.optional(z.nullable(z.string())),
  key: z.optional(z.string()),
  /** As `2030-01-31`, of `created_at` in the asked time zone. */
  day: z.optional(z.string()),
  count: z.number(),
  run_count: z.number(),
  score_count: z.number(),
  /** Of the scores, true as 1 and false as 0; null where there is none. */
  mean_score: z.nullable(z.number()),
  min_score: z.nullable(z.number()),
  max_score: z.nullable(z.number()),
  /** Scores above 0 and true. */
  positive: z.number(),
  /** Scores below 0 and false. */
  negative: z.number(),
  /** Scores that are 0. */
  neutral: z.number(),
  comment_count: z.number(),
  correction_count: z.number(),
})
export type FeedbackGroup = z.infer<typeof FeedbackGroup>

/**
 * Ours: counts and means for charts, of what stands now, by `group_by` (all four when absent; repeat
 * the parameter), oldest day first. `is_truncated` when there are more than 5,000 groups.
 */
export const summarizeFeedback = endpoint({
  name: 'summarizeFeedback',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/summary',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    ...feedbackFilter,
    group_by: z.optional(oneOrMore(z.enum(feedbackGroupings))),
    /** IANA name, as `Europe/Berlin`; UTC when absent. */
    time_zone: z.optional(timeZone),
  }),
  response: z.object({ groups: z.array(FeedbackGroup), is_truncated: z.boolean() }),
})

/**
 * Ours: everything that the filters let through, oldest first, as a download that is streamed:
 * `jsonl` (one `Feedback` a line, the default) or `csv` (with a header line; texts that a spreadsheet
 * would run as a formula begin with an apostrophe). Each has the whole `input` and `output` of its run besides, null
 * where the run is not here.
 */
export const exportFeedback = endpoint({
  name: 'exportFeedback',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/export',
  role: 'viewer',
  isAudited: false,
  query: z.strictObject({
    ...feedbackFilter,
    include_superseded: z.optional(queryBoolean),
    format: z.optional(z.enum(['jsonl', 'csv'])),
  }),
})
