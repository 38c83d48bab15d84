import type { SerializedValue } from './checkpoint-calls.ts'
import { framed, RawPart, type RawPieces } from './frames.ts'
import type { ParentMessage } from './messages.ts'

/** Of what the agent server sends, the values of checkpoints and bodies of requests stand in the raw part. */
export function frameOfParent(message: ParentMessage): Uint8Array[] {
  const raw = new RawPart()
  return framed(moved(message, raw), raw)
}

/** By the shapes that hold bytes: looking through everything would turn each of them into a list of numbers. */
function moved(message: ParentMessage, raw: RawPart): unknown {
  if (message.kind === 'app-body' && message.chunk) {
    return { ...message, chunk: raw.bytes(message.chunk) }
  }
  if (message.kind !== 'stored' || message.result === null) return message
  const typed = <Value extends SerializedValue>(value: Value) => ({
    ...value,
    bytes: raw.bytes(value.bytes),
  })
  const result = message.result.map((stored) =>
    stored !== null && 'blobs' in stored
      ? { ...stored, blobs: stored.blobs.map(typed), writes: stored.writes.map(typed) }
      : stored,
  )
  return { ...message, result }
}

export function putBackOfParent(read: unknown, raw: RawPieces): void {
  const message = read as ParentMessage
  if (message.kind === 'app-body' && message.chunk) message.chunk = raw.bytes(message.chunk)
  if (message.kind !== 'stored' || message.result === null) return
  for (const stored of message.result) {
    if (stored === null || !('blobs' in stored)) continue
    for (const typed of [...stored.blobs, ...stored.writes]) typed.bytes = raw.bytes(typed.bytes)
  }
}
