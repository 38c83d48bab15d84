import { sourcesOf } from '../../../contract/agent-server/answers/sources.ts'
import { mayBeginThought } from '../../../contract/agent-server/answers/thoughts.ts'
import { innerKind, messageText } from '../../../contract/agent-server/messages.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { JsonView } from '../../../ui/page/json-view.tsx'
import type { ShownMessage } from '../../conversation/conversation-types.ts'
import { answerBlocks } from '../../conversation/parts/content-blocks.ts'
import { reasoningOf } from '../../conversation/parts/reasoning.ts'
import { wordsOf } from '../../find/find-in-turns.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { useFold } from '../use-fold.ts'
import { PartOfContent } from './part-of-content.ts'

type MessageContentProps = { item: ShownMessage; isStreaming: boolean }

// Few answers have any.
const Sources = lazyPart(() => import('./sources.tsx').then((code) => code.Sources))

/** The content of an answer, in its order: its texts as markdown, reasoning folded, parts of other kinds labelled. */
export function MessageContent({ item, isStreaming }: MessageContentProps) {
  const { content } = item.message
  const isHeldBack = isStreaming && mayBeginThought(messageText(content))
  const blocks = isHeldBack ? [] : answerBlocks(content)
  const reasoning = reasoningOf(item.message)
  const sources = sourcesOf(content)
  return (
    <>
      {reasoning && <Reasoning text={reasoning} words={wordsOf.reasoning(item.key)} />}
      {blocks.map((block, index) =>
        block.kind === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <div key={index} data-words={wordsOf.text(item.key, index)}>
            <Markdown text={block.text} isStreaming={isStreaming && index === blocks.length - 1} />
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
          <PartOfContent key={index} part={block.part} />
        ),
      )}
      {isStreaming && blocks.length === 0 && <Markdown text="" isStreaming />}
      {sources.length > 0 && <Sources list={sources} />}
    </>
  )
}

function Reasoning({ text, words }: { text: string; words: string }) {
  const { isOpen, setOpen } = useFold(words)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mb-2 text-ink-2 text-md"
    >
      <summary className="cursor-pointer text-ink-3 text-sm">Reasoning</summary>
      <p data-words={words} className="mt-1 whitespace-pre-wrap border-l-2 pl-3">
        {text}
      </p>
    </details>
  )
}

/** A message of a kind that has no form of its own. */
export function RawMessage({ item }: { item: ShownMessage }) {
  const text = messageText(item.message.content)
  return (
    <div className="my-2 rounded-md border px-3 py-2.5 text-md leading-5">
      <div className="mb-1 text-ink-3 text-sm">{headOf(item)}</div>
      {text ? (
        <div data-words={wordsOf.text(item.key)}>
          <Markdown text={text} />
        </div>
      ) : (
        <JsonView value={item.message} label="message" />
      )}
    </div>
  )
}

const innerWords = {
  summary: 'Summary of what was said before, for the agent',
  hidden: 'A note of the agent to itself, not shown to visitors',
} as const

function headOf({ kind, message }: ShownMessage): string {
  const inner = innerKind(message)
  if (inner) return innerWords[inner]
  return kind === 'system' ? 'System message' : `Message of the kind “${message.type}”`
}
