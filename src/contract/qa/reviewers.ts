import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** A name as sessions keep it. */
export const reviewerName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Write a name.'),
    z.maxLength(100, 'A name has 100 characters at most.'),
  )

const Reviewers = z.looseObject({
  /** Under whose name whoever asks judges; null: under none of their own. */
  own: z.nullable(z.string()),
  /** They say themselves who they are, because nobody signs in under a name here. */
  may_choose: z.boolean(),
  /** Who can be named: where people sign in all who can, elsewhere whom sessions have named. In their order. */
  names: z.array(z.string()),
})

/** Who can be named as a reviewer, and who asks. */
export const listReviewers = endpoint({
  name: 'listReviewers',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/qa/reviewers',
  role: 'operator',
  isAudited: false,
  response: Reviewers,
})

/**
 * Says under whose name whoever asks judges from now on, in this browser; null: under none. 409 where people sign in:
 * they judge under their own.
 */
export const chooseReviewer = endpoint({
  name: 'chooseReviewer',
  area: 'gateway',
  method: 'PUT',
  path: '/gateway/qa/reviewers/own',
  role: 'operator',
  isAudited: true,
  body: z.strictObject({ name: z.nullable(reviewerName) }),
  response: Reviewers,
})
