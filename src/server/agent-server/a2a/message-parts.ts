import { type Artifact, type Message, type Part, Role } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import { answerText } from '../../../contract/agent-server/answers/thoughts.ts'
import { inputKind } from '../../../contract/agent-server/input/input-kind.ts'
import {
  type Message as GraphMessage,
  messagesOf,
  messageText,
} from '../../../contract/agent-server/messages.ts'
import { withTexts } from '../on-behalf/big-numbers.ts'

type Fields = Record<string, unknown>

/**
 * The input of a graph for a message: its texts and files are what the user says, the fields of its data parts go beside
 * that. A graph that takes no messages gets the fields alone, and a text where it has one field for it.
 */
export function graphInput(message: Message, schema: unknown): Fields {
  const data: Fields = Object.assign({}, ...message.parts.flatMap(dataOf))
  const said = message.parts.flatMap(blockOf)
  if (said.length === 0) {
    if (Object.keys(data).length > 0) return data
    throw new RequestMalformedError('The message says nothing: send a text, data or file part.')
  }
  const kind = inputKind(schema)
  const texts = said.flatMap(({ text }) => (typeof text === 'string' ? text : []))
  if (kind.kind === 'message') {
    const content = texts.length === said.length ? texts.join('\n') : said
    return { ...data, messages: [{ role: 'user', content, id: message.messageId || undefined }] }
  }
  if (kind.kind === 'text' && texts.length === said.length) {
    return { ...data, [kind.field.name]: texts.join('\n') }
  }
  const names = kind.kind === 'form' ? kind.fields.map(({ name }) => name).join(', ') : 'JSON'
  throw new RequestMalformedError(`This agent takes no messages. Send a data part with: ${names}.`)
}

/** What a message answers a question with: the `resume` of a data part, else its data, else its text. */
export function answerOf(message: Message): unknown {
  const [data] = message.parts.flatMap(dataOf)
  if (data) return 'resume' in data ? data.resume : data
  return message.parts.map(textOf).join('\n')
}

function dataOf({ content }: Part): Fields[] {
  if (content?.$case !== 'data') return []
  const { value } = content
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return [value]
  throw new RequestMalformedError('A data part has to hold an object.')
}

/** A part as a content block of the graph library. */
function blockOf({ content, mediaType, filename }: Part): Fields[] {
  switch (content?.$case) {
    case 'text':
      return [{ type: 'text', text: content.value }]
    case 'raw':
      return [{ ...fileBlock(mediaType, filename), base64: content.value.toString('base64') }]
    case 'url':
      return [{ ...fileBlock(mediaType, filename), url: content.value }]
    default:
      return []
  }
}

function fileBlock(mime_type: string, filename: string): Fields {
  const kind = /^(image|audio|video)\//.exec(mime_type)?.[1] ?? 'file'
  const named = filename ? { metadata: { filename } } : {}
  return { type: kind, ...(mime_type ? { mime_type } : {}), ...named }
}

function textOf({ content }: Part): string {
  return content?.$case === 'text' ? content.value : ''
}

export function textPart(value: string): Part {
  const content = { $case: 'text' as const, value }
  return { content, metadata: undefined, filename: '', mediaType: 'text/plain' }
}

export function dataPart(value: object): Part {
  const content = { $case: 'data' as const, value: withTexts(value) }
  return { content, metadata: undefined, filename: '', mediaType: 'application/json' }
}

/** Which message of which task it is. */
export type MessagePlace = Pick<Message, 'messageId' | 'contextId' | 'taskId'>

export function agentMessage(place: MessagePlace, parts: Part[]): Message {
  const nothing = { metadata: undefined, extensions: [], referenceTaskIds: [] }
  return { ...place, role: Role.ROLE_AGENT, parts, ...nothing }
}

/** What users and agents have said on a thread, oldest first. */
export function historyOf(values: unknown, place: Omit<MessagePlace, 'messageId'>): Message[] {
  return messagesOf(values).flatMap((message, at) => {
    const role = roleOf(message)
    const text = (role === Role.ROLE_AGENT ? answerText : messageText)(message.content)
    if (text === '' || role === null) return []
    const messageId = message.id ?? `${place.contextId}:${at}`
    return [{ ...agentMessage({ ...place, messageId }, [textPart(text)]), role }]
  })
}

function roleOf({ type }: GraphMessage): Role | null {
  if (/^human/i.test(type)) return Role.ROLE_USER
  return /^ai/i.test(type) ? Role.ROLE_AGENT : null
}

/** What a task has come to: the agent's last words, or the state of a graph that says none. */
export function artifactsOf(values: unknown, runId: string): Artifact[] {
  const said = messagesOf(values).findLast(({ type }) => /^ai/i.test(type))
  const text = answerText(said?.content)
  if (text !== '') return [artifactOf(said?.id ?? runId, [textPart(text)])]
  return values === null || values === undefined
    ? []
    : [artifactOf(runId, [dataPart(Object(values))])]
}

export function artifactOf(artifactId: string, parts: Part[]): Artifact {
  const nothing = { description: '', metadata: undefined, extensions: [] }
  return { artifactId, name: 'response', parts, ...nothing }
}
