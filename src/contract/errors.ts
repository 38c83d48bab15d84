import * as z from 'zod/mini'

/**
 * One faulty input (§2.2): where it is, what is wrong, and the kind of error. A 422 carries a list of
 * them as `detail` (HTTPValidationError); every other refusal a sentence in its place.
 */
export const ValidationError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
  /** What the sentence is made of, for whoever says it in other words. */
  ctx: z.optional(z.record(z.string(), z.unknown())),
})
export type ValidationError = z.infer<typeof ValidationError>

/** The `code` of a refusal (409) of a verdict in whose place another one came meanwhile. */
export const judgedElsewhereCode = 'judged_elsewhere'

/** The `code` beside the `detail` of a refusal (409) because a run is active on the thread. */
export const busyThreadCode = 'thread_busy'
