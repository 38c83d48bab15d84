import * as z from 'zod/mini'

/** One faulty input (§2.2): where it is, what is wrong, and the kind of error. */
export const ValidationError = z.object({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string(),
  type: z.string(),
})
export type ValidationError = z.infer<typeof ValidationError>

/** Body of a 422 (§2.2, §7). */
export const HTTPValidationError = z.object({ detail: z.array(ValidationError) })
export type HTTPValidationError = z.infer<typeof HTTPValidationError>

/** Body of every other refusal: a sentence that a person can act on. */
export const ErrorBody = z.object({ detail: z.string() })
export type ErrorBody = z.infer<typeof ErrorBody>
