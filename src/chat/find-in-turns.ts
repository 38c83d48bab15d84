import { messageText } from '../contract/messages.ts'
import type { Turn } from './turns.ts'

/** One place in the conversation where the words stand. */
export interface Found {
  readonly turn: number
  /** Which of the turn's places it is, from 0. */
  readonly nth: number
}

/** Every place of the words in what people and agents said, in the order of the conversation. */
export function findInTurns(turns: readonly Turn[], words: string): readonly Found[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  return turns.flatMap((turn, index) => {
    const texts = [turn.human, ...turn.parts].map((item) =>
      messageText(item?.message.content).toLowerCase(),
    )
    const count = texts.reduce((sum, text) => sum + text.split(wanted).length - 1, 0)
    return Array.from({ length: count }, (_item, nth) => ({ turn: index, nth }))
  })
}
