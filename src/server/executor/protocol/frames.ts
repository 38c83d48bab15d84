import { parseJson } from '../../../contract/exact-json.ts'
import { digitJson } from '../whole-numbers.ts'

/**
 * Frames: how messages travel, in both directions and languages. Two numbers of four bytes, big endian, then so
 * much: `length of all that follows | length of the JSON | JSON | raw bytes`. Bytes and long texts of a message stand
 * in the raw part, and in the JSON as `{"$bytes": [offset, length]}` and, in UTF-8, as `{"$text": [offset, length]}`.
 * Which parts of a message may is said in `child-frames.ts` and `parent-frames.ts`.
 */

/** More than any message needs; a length above it is a line that has lost its place. */
export const frameLimit = 256 * 1024 * 1024
const headLength = 8
/** JSON text within JSON would be written, and read again, letter by letter. */
const longText = 2_000

/** A line whose next frame cannot be found any more. */
export class BrokenFrameError extends Error {
  constructor(problem: string) {
    super(problem)
    this.name = 'BrokenFrameError'
  }
}

/** Gathers the raw part of a frame that is being written. */
export class RawPart {
  readonly pieces: Uint8Array[] = []
  #length = 0

  bytes<Value extends Uint8Array>(value: Value): { $bytes: [number, number] } {
    return { $bytes: this.#place(value) }
  }

  text(value: string): string | { $text: [number, number] } {
    return value.length > longText ? { $text: this.#place(Buffer.from(value)) } : value
  }

  #place(piece: Uint8Array): [number, number] {
    this.pieces.push(piece)
    this.#length += piece.byteLength
    return [this.#length - piece.byteLength, piece.byteLength]
  }
}

/** A frame, in parts that are to be written one after the other. */
export function framed(message: unknown, { pieces }: RawPart): Uint8Array[] {
  const json = Buffer.from(digitJson(message))
  const rawLength = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const head = Buffer.alloc(headLength)
  head.writeUInt32BE(4 + json.byteLength + rawLength, 0)
  head.writeUInt32BE(json.byteLength, 4)
  return [Buffer.concat([head, json]), ...pieces]
}

/** What reads the raw part of a frame. */
export interface RawPieces {
  bytes(place: unknown): Buffer
  /** A text as it is, or the one that is pointed to. */
  text(value: unknown): unknown
}

/** Puts what stands in the raw part back into a message, in place. May throw whatever it likes. */
type PutBack = (message: unknown, raw: RawPieces) => void

/**
 * Takes what a stream brings, in pieces of any size, and answers the messages that are complete. Throws a
 * BrokenFrameError when what comes is no frame; nothing after it can be read.
 */
export class FrameReader {
  readonly #putBack: PutBack
  #pieces: Buffer[] = []
  #length = 0
  #wanted = headLength
  #whole = 0

  constructor(putBack: PutBack) {
    this.#putBack = putBack
  }

  /** How many frames were whole, and of how many bytes the next one is there. */
  get progress(): { whole: number; begun: number } {
    return { whole: this.#whole, begun: this.#length }
  }

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
        messages.push(this.#messageOf(all.subarray(4, this.#wanted)))
        this.#pieces = [all.subarray(this.#wanted)]
        this.#wanted = headLength
        this.#whole += 1
      } else this.#pieces = [all]
      this.#length = this.#pieces[0]?.byteLength ?? 0
    }
    return messages
  }

  #messageOf(frame: Buffer): unknown {
    const jsonEnd = 4 + frame.readUInt32BE(0)
    let message: unknown
    try {
      message = parseJson(frame.toString('utf8', 4, jsonEnd))
    } catch {
      throw new BrokenFrameError('a frame holds no JSON')
    }
    try {
      this.#putBack(message, piecesOf(frame.subarray(jsonEnd)))
    } catch (error) {
      if (error instanceof BrokenFrameError) throw error
      throw new BrokenFrameError('a message is not of the shape that its kind has')
    }
    return message
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

function piecesOf(raw: Buffer): RawPieces {
  const piece = (place: unknown) => {
    const [offset, length] = Array.isArray(place) ? (place as unknown[]) : []
    if (!isPlace(offset) || !isPlace(length) || offset + length > raw.byteLength) {
      throw new BrokenFrameError('a frame points to bytes that it does not have')
    }
    return raw.subarray(offset, offset + length)
  }
  return {
    bytes: (place) => piece((Object(place) as { $bytes?: unknown }).$bytes),
    text(value) {
      const { $text } = Object(value) as { $text?: unknown }
      return $text === undefined ? value : piece($text).toString('utf8')
    },
  }
}

function isPlace(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
