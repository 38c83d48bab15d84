import type { Feedback } from '../../../../contract/tracing/feedback.ts'
import { jsonText } from '../../../../ui/format/json-text.ts'

type SaidOfAnswer = Pick<Feedback, 'comment' | 'correction'>

/** What a good answer does as a vote tells it: how it should have been, then what was said of it; undefined for neither. */
export function expectedOf({ comment, correction }: SaidOfAnswer): string | undefined {
  const said = [correctionText(correction), comment?.trim()].filter(Boolean)
  return said.length > 0 ? said.join('\n\n') : undefined
}

/** The newest of the votes on a run that says in words what is expected; undefined where none does. */
export function tellingVote(votes: readonly Feedback[]): Feedback | undefined {
  const at = ({ modified_at, created_at }: Feedback) => Date.parse(modified_at ?? created_at)
  return votes
    .filter((vote) => expectedOf(vote) !== undefined)
    .toSorted((one, other) => at(other) - at(one))[0]
}

/** A correction may be a text, an object with a text in it, or any object: that as JSON. */
function correctionText(correction: unknown): string {
  if (correction == null) return ''
  if (typeof correction === 'string') return correction.trim()
  const [only, ...more] = Object.values(correction)
  return typeof only === 'string' && more.length === 0 ? only.trim() : jsonText(correction)
}
