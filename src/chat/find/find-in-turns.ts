import { messageText } from '../../contract/agent-server/messages.ts'
import { jsonText } from '../../ui/format/json-text.ts'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import { answerBlocks, contentBlocks } from '../conversation/parts/content-blocks.ts'
import { reasoningOf } from '../conversation/parts/reasoning.ts'
import { resultText, shownCalls } from '../conversation/parts/tool-calls.ts'
import type { Turn } from '../conversation/turns.ts'

/** One place in the conversation where the words stand. */
export interface FoundWords {
  readonly turn: number
  /** What of the turn they stand in: the element that has it as `data-words`. */
  readonly within: string
  /** Which of the places in it it is, from 0. */
  readonly nth: number
}

/** Names what of a turn words can stand in: of a message by the message's key, of a call by the call's. */
export const wordsOf = {
  /** @param index the text's place among what its message shows */
  text: (key: string, index = 0) => (index === 0 ? key : `${key} ${index}`),
  reasoning: (key: string) => `${key} reasoning`,
  name: (key: string) => `${key} name`,
  args: (key: string) => `${key} arguments`,
  result: (key: string) => `${key} result`,
}

/** Every place of the words in the conversation, in its order, also in what is folded. */
export function findInTurns(turns: readonly Turn[], words: string): readonly FoundWords[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return turns.flatMap((turn, index) =>
    textsOf(turn).flatMap(({ within, text }) =>
      Array.from({ length: text.split(wanted).length - 1 }, (_item, nth) => ({
        turn: index,
        within,
        nth,
      })),
    ),
  )
}

type Text = Pick<FoundWords, 'within'> & { readonly text: string }

const known = new WeakMap<Turn, readonly Text[]>()

/** In the order in which a turn shows them, in small letters. */
function textsOf(turn: Turn): readonly Text[] {
  const before = known.get(turn)
  if (before) return before
  const own = turn.human ? ownTexts(turn.human) : []
  const all = [...own, ...turn.parts.flatMap((item) => textsOfPart(item, turn.results))]
  const texts = all.map(({ within, text }) => ({ within, text: text.toLowerCase() }))
  known.set(turn, texts)
  return texts
}

function textsOfPart(item: ShownMessage, results: Turn['results']): Text[] {
  const { content } = item.message
  if (item.kind === 'tool') return [{ within: wordsOf.result(item.key), text: resultText(content) }]
  if (item.kind !== 'ai') return [{ within: wordsOf.text(item.key), text: messageText(content) }]
  const calls = shownCalls(item).flatMap(({ key, id, name, args }) => {
    const result = id === null ? undefined : results.get(id)
    return [
      { within: wordsOf.name(key), text: name },
      { within: wordsOf.args(key), text: jsonText(args) },
      { within: wordsOf.result(key), text: result ? resultText(result.message.content) : '' },
    ]
  })
  return [
    { within: wordsOf.reasoning(item.key), text: reasoningOf(item.message) },
    ...ownTexts(item),
    ...calls,
  ]
}

function ownTexts({ key, kind, message }: ShownMessage): Text[] {
  const blocks = kind === 'ai' ? answerBlocks(message.content) : contentBlocks(message.content)
  return blocks.flatMap((block, index) =>
    block.kind === 'text' ? [{ within: wordsOf.text(key, index), text: block.text }] : [],
  )
}
