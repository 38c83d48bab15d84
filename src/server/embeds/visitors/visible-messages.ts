import { quickReplies } from '../../../contract/agent-server/answers/quick-replies.ts'
import { sourcesOf } from '../../../contract/agent-server/answers/sources.ts'
import { answerText, saidInPieces } from '../../../contract/agent-server/answers/thoughts.ts'
import {
  bytesOfBase64,
  inlineBase64,
  writtenMedia,
} from '../../../contract/agent-server/media-part.ts'
import { innerKind, messageText } from '../../../contract/agent-server/messages.ts'
import type { Embed } from '../../../contract/embeds/embeds.ts'
import type { KeptFile, UnknownPart } from '../../../contract/embeds/visible-part.ts'
import { visibleComponents } from './visible-components.ts'

type Visibility = Pick<Embed, 'shows_tool_details'>
type Fields = Record<string, unknown>

/** Told instead of what went wrong inside: that is the operator's business. */
export const failureForVisitors = 'The answer failed.'

/** Tells of each text of a message what of it is said, and not thought before. */
type Hear = (text: string) => string
const hearAll: Hear = (text) => text

/** How an answer is heard. All pieces of one belong together. */
export type Hearing = (message: Fields) => Hear

const hearWhole: Hearing = ({ content }) => {
  const text = messageText(content)
  return answerText(content) === text ? hearAll : saidInPieces(text)
}

/** For the messages of a stream, which come in pieces. */
export function hearPieces(): Hearing {
  const heard = new Map<unknown, Hear>()
  return ({ id }) => {
    const hear = heard.get(id) ?? saidInPieces()
    heard.set(id, hear)
    return hear
  }
}

/**
 * A message as a visitor may read it, or null when it is not for them: instructions of the system and what the
 * agent wrote for itself stay with the operator, tools show their names only unless the embed says otherwise, and what models and
 * providers add beside the content stays out, but for quick replies.
 *
 * `hearing` is that of `hearPieces` where it comes in pieces, as an answer grows.
 */
export function visibleMessage(
  message: unknown,
  embed: Visibility,
  hearing: Hearing = hearWhole,
): Fields | null {
  if (typeof message !== 'object' || message === null) return null
  const { type, id, content, name, status, tool_call_id, tool_calls, tool_call_chunks } =
    message as Fields
  const kind = String(type ?? '').toLowerCase()
  if (/^(system|developer)/.test(kind) || innerKind(message)) return null
  const isTool = kind.startsWith('tool')
  const isAnswer = kind.startsWith('ai')
  const replies = isAnswer ? quickReplies(message) : []
  const reading: Reading = {
    isKept: typeof id === 'string',
    isPiece: hearing !== hearWhole,
    hear: isAnswer ? hearing(message as Fields) : hearAll,
  }
  return withoutAbsent({
    id,
    type,
    content: isTool && !embed.shows_tool_details ? '' : visibleContent(content, reading),
    name,
    status,
    tool_call_id,
    tool_calls: toolCalls(tool_calls, embed),
    tool_call_chunks: toolCalls(tool_call_chunks, embed),
    additional_kwargs: replies.length > 0 ? { quick_replies: replies } : undefined,
  })
}

interface Reading {
  isKept: boolean
  isPiece: boolean
  hear: Hear
}

/** Content of models and tools that is not for readers: thoughts, calls and what belongs to them. */
const innerParts =
  /reasoning|thinking|thought|signature|tool|function_call|input_json_delta|non_standard|^refusal$/

const textKinds = ['text', 'text_delta', 'text-plain']

/**
 * Text, pictures, recordings and files; of other parts their kind. What a model thinks and what it calls stay out.
 * Bytes stay in the thread where they can be read from it (`isKept`), and come with the state alone: a piece of a
 * stream has neither its message's other parts nor a place among them.
 */
function visibleContent(content: unknown, { isKept, isPiece, hear }: Reading): unknown {
  if (!Array.isArray(content)) return hear(messageText(content))
  return content.flatMap((part: { type?: unknown } | string | null, place): unknown[] => {
    const kind = typeof part === 'string' ? 'text' : String(part?.type ?? '')
    if (textKinds.includes(kind)) return visibleText(part, hear)
    const media = writtenMedia(part)
    if (media?.inline && isPiece) return []
    if (media) return [media.inline && isKept ? keptFile(media, media.inline, place) : part]
    if (kind === '' || innerParts.test(kind)) return []
    return [{ type: 'unknown_part', kind: kind.slice(0, 60) } satisfies UnknownPart]
  })
}

/** A text with what it cites, and nothing else of what a provider adds to it. */
function visibleText(part: unknown, hear: Hear): unknown[] {
  if (typeof part === 'string') return [hear(part)]
  const { type, text: written, index, thought } = part as Fields
  if (thought === true) return []
  const text = typeof written === 'string' ? hear(written) : written
  const annotations = sourcesOf([part]).map(({ title, href }) =>
    withoutAbsent({ type: 'citation', title, url: href ?? undefined }),
  )
  return [
    withoutAbsent({
      ...{ type, text, index },
      annotations: annotations.length > 0 ? annotations : undefined,
    }),
  ]
}

type Written = NonNullable<ReturnType<typeof writtenMedia>>

function keptFile({ kind, name, mime: told }: Written, inline: string, part: number): KeptFile {
  const { mime, base64 } = inlineBase64(inline, told)
  const size = base64 === null ? null : bytesOfBase64(base64)
  return { type: 'kept_file', kind, part, name, mime_type: mime, size }
}

function toolCalls(list: unknown, embed: Visibility): unknown {
  if (!Array.isArray(list)) return undefined
  return list.map((call: Fields) => {
    if (embed.shows_tool_details) return call
    const { id, name, index, type } = call
    const args = typeof call.args === 'string' ? '' : {}
    return withoutAbsent({ id, name, index, type, args })
  })
}

/** The messages of a state, what components say where the embed shows them, and nothing else of it. */
export function visibleValues(
  values: unknown,
  embed: Visibility & Pick<Embed, 'shows_components'>,
): Fields {
  const { messages, __interrupt__ } = (values ?? {}) as Fields
  const list = Array.isArray(messages) ? messages : []
  return withoutAbsent({
    messages: list.flatMap((message) => visibleMessage(message, embed) ?? []),
    ui: visibleComponents(values, embed),
    __interrupt__,
  })
}

function withoutAbsent(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
