import { contentBlocks } from '../../../chat/conversation/parts/content-blocks.ts'
import { mediaPart } from '../../../chat/conversation/parts/media-part.ts'
import { sourcesOf } from '../../../contract/agent-server/answers/sources.ts'
import { KeptFile, UnknownPart } from '../../../contract/embeds/visible-part.ts'
import type { Texts } from '../texts/en.ts'
import { filled } from '../texts/texts.ts'

/** A message's content in words: its texts as they were written, files by their names, and what it cites. */
export function contentLines(content: unknown, texts: Texts): readonly string[] {
  const lines = contentBlocks(content).map((block) =>
    block.kind === 'text' ? block.text.trim() : nameOf(block.part, texts),
  )
  const sources = sourcesOf(content).map(({ title, href }) =>
    ['-', title, href].filter(Boolean).join(' '),
  )
  const cited = sources.length > 0 ? [`${texts.sources}:`, ...sources] : []
  return [...lines, ...cited].filter((line) => line !== '')
}

function nameOf(part: unknown, texts: Texts): string {
  const unknown = UnknownPart.safeParse(part).data
  if (unknown) return `[${filled(texts, 'unknownPart', { kind: unknown.kind })}]`
  const media = KeptFile.safeParse(part).data ?? mediaPart(part)
  if (!media) return ''
  return `[${media.name ?? texts[media.kind === 'audio' ? 'recording' : media.kind]}]`
}
