import { type Message, messagesOf, messageText } from '../../contract/agent-server/messages.ts'
import { pendingInterrupts, type ThreadState } from '../../contract/agent-server/threads.ts'
import { jsonText } from '../../ui/format/json-text.ts'
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
  const text = messageText(content)
  const thought = reasoningOf(message)
  return [
    heading,
    thought && quoted(thought),
    type === 'tool' ? fenced(text) : text,
    ...otherParts(content),
    ...(calls ?? []).flatMap((call) => [
      `Calls \`${call.name}\`:`,
      fenced(jsonText(call.args ?? {}), 'json'),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What is no text is named, with its address where it has one; data of its own is left out. */
function otherParts(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part: Record<string, unknown> | string) => {
    if (typeof part === 'string' || typeof part?.text === 'string') return []
    const kind = String(part?.type ?? 'part')
    if (['reasoning', 'thinking', 'tool_use', 'tool_call', 'input_json_delta'].includes(kind)) {
      return []
    }
    const image = part.image_url as { url?: unknown } | string | undefined
    const address = typeof image === 'object' ? image?.url : (image ?? part.url)
    const isAddress = typeof address === 'string' && /^https?:/.test(address)
    return [isAddress ? `[${kind}](<${address}>)` : `[${kind}]`]
  })
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
