import * as z from 'zod/mini'

/** An answer that an agent suggests: what the button says, and what is sent when it is pressed. */
export interface QuickReply {
  label: string
  text: string
}

const maxCount = 8
const labelLength = 80
const textLength = 1_000

const Label = z.string().check(z.trim(), z.minLength(1), z.maxLength(labelLength))
const Text = z.string().check(z.trim(), z.minLength(1), z.maxLength(textLength))

/** A text that is both, or an object with a text of its own. */
const Written = z.union([Label, z.object({ label: Label, text: z.optional(Text) })])

/**
 * The quick replies of a message, which agents write as `additional_kwargs.quick_replies`: there no model is sent
 * them. Those that do not fit the schema are passed over, and so is what stands after the eighth.
 */
export function quickReplies(message: unknown): QuickReply[] {
  const { additional_kwargs } = (message ?? {}) as { additional_kwargs?: unknown }
  const { quick_replies } = (additional_kwargs ?? {}) as { quick_replies?: unknown }
  if (!Array.isArray(quick_replies)) return []
  const replies = quick_replies.flatMap((one): QuickReply[] => {
    const written = z.safeParse(Written, one).data
    if (written === undefined) return []
    if (typeof written === 'string') return [{ label: written, text: written }]
    return [{ label: written.label, text: written.text ?? written.label }]
  })
  const isFirst = ({ label }: QuickReply, at: number) =>
    replies.findIndex((other) => other.label === label) === at
  return replies.filter(isFirst).slice(0, maxCount)
}
