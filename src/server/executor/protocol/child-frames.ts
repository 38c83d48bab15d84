import type { SerializedValue } from './checkpoint-calls.ts'
import { framed, RawPart, type RawPieces } from './frames.ts'
import type { ChildMessage } from './messages.ts'

/**
 * Of what an executor sends, these stand in the raw part: the values of checkpoints, bodies of answers, and, when they
 * are long, the data of events, the values of a snapshot and the text of an answer.
 */
export function frameOfChild(message: ChildMessage): Uint8Array[] {
  const raw = new RawPart()
  return framed(moved(message, raw), raw)
}

function moved(message: ChildMessage, raw: RawPart): unknown {
  switch (message.kind) {
    case 'events': {
      const events = message.events.map(({ event, data }) => ({ event, data: raw.text(data) }))
      return { ...message, events }
    }
    case 'ended': {
      const { end } = message
      const { snapshot } = end
      if (!snapshot) return message
      return {
        ...message,
        end: { ...end, snapshot: { ...snapshot, values: raw.text(snapshot.values) } },
      }
    }
    case 'part':
      return { ...message, text: raw.text(message.text) }
    case 'answer':
      return { ...message, json: raw.text(message.json) }
    case 'app-chunk':
      return message.chunk ? { ...message, chunk: raw.bytes(message.chunk) } : message
    case 'store':
      return { ...message, body: movedCall(message.body, raw) }
    default:
      return message
  }
}

type StoreBody = Extract<ChildMessage, { kind: 'store' }>['body']

function movedCall(body: StoreBody, raw: RawPart): unknown {
  const typed = <Value extends SerializedValue>(value: Value) => ({
    ...value,
    bytes: raw.bytes(value.bytes),
  })
  if (body.call === 'put-writes') return { ...body, writes: body.writes.map(typed) }
  if (body.call !== 'put') return body
  return {
    ...body,
    blobs: body.blobs.map((blob) => ({ ...blob, value: blob.value && typed(blob.value) })),
  }
}

/** Whatever was sent: user code may have written it. Throws where it is not of the shape that its kind has. */
export function putBackOfChild(read: unknown, raw: RawPieces): void {
  if (typeof read !== 'object' || read === null) return
  const message = read as ChildMessage
  const text = (holder: object, field: string) => {
    const fields = holder as Record<string, unknown>
    fields[field] = raw.text(fields[field])
  }
  if (message.kind === 'events') for (const event of message.events) text(event, 'data')
  else if (message.kind === 'ended') {
    if (message.end.snapshot) text(message.end.snapshot, 'values')
  } else if (message.kind === 'part') text(message, 'text')
  else if (message.kind === 'answer') text(message, 'json')
  else if (message.kind === 'app-chunk' && message.chunk) message.chunk = raw.bytes(message.chunk)
  else if (message.kind === 'store') {
    for (const typed of typedOf(message.body)) typed.bytes = raw.bytes(typed.bytes)
  }
}

function typedOf(body: StoreBody): SerializedValue[] {
  if (body.call === 'put-writes') return body.writes
  return body.call === 'put' ? body.blobs.flatMap(({ value }) => value ?? []) : []
}
