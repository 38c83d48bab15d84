import { innerKind, messageText } from '../../contract/agent-server/messages.ts'
import { JsonView } from '../../ui/page/json-view.tsx'
import type { ShownMessage } from '../conversation/conversation-types.ts'
import { rawParts } from '../conversation/parts/own-content.ts'
import { reasoningOf } from '../conversation/parts/reasoning.ts'
import { wordsOf } from '../find/find-in-turns.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { ContentParts, RawPart } from './content-parts.tsx'
import { useFold } from './use-fold.ts'

type MessageContentProps = { item: ShownMessage; isStreaming: boolean }

/** The content of an answer: its text as markdown, reasoning folded, parts of other kinds labelled. */
export function MessageContent({ item, isStreaming }: MessageContentProps) {
  const { content } = item.message
  const text = messageText(content)
  const reasoning = reasoningOf(item.message)
  return (
    <>
      {reasoning && <Reasoning text={reasoning} words={wordsOf.reasoning(item.key)} />}
      {(text !== '' || isStreaming) && (
        <div data-words={wordsOf.text(item.key)}>
          <Markdown text={text} isStreaming={isStreaming} />
        </div>
      )}
      <ContentParts content={content} />
      {rawParts(content).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <RawPart key={index} part={part} />
      ))}
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
