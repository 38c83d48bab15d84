import * as z from 'zod/mini'

/**
 * A part of an answer that the rest does not depend on. A server that writes it in another shape, or leaves it
 * out, loses this part on the screen and nothing else.
 */
export function orAbsent<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.nullish(schema), undefined)
}
