import type { Readable } from 'node:stream'
import { type LogLevel, logLevels } from '../../../contract/control-plane/revisions.ts'
import { cutText } from '../../cut-text.ts'
import { outputMark } from '../../executor/protocol/messages.ts'

const lineLength = 8_000
/** So many lines are taken at once; after that so many in a second. */
const burst = 110_000
const linesPerSecond = 500
const secondMs = 1_000

export interface OutputLine {
  text: string
  /** Of the attempt that printed it. */
  token: string | undefined
  /** As a logger said it. */
  level: LogLevel | undefined
  /** The line stands where so many others were not taken. */
  dropped?: number
}
type OnLine = (line: OutputLine) => void

/**
 * Reads what a process prints, line by line, with the attempt and the level where those are known; empty lines are passed
 * over. Long lines are cut, with a word about the rest. Of a flood only so many lines are passed on, and in the place
 * of the others stands how many there were of each attempt.
 */
export function readLines(stream: Readable, onLine: OnLine): void {
  const open = new OpenLine()
  const allowance = new Allowance()
  const skipped = new Map<string | undefined, number>()
  let telling: NodeJS.Timeout | undefined
  const tellSkipped = () => {
    clearTimeout(telling)
    telling = undefined
    for (const [token, dropped] of skipped) {
      const text = `${dropped} more lines were printed faster than the log takes them.`
      onLine({ text, token, level: 'WARNING', dropped })
    }
    skipped.clear()
  }
  const pass = (line: string, missing: number) => {
    const { text, token, level } = apart(line)
    if (text.trim() === '') return
    if (!allowance.take()) {
      skipped.set(token, (skipped.get(token) ?? 0) + 1)
      telling ??= setTimeout(tellSkipped, secondMs).unref()
      return
    }
    if (skipped.size > 0) tellSkipped()
    onLine({ text: cutText(text, lineLength, missing), token, level })
  }
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => open.add(chunk, pass))
  stream.on('end', () => {
    open.end(pass)
    tellSkipped()
  })
}

/** What is printed comes from user code: a mark of another form says nothing. */
function apart(line: string): OutputLine {
  const [, mark = '', text = line] = line.startsWith(outputMark) ? line.split(outputMark) : []
  const [token, said] = mark.split(':')
  return { text, token: token || undefined, level: logLevels.find((level) => level === said) }
}

/** The line that has no end yet, of which no more is held than is kept of it. */
class OpenLine {
  #text = ''
  #missing = 0

  add(chunk: string, pass: (line: string, missing: number) => void): void {
    const parts = chunk.split('\n')
    const last = parts.pop() ?? ''
    for (const part of parts) {
      this.#hold(part)
      this.end(pass)
    }
    this.#hold(last)
  }

  end(pass: (line: string, missing: number) => void): void {
    const [text, missing] = [this.#text, this.#missing]
    this.#text = ''
    this.#missing = 0
    if (text !== '') pass(text, missing)
  }

  #hold(part: string): void {
    const room = lineLength * 2 - this.#text.length
    this.#text += part.slice(0, room)
    this.#missing += Math.max(0, part.length - room)
  }
}

/** Once it is used up nothing passes until there is enough for a second, so that not every other line tells of a gap. */
class Allowance {
  #left = burst
  #refilledAt = performance.now()
  #isUsedUp = false

  take(): boolean {
    const now = performance.now()
    const more = ((now - this.#refilledAt) / secondMs) * linesPerSecond
    this.#left = Math.min(burst, this.#left + more)
    this.#refilledAt = now
    if (this.#left < (this.#isUsedUp ? linesPerSecond : 1)) {
      this.#isUsedUp = true
      return false
    }
    this.#isUsedUp = false
    this.#left -= 1
    return true
  }
}
