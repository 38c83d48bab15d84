import type { Readable } from 'node:stream'
import { outputMark } from '../../executor/protocol.ts'

const lineLength = 8_000
const burst = 2_000
const linesPerSecond = 500

/**
 * Reads what a process prints, line by line, with the run that printed it where that is known. Long
 * lines are cut, and of a flood only so many lines are passed on, with a word about the rest.
 */
export function readLines(
  stream: Readable,
  onLine: (line: string, runId: string | undefined) => void,
): void {
  let rest = ''
  let allowance = burst
  let skipped = 0
  let refilledAt = performance.now()
  const pass = (line: string) => {
    const now = performance.now()
    allowance = Math.min(burst, allowance + ((now - refilledAt) / 1000) * linesPerSecond)
    refilledAt = now
    if (allowance < 1) {
      skipped += 1
      return
    }
    allowance -= 1
    if (skipped > 0) tellSkipped()
    const [, runId, text = line] = line.startsWith(outputMark) ? line.split(outputMark) : []
    if (text.trim() !== '') onLine(text.slice(0, lineLength), runId)
  }
  const tellSkipped = () => {
    onLine(`${skipped} more lines were printed faster than the log takes them.`, undefined)
    skipped = 0
  }
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    // A line without end must not grow for ever.
    rest = (lines.pop() ?? '').slice(0, lineLength * 2)
    for (const line of lines) pass(line)
  })
  stream.on('end', () => {
    if (rest !== '') pass(rest)
    if (skipped > 0) tellSkipped()
  })
}
