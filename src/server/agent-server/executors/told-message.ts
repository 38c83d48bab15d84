import type { ChildMessage } from '../../executor/protocol/messages.ts'

type Kind = ChildMessage['kind']
type Fields = Record<string, unknown>

const outcomes = ['success', 'stopped', 'failed']
const calls = ['get', 'list', 'ancestors', 'put', 'put-writes', 'items']

/** What each kind has to have, as far as this side relies on it before it looks closer. */
const shapes: Record<Kind, (message: Fields) => boolean> = {
  part: ({ text }) => isText(text),
  answer: ({ json }) => isText(json),
  failure: ({ message, stack }) => isText(message) && isTextOrNone(stack),
  events: ({ events, bytes }) =>
    Array.isArray(events) && events.every(isEvent) && typeof bytes === 'number',
  usage: ({ usage }) => {
    const { message_id, usage: told } = fieldsOf(usage)
    return isText(message_id) && isText(told)
  },
  span: ({ span }) => {
    const { id, parent_id, name } = fieldsOf(span)
    return [id, parent_id, name].every(isText)
  },
  hold: () => true,
  ended: ({ end, stack }) => isEnd(fieldsOf(end)) && isTextOrNone(stack),
  store: ({ id, body }) => isText(id) && calls.includes(String(fieldsOf(body).call)),
  'app-head': ({ status, headers }) => typeof status === 'number' && Array.isArray(headers),
  'app-chunk': ({ chunk }) => chunk === null || chunk instanceof Uint8Array,
  'app-more': () => true,
  'app-failed': () => true,
}

/** What came over a line, as a message; null for what is none. */
export function toldMessage(told: unknown): ChildMessage | null {
  const message = fieldsOf(told)
  const { kind } = message
  const isKnown = typeof kind === 'string' && Object.hasOwn(shapes, kind)
  return isKnown && shapes[kind as Kind](message) ? (told as ChildMessage) : null
}

/** The token that a message shows: of a call and of a request to the app it is their id. */
export function tokenOf(message: ChildMessage): unknown {
  const { token, id } = message as { token?: unknown; id?: unknown }
  return isOfCall(message) || isOfApp(message) ? id : token
}

export type CallMessage = Extract<ChildMessage, { kind: 'part' | 'answer' | 'failure' }>

export function isOfCall(message: ChildMessage): message is CallMessage {
  return ['part', 'answer', 'failure'].includes(message.kind)
}

type AppMessage = Extract<ChildMessage, { kind: `app-${string}` }>

export function isOfApp(message: ChildMessage): message is AppMessage {
  return message.kind.startsWith('app-')
}

function isEvent(event: unknown): boolean {
  const { event: name, data } = fieldsOf(event)
  return isText(name) && isText(data)
}

function isEnd({ outcome, error, message, snapshot }: Fields): boolean {
  if (!outcomes.includes(String(outcome))) return false
  if (outcome === 'failed' && !(isText(error) && isText(message))) return false
  if (snapshot === null) return true
  const { values, next, interrupts, summary } = fieldsOf(snapshot)
  return isText(values) && Array.isArray(next) && isObject(interrupts) && isObject(summary)
}

const isText = (value: unknown) => typeof value === 'string'
const isTextOrNone = (value: unknown) => value === null || value === undefined || isText(value)
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const fieldsOf = (value: unknown) => Object(value) as Fields
