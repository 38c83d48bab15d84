import type { SearchArgs } from './search-docs.ts'
import { termsOf } from './terms.ts'
import { withoutForm } from './wanted-form.ts'

/** What to do about a message: answer at once, or look something up first. */
export type Move =
  | { kind: 'introduce' }
  | { kind: 'farewell' }
  | { kind: 'search'; args: SearchArgs }

const greeting =
  /^(?:hi+|hello|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day))(?: there| guide| quarterdeck)?\b[\s,.!:)-]*/i
const thanks =
  /^(?:(?:ok(?:ay)?|great|perfect|nice|cool)[,.! ]*)?(?:thanks?|thank you|thx|cheers|bye|goodbye|see you)\b/i
const aboutMe =
  /^(?:help|what (?:can|do) you (?:do|know|help)\b.*|who are you|what are you|how (?:can|do) (?:you help|i use you)\b.*|what can i ask\b.*|(?:list |show |which )?topics)[\s?.!]*$/i
const askForMore =
  /^(?:(?:tell|show) me )?(?:some )?more(?: about (?:it|that|this))?[\s?.!]*$|^(?:go on|continue|what else)[\s?.!]*$/i
const pointsBack =
  /\b(?:it|that|this|them|they|those|these|one|then)\b|^(?:and|but|what about|how about|why|also)\b/i

/**
 * Decides what to do about the newest of the requests (oldest first). `last` is the newest search
 * of the conversation and how many of its results have been shown. A question that points back
 * ("and how do I undo that?") takes the earlier one along as its context; "more" goes on where the
 * last search stopped.
 */
export function nextMove(requests: string[], last?: { args: SearchArgs; shown: number }): Move {
  const request = (requests.at(-1) ?? '').trim()
  const query = withoutForm(request.replace(greeting, '').trim())
  if (query === '' || aboutMe.test(query)) return { kind: 'introduce' }
  if (last && askForMore.test(query)) {
    return { kind: 'search', args: { ...last.args, skip: last.shown } }
  }
  const terms = termsOf(query)
  if (thanks.test(query) && terms.length <= 3) return { kind: 'farewell' }
  return last && terms.length <= 2 && pointsBack.test(query)
    ? { kind: 'search', args: { query, context: last.args.query } }
    : { kind: 'search', args: { query } }
}
