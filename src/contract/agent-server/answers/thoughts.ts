import { messageText } from '../messages.ts'

/** What a model thought before it answered, where it writes both into one text, and the answer. */
export interface Answer {
  /** Empty where it thought nothing. */
  readonly thought: string
  readonly said: string
}

/** The tags that models put it into, by families: the beginning and its end. */
const tags: readonly (readonly [string, string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<reasoning>', '</reasoning>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
]

/** The tag that a text begins with. */
const tagAt = (begun: string) => tags.find(([opening]) => begun.startsWith(opening))

/** Whether more of an answer may show that it begins with a thought. */
export const mayBeginThought = (text: string) =>
  text.trimStart() !== '' && tags.some(([opening]) => opening.startsWith(text.trimStart()))

const closings = tags.map(([, closing]) => closing.replace(/[[\]]/g, '\\$&')).join('|')
/** The end of a thought, at the beginning of a line. */
const endOfThought = new RegExp(`(?:^|\\n)[ \\t]*(${closings})`)

/**
 * The end of a thought that has no beginning: some servers have put that into what the model was asked. Null where
 * there is none, where a beginning stands before it, or where it is in a block of code.
 */
function loneEnd(text: string): RegExpExecArray | null {
  const found = endOfThought.exec(text)
  const before = found && text.slice(0, found.index)
  const [opening] = tags.find(([, closing]) => closing === found?.[1]) ?? []
  const fences = before?.match(/^ {0,3}(?:```|~~~)/gm) ?? []
  return opening && !before?.includes(opening) && fences.length % 2 === 0 ? found : null
}

/**
 * Parts an answer's text from what was thought before it: models that are served without a parser of their own write
 * it between tags at the beginning, such as `<think>…</think>`; where the first is missing, the second begins a line. Tags
 * anywhere else are the answer's. While the end is missing all of it is thought.
 */
export function splitThought(text: string): Answer {
  const begun = text.trimStart()
  const tag = tagAt(begun)
  if (!tag) {
    const found = loneEnd(text)
    if (!found) return { thought: '', said: text }
    return {
      thought: text.slice(0, found.index).trim(),
      said: text.slice(found.index + found[0].length).trimStart(),
    }
  }
  const [opening, closing] = tag
  const end = begun.indexOf(closing)
  if (end < 0) return { thought: begun.slice(opening.length).trim(), said: '' }
  return {
    thought: begun.slice(opening.length, end).trim(),
    said: begun.slice(end + closing.length).trimStart(),
  }
}

/** The readable text of an answer, without what was thought before it. */
export function answerText(content: unknown): string {
  return splitThought(messageText(content)).said
}

type Heard = { stage: 'beginning' | 'thinking' | 'saying'; held: string; closing: string }

/**
 * The same for texts that come in pieces: of each piece, what of it is said. A tag in the making is held back until it
 * is one, or is none. @param whole all of them, where that is known: only it tells of an end without a beginning
 */
export function saidInPieces(whole = ''): (piece: string) => string {
  const [end] = (tagAt(whole.trimStart()) ? null : loneEnd(whole)) ?? []
  const heard: Heard = {
    stage: end === undefined ? 'beginning' : 'thinking',
    held: '',
    closing: end ?? '',
  }
  return (piece) => {
    if (heard.stage === 'saying') return piece
    heard.held += piece
    if (heard.stage === 'beginning') {
      const begun = heard.held.trimStart()
      const tag = tagAt(begun)
      if (!tag && (begun === '' || mayBeginThought(begun))) return ''
      heard.stage = tag ? 'thinking' : 'saying'
      if (!tag) return heard.held
      heard.closing = tag[1]
    }
    const { closing } = heard
    const end = heard.held.indexOf(closing)
    if (end < 0) {
      heard.held = heard.held.slice(1 - closing.length)
      return ''
    }
    heard.stage = 'saying'
    return heard.held.slice(end + closing.length).trimStart()
  }
}
