import { contentBlocks } from '../../chat/conversation/parts/content-blocks.ts'
import { mediaPart } from '../../chat/conversation/parts/media-part.ts'
import type { Turn } from '../../chat/conversation/turns.ts'
import { sourcesOf } from '../../contract/agent-server/sources.ts'
import { KeptFile, UnknownPart } from '../../contract/embeds/visible-part.ts'
import type { Texts } from './texts/en.ts'
import { filled } from './texts/texts.ts'

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
  const lines = contentBlocks(content).map((block) =>
    block.kind === 'text' ? block.text.trim() : nameOf(block.part, texts),
  )
  const sources = sourcesOf(content).map(({ title, href }) =>
    ['-', title, href].filter(Boolean).join(' '),
  )
  const cited = sources.length > 0 ? [`${texts.sources}:`, ...sources] : []
  const words = [...lines, ...cited].filter((line) => line !== '').join('\n')
  return words === '' ? '' : `${who}:\n${words}`
}

function nameOf(part: unknown, texts: Texts): string {
  const unknown = UnknownPart.safeParse(part).data
  if (unknown) return `[${filled(texts, 'unknownPart', { kind: unknown.kind })}]`
  const media = KeptFile.safeParse(part).data ?? mediaPart(part)
  if (!media) return ''
  return `[${media.name ?? texts[media.kind === 'audio' ? 'recording' : media.kind]}]`
}
