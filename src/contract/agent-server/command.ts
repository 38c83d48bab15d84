import * as z from 'zod/mini'

/** A step with an input of its own. The graph library writes `args` for it, beside its own mark. */
const Send = z
  .strictObject({
    node: z.string().check(z.minLength(1, 'Name a step.')),
    input: z.optional(z.unknown()),
    args: z.optional(z.unknown()),
    lg_name: z.optional(z.literal('Send')),
  })
  .check(
    z.refine((step) => step.input === undefined || step.args === undefined, {
      error: 'Send input, not args beside it.',
      path: ['args'],
    }),
  )
const step = z.union([z.string().check(z.minLength(1, 'Name a step.')), Send])

/**
 * What a graph is told beside or instead of an input: the answer to its open questions (any JSON), fields
 * of the state to write (an object, or a list of name and value), and the steps to go on with.
 */
export const Command = z.strictObject({
  resume: z.optional(z.unknown()),
  update: z.nullish(
    z.union(
      [z.record(z.string(), z.unknown()), z.array(z.tuple([z.string(), z.unknown()]))],
      'Write an object of fields, or a list of pairs of field and value.',
    ),
  ),
  goto: z.nullish(
    z.union(
      [step, z.array(step)],
      'Write the name of a step, an object with node and input, or a list of these.',
    ),
  ),
})
export type Command = z.infer<typeof Command>

/** Whether the command says anything. An answer may be null. */
export function isCommand({ resume, update, goto }: Command): boolean {
  return resume !== undefined || [update, goto].some((part) => part !== undefined && part !== null)
}
