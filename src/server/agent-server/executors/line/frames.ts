import type { ChildMessage, ParentMessage, Typed } from '../../../executor/protocol.ts'

/**
 * Frames: how messages travel where both ends are not Node. Two numbers of four bytes, big endian, then so
 * much: `length of all that follows | length of the JSON | JSON | raw bytes`. Bytes in a message stand in the
 * raw part, and in the JSON as `{"$bytes": [offset, length]}`; only checkpoints hold any.
 */

/** More than any message needs; a length above it is a line that has lost its place. */
const frameLimit = 256 * 1024 * 1024
const headLength = 8

/** A line whose next frame cannot be found any more. */
export class BrokenFrameError extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'BrokenFrameError'
  }
}

/** The frame of a message, in parts that are to be written one after the other. */
export function frameOf(message: ParentMessage): Uint8Array[] {
  const raw: Uint8Array[] = []
  const json = Buffer.from(JSON.stringify(withoutBytes(message, raw)))
  const rawLength = raw.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const head = Buffer.alloc(headLength)
  head.writeUInt32BE(4 + json.byteLength + rawLength, 0)
  head.writeUInt32BE(json.byteLength, 4)
  return [Buffer.concat([head, json]), ...raw]
}

/** By the shapes that hold bytes: looking through everything would turn each of them into a list of numbers. */
function withoutBytes(message: ParentMessage, raw: Uint8Array[]): unknown {
  if (message.kind !== 'stored' || message.result === null) return message
  let offset = 0
  const moved = <Value extends Typed>(value: Value) => {
    const { byteLength } = value.bytes
    raw.push(value.bytes)
    offset += byteLength
    return { ...value, bytes: { $bytes: [offset - byteLength, byteLength] } }
  }
  const result = message.result.map((stored) =>
    stored !== null && 'blobs' in stored
      ? { ...stored, blobs: stored.blobs.map(moved), writes: stored.writes.map(moved) }
      : stored,
  )
  return { ...message, result }
}

/**
 * Takes what a stream brings, in pieces of any size, and answers the messages that are complete. Throws a
 * BrokenFrameError when what comes is no frame; nothing after it can be read.
 */
export class FrameReader {
  #pieces: Buffer[] = []
  #length = 0
  #wanted = headLength

  read(piece: Buffer): unknown[] {
    this.#pieces.push(piece)
    this.#length += piece.byteLength
    const messages: unknown[] = []
    while (this.#length >= this.#wanted) {
      const all =
        this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces)
      const length = frameLength(all)
      this.#wanted = 4 + length
      if (all.byteLength >= this.#wanted) {
        messages.push(messageOf(all.subarray(4, this.#wanted)))
        this.#pieces = [all.subarray(this.#wanted)]
        this.#wanted = headLength
      } else this.#pieces = [all]
      this.#length = this.#pieces[0]?.byteLength ?? 0
    }
    return messages
  }
}

function frameLength(bytes: Buffer): number {
  const length = bytes.readUInt32BE(0)
  if (length > frameLimit) throw new BrokenFrameError(`a frame says that it has ${length} bytes`)
  if (length < 4 || bytes.readUInt32BE(4) > length - 4) {
    throw new BrokenFrameError('a frame says that its message is longer than itself')
  }
  return length
}

function messageOf(frame: Buffer): unknown {
  const jsonEnd = 4 + frame.readUInt32BE(0)
  let message: unknown
  try {
    message = JSON.parse(frame.toString('utf8', 4, jsonEnd))
  } catch {
    throw new BrokenFrameError('a frame holds no JSON')
  }
  return withBytes(message, frame.subarray(jsonEnd))
}

interface Moved {
  bytes?: unknown
}

/** Puts the bytes back into the puts of a store call, the only messages of a child that hold any. */
function withBytes(message: unknown, raw: Buffer): unknown {
  const { kind, body } = Object(message) as Partial<Extract<ChildMessage, { kind: 'store' }>>
  if (kind !== 'store' || !body) return message
  const holders: unknown[] =
    body.call === 'put'
      ? body.blobs.map(({ value }) => value)
      : body.call === 'put-writes'
        ? body.writes
        : []
  for (const holder of holders) {
    if (holder === null) continue
    const moved = holder as Moved
    const place = (Object(moved.bytes) as { $bytes?: unknown }).$bytes
    const [offset, length] = Array.isArray(place) ? (place as unknown[]) : []
    if (!isPlace(offset) || !isPlace(length) || offset + length > raw.byteLength) {
      throw new BrokenFrameError('a frame points to bytes that it does not have')
    }
    moved.bytes = raw.subarray(offset, offset + length)
  }
  return message
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
