import { sourcesOf } from '../../contract/agent-server/answers/sources.ts'
import { type Message, messagesOf, messageText } from '../../contract/agent-server/messages.ts'
import { pendingInterrupts, type ThreadState } from '../../contract/agent-server/threads.ts'
import { jsonText } from '../../ui/format/json-text.ts'
import { answerBlocks, type ContentBlock, contentBlocks } from './parts/content-blocks.ts'
import { reasoningOf } from './parts/reasoning.ts'

interface ConversationFacts {
  title: string
  thread_id: string
  /** ISO 8601. */
  saved_at: string
  state: ThreadState
}

/** A conversation as a Markdown document: what was said as it was written, calls and their results as JSON. */
export function conversationMarkdown({
  title,
  thread_id,
  saved_at,
  state,
}: ConversationFacts): string {
  const messages = messagesOf(state.values)
  const parts =
    messages.length > 0
      ? messages.map(messageMarkdown)
      : ['## State', fenced(jsonText(state.values ?? null), 'json')]
  const questions = pendingInterrupts(state).map(({ value }) =>
    ['## Waits for a person', fenced(jsonText(value ?? null), 'json')].join('\n\n'),
  )
  const head = [`# ${oneLine(title)}`, `Thread \`${thread_id}\`, saved ${saved_at}.`]
  return `${[...head, ...parts, ...questions].filter(Boolean).join('\n\n')}\n`
}

const names: Record<string, string> = {
  human: 'You',
  ai: 'Answer',
  AIMessageChunk: 'Answer',
  system: 'System',
  tool: 'Result',
}

function messageMarkdown(message: Message): string {
  const { type, name, content, tool_calls: calls } = message
  const heading = `## ${names[type] ?? type}${name ? ` of ${oneLine(name)}` : ''}`
  const isAnswer = /^ai/i.test(type)
  const thought = isAnswer && reasoningOf(message)
  return [
    heading,
    thought && quoted(thought),
    ...(type === 'tool'
      ? [fenced(messageText(content))]
      : (isAnswer ? answerBlocks : contentBlocks)(content).map(blockMarkdown)),
    sourcesMarkdown(content),
    ...(calls ?? []).flatMap((call) => [
      `Calls \`${call.name}\`:`,
      fenced(jsonText(call.args ?? {}), 'json'),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What is no text is named, with its address where it has one; data of its own is left out. */
function blockMarkdown(block: ContentBlock): string {
  if (block.kind === 'text') return block.text
  const { type, image_url: image, url } = Object(block.part) as Record<string, unknown>
  const kind = String(type ?? 'part')
  const address = (Object(image) as { url?: unknown }).url ?? image ?? url
  const isAddress = typeof address === 'string' && /^https?:/.test(address)
  return isAddress ? `[${kind}](<${address}>)` : `[${kind}]`
}

function sourcesMarkdown(content: unknown): string {
  const lines = sourcesOf(content).map(
    ({ title, href }) => `- ${href ? `[${title}](<${href}>)` : title}`,
  )
  return lines.length > 0 ? ['Sources:', '', ...lines].join('\n') : ''
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ')
}

/** With a fence that is longer than any in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map((fence) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
