import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../query.ts'

/** One thing that has to be right for a chat to work on a site. */
export const EmbedFinding = z.looseObject({
  name: z.string(),
  /** `ok`, `warn` (it works, but not as it should) or `fail`. */
  status: z.enum(['ok', 'warn', 'fail']),
  /** What was found, in a sentence. */
  found: z.string(),
  /** What to change, where something is not right. */
  fix: z.nullable(z.string()),
})
export type EmbedFinding = z.infer<typeof EmbedFinding>

/**
 * Examines whether the chat works on a page of a site, from outside, as that page would use it. Opens a
 * visitor's session; sends no message.
 */
export const checkEmbed = endpoint({
  name: 'checkEmbed',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/embeds/{embed_id}/check',
  params: z.object({ embed_id: id }),
  body: z.strictObject({
    /** Address of a page that is to hold the chat. */
    site: z.string().check(
      z.trim(),
      z.maxLength(2_000),
      z.refine(
        (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
        'Write the address of a page, as https://shop.example.com/contact.',
      ),
    ),
  }),
  response: z.looseObject({ findings: z.array(EmbedFinding) }),
})
