import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, moment, paging } from '../query.ts'

/** A pre-signed URL for one run and key. The URL is a bearer: never log it. */
export const FeedbackToken = z.looseObject({
  id: z.string(),
  url: z.string(),
  expires_at: z.string(),
  feedback_key: z.nullish(z.string()),
})
export type FeedbackToken = z.infer<typeof FeedbackToken>

const count = z.optional(z.int().check(z.gte(0), z.lte(100_000)))
const label = z.string().check(z.minLength(1), z.maxLength(200))

/** What may be sent with a token: a score within bounds, one of a list, or text only. */
export const FeedbackConfig = z
  .strictObject({
    type: z.enum(['continuous', 'categorical', 'freeform']),
    min: z.nullish(z.number()),
    max: z.nullish(z.number()),
    categories: z.nullish(
      z
        .array(z.strictObject({ value: z.number(), label: z.nullish(label) }))
        .check(z.minLength(1), z.maxLength(100)),
    ),
  })
  .check(
    z.check((context) => {
      const { type, min, max, categories } = context.value
      const refuse = (field: string, message: string) =>
        context.issues.push({ code: 'custom', input: context.value, path: [field], message })
      if ((min ?? Number.NEGATIVE_INFINITY) > (max ?? Number.POSITIVE_INFINITY)) {
        refuse('max', 'This is less than min.')
      }
      if (type === 'categorical' && !categories) refuse('categories', 'List the categories.')
      if (type !== 'categorical' && categories) {
        refuse('categories', 'Only a categorical key has categories.')
      }
      for (const [field, bound] of [
        ['min', min],
        ['max', max],
      ] as const) {
        if (type !== 'continuous' && typeof bound === 'number') {
          refuse(field, 'Only a continuous key has bounds.')
        }
      }
    }),
  )
export type FeedbackConfig = z.infer<typeof FeedbackConfig>

/** Where a run is that the feedback service does not have, and the beginnings of what was said in it. */
const VotedRun = z.strictObject({
  thread_id: z.string().check(z.minLength(1), z.maxLength(200)),
  question: z.nullish(z.string().check(z.maxLength(2_000))),
  answer: z.nullish(z.string().check(z.maxLength(2_000))),
})
export type VotedRun = z.infer<typeof VotedRun>

const FeedbackTokenRequest = z
  .strictObject({
    run_id: id,
    feedback_key: z.string().check(z.minLength(1), z.maxLength(128)),
    /** Three hours when neither this nor `expires_at` is given; a year at most. */
    expires_in: z.nullish(z.strictObject({ days: count, hours: count, minutes: count })),
    expires_at: z.nullish(moment),
    feedback_config: z.nullish(FeedbackConfig),
    /** Ours: told with the votes of this address, unless the run is here. */
    about: z.nullish(VotedRun),
  })
  .check(
    z.check((context) => {
      if (!context.value.expires_in || !context.value.expires_at) return
      const message = 'Give expires_in or expires_at, not both.'
      context.issues.push({ code: 'custom', input: null, path: ['expires_at'], message })
    }),
  )
export type FeedbackTokenRequest = z.output<typeof FeedbackTokenRequest>

const List = z.array(FeedbackTokenRequest).check(z.minLength(1), z.maxLength(100))
type OneOrList = z.input<typeof FeedbackTokenRequest> | z.input<typeof List>

/** As a union, but the faults are told of the kind that was meant. */
const OneOrList = z.transform((value: OneOrList, context) => {
  const result = (Array.isArray(value) ? List : FeedbackTokenRequest).safeParse(value)
  if (result.success) return result.data
  type Issue = (typeof context.issues)[number]
  context.issues.push(...result.error.issues.map((issue) => ({ ...issue, input: value }) as Issue))
  return z.NEVER
})

/**
 * One object answers one token, a list (1 to 100) answers a list in its order. This is also how an
 * address that ran out is renewed: the new one is another, and votes by it stand beside the old ones.
 */
export const createFeedbackTokens = endpoint({
  name: 'createFeedbackTokens',
  area: 'tracing',
  method: 'POST',
  path: '/api/v1/feedback/tokens',
  role: 'operator',
  isAudited: true,
  body: OneOrList,
  response: z.union([FeedbackToken, z.array(FeedbackToken)]),
})

/** The tokens of a run with their URLs, expired ones too, oldest first, so that a reload can still vote. */
export const listFeedbackTokens = endpoint({
  name: 'listFeedbackTokens',
  area: 'tracing',
  method: 'GET',
  path: '/api/v1/feedback/tokens',
  role: 'operator',
  isAudited: false,
  query: z.strictObject({ run_id: id, ...paging }),
  response: z.array(FeedbackToken),
})
