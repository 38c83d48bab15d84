import type { Turn } from '../../../chat/conversation/turns.ts'
import type { Texts } from '../texts/en.ts'
import { contentLines } from './content-lines.ts'

interface TranscriptFacts {
  /** Who answers. */
  title: string
  /** Where the visitor was, and when, as they read times. */
  page: string
  savedAt: string
  turns: readonly Turn[]
  texts: Texts
}

/** A conversation as a text to keep: who said what, as it was written; files by their names. */
export function transcript({ title, page, savedAt, turns, texts }: TranscriptFacts): string {
  const said = turns.flatMap((turn) => [
    entry(texts.you, turn.human?.message.content, texts),
    ...turn.parts
      .filter(({ kind }) => kind === 'ai')
      .map(({ message }) => entry(title, message.content, texts)),
  ])
  return `${[`${title}\n${page}\n${savedAt}`, ...said.filter(Boolean)].join('\n\n')}\n`
}

function entry(who: string, content: unknown, texts: Texts): string {
  const words = contentLines(content, texts).join('\n')
  return words === '' ? '' : `${who}:\n${words}`
}
