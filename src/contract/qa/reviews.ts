import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'
import { CheckResult, TranscriptStep } from './attempts.ts'
import { reviewerName } from './reviewers.ts'
import { RubricItem } from './suites.ts'

const params = z.object({ session_id: id })
/** Cases are judged in order; `index` is the case's place in the suite, from 0 on. */
const itemParams = z.object({ session_id: id, index: z.string() })

export const betterAnswers = ['a', 'b', 'tie', 'bad'] as const
export type BetterAnswer = (typeof betterAnswers)[number]

/** By key of the rubric: `pass`, `fail`, `unsure`; 1 to 5; or one of its words. */
export const Marks = z.record(z.string(), z.union([z.string(), z.number()]))
export type Marks = z.infer<typeof Marks>

/** What a reviewer says of one case. Sides are those that the reviewer sees, whichever target stands there. */
export const Verdict = z.strictObject({
  a: z._default(Marks, {}),
  b: z._default(Marks, {}),
  better: z.nullish(z.enum(betterAnswers)),
  note: z._default(z.string().check(z.maxLength(20_000)), ''),
  tags: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(50))), []),
  /** The answer as it should have been. */
  correction: z._default(z.string().check(z.maxLength(200_000)), ''),
  /** How long the case was before the reviewer's eyes. */
  seconds: z._default(z.number().check(z.minimum(0)), 0),
})
export type Verdict = z.infer<typeof Verdict>

/** One side of what is judged. Of a blind session it holds no id, no time, no count of tokens. */
const Side = z.looseObject({
  /** Null while nothing has ended. */
  transcript: z.nullish(z.array(TranscriptStep)),
  state: z.nullish(z.record(z.string(), z.unknown())),
  results: z.array(CheckResult),
  /** Of each repeat: `passed`, `failed`, `error`, `waiting` … */
  repeats: z.array(z.string()),
  error: z.nullish(z.string()),
})
export type ReviewSide = z.infer<typeof Side>

export const ReviewItem = z.looseObject({
  index: z.number(),
  case_key: z.string(),
  tags: z.array(z.string()),
  expected: z.string(),
  /** How many cases there are to judge, where this one stands among them (from 1 on), and how many are judged. */
  total: z.number(),
  place: z.number(),
  judged: z.number(),
  is_blind: z.boolean(),
  suite_name: z.string(),
  suite_version: z.number(),
  rubric: z.array(RubricItem),
  /** One, or two: A and B. */
  sides: z.array(Side),
  /** Where every side has ended. */
  is_ready: z.boolean(),
  verdict: z.nullish(Verdict),
  /** When the verdict was saved. */
  saved_at: z.nullish(z.string()),
  next_index: z.nullish(z.number()),
  previous_index: z.nullish(z.number()),
  /** The next one after this that has no verdict of this reviewer. */
  next_open_index: z.nullish(z.number()),
})
export type ReviewItem = z.infer<typeof ReviewItem>

/**
 * What the asking reviewer is to judge. 403 for whoever is no reviewer of the session: one whom it names, whatever their
 * role, or where it names nobody every operator.
 */
export const getReviewItem = endpoint({
  name: 'getReviewItem',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/sessions/{session_id}/review/{index}',
  role: 'reviewer',
  isAudited: false,
  params: itemParams,
  response: ReviewItem,
})

/**
 * Keeps the verdict; an earlier one of the same reviewer stays in the history. 409 once the session is closed.
 * `as`: whose it is where nobody signs in under a name, whoever the browser says to be when it arrives; 422 where
 * people sign in. `over`: when the verdict was saved in whose place this one comes, `none` where there was none; 409 with
 * the code `judged_elsewhere` where another one that says something else stands there by now. Absent: whatever stands.
 */
export const putVerdict = endpoint({
  name: 'putVerdict',
  area: 'gateway',
  method: 'PUT',
  path: '/gateway/qa/sessions/{session_id}/review/{index}',
  role: 'reviewer',
  isAudited: true,
  params: itemParams,
  query: z.strictObject({ as: z.optional(reviewerName), over: z.optional(z.string()) }),
  body: Verdict,
  response: z.looseObject({ saved_at: z.string(), judged: z.number() }),
})

/** From now on the asking reviewer sees which is which; that they looked is kept and stands in the report. 204. */
export const lookEarly = endpoint({
  name: 'lookEarly',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/qa/sessions/{session_id}/looks',
  role: 'operator',
  isAudited: true,
  params,
  response: noContent,
})
