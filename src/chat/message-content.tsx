import { messageText } from '../contract/messages.ts'
import { JsonView } from '../ui/json-view.tsx'
import { ContentParts, RawPart } from './content-parts.tsx'
import type { ChatMessage } from './conversation-types.ts'
import { Markdown } from './markdown.tsx'
import { mediaPart } from './media-part.ts'

type MessageContentProps = { item: ChatMessage; isStreaming: boolean }

/** The content of an answer: its text as markdown, reasoning folded, parts of other kinds labelled. */
export function MessageContent({ item, isStreaming }: MessageContentProps) {
  const { content } = item.message
  const text = messageText(content)
  const parts = Array.isArray(content) ? content : []
  const reasoning = parts.map(reasoningText).join('')
  const others = parts.filter((part) => !isKnownPart(part))
  return (
    <>
      {reasoning && (
        <details className="mb-2 text-ink-2 text-md">
          <summary className="cursor-pointer text-ink-3 text-sm">Reasoning</summary>
          <p className="mt-1 whitespace-pre-wrap border-l-2 pl-3">{reasoning}</p>
        </details>
      )}
      {(text !== '' || isStreaming) && <Markdown text={text} isStreaming={isStreaming} />}
      <ContentParts content={content} />
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
        <RawPart key={index} part={part} />
      ))}
    </>
  )
}

/** A message of a kind that has no form of its own. */
export function RawMessage({ item }: { item: ChatMessage }) {
  const text = messageText(item.message.content)
  return (
    <div className="my-2 rounded-md border px-3 py-2.5 text-md leading-5">
      <div className="mb-1 text-ink-3 text-sm">
        {item.kind === 'system' ? 'System message' : `Message of the kind “${item.message.type}”`}
      </div>
      {text ? <Markdown text={text} /> : <JsonView value={item.message} label="message" />}
    </div>
  )
}

type Part = { type?: unknown; text?: unknown; thinking?: unknown; reasoning?: unknown }

function reasoningText(part: unknown): string {
  const { thinking, reasoning } = (part ?? {}) as Part
  if (typeof thinking === 'string') return thinking
  return typeof reasoning === 'string' ? reasoning : ''
}

/** Calls have cards of their own. */
const callParts = ['tool_use', 'tool_call', 'input_json_delta', 'tool_call_chunk']

function isKnownPart(part: unknown): boolean {
  if (typeof part === 'string') return true
  const { type, text } = (part ?? {}) as Part
  if (mediaPart(part)) return true
  return typeof text === 'string' || reasoningText(part) !== '' || callParts.includes(String(type))
}
