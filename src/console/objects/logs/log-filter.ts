import type { LogEntry, LogStream } from '../../../contract/control-plane/revisions.ts'
import { plainMessage } from '../../../ui/format/plain-message.ts'

/** How much of a log is shown: everything, or what is at least this grave. */
export const logLevels = [
  { value: 'all', label: 'Every level' },
  { value: 'INFO', label: 'Info and above' },
  { value: 'WARNING', label: 'Warnings and errors' },
  { value: 'ERROR', label: 'Errors' },
] as const
export type LogLevelFilter = (typeof logLevels)[number]['value']

const gravity: Record<string, number> = {
  TRACE: 0,
  DEBUG: 0,
  INFO: 1,
  WARN: 2,
  WARNING: 2,
  ERROR: 3,
  CRITICAL: 4,
  FATAL: 4,
}

const gravityOf = ({ level }: LogEntry) =>
  gravity[level ?? ''] ?? gravity[level?.toUpperCase() ?? ''] ?? 1

const error = 3
/** How far into a line its level is looked for. */
const headLength = 80
const errorWord = /(?:^|[\s[("|:])(?:ERROR|CRITICAL|FATAL|Traceback|[A-Z]\w*Error)\b/

/**
 * An error by its level, or by what its first words say: what a project prints has the level of the output that it was
 * printed on.
 */
export function isError(line: LogEntry): boolean {
  if (line.dropped) return false
  return gravityOf(line) >= error || errorWord.test(plainMessage(line.message.slice(0, headLength)))
}

/** An error, but for the lines of its stack: they are set in below it, and have its level. */
export function beginsError(line: LogEntry): boolean {
  return isError(line) && !/^\s/.test(plainMessage(line.message.slice(0, headLength)))
}

export interface LogFilter {
  text: string
  level: LogLevelFilter
  stream?: LogStream | 'all'
  /** Milliseconds since 1970; both ends count. */
  from?: number | null
  to?: number | null
}

/**
 * The lines that hold a text, in whatever case, are grave enough, of a stream and of a time. Unknown levels count as
 * INFO, lines without a time are of every time. Where lines were dropped it is told whatever the text and the level:
 * some of them may have matched.
 */
export function filterLog(lines: readonly LogEntry[], filter: LogFilter): readonly LogEntry[] {
  const text = filter.text.trim().toLowerCase()
  const least = filter.level === 'all' ? -1 : (gravity[filter.level] ?? 0)
  const { stream = 'all', from = null, to = null } = filter
  const isOfTime = from === null && to === null ? null : within(from, to)
  if (text === '' && least < 0 && stream === 'all' && from === null && to === null) return lines
  return lines.filter(
    (line) =>
      (stream === 'all' || isOf(line, stream)) &&
      (isOfTime === null || isOfTime(line)) &&
      (line.dropped ||
        ((gravityOf(line) >= least || (least === error && isError(line))) &&
          (text === '' || plainMessage(line.message).toLowerCase().includes(text)))),
  )
}

function isOf(line: LogEntry, stream: LogStream): boolean {
  // What was let go of the log of the rollout may have been the agent's.
  if (line.dropped && line.stream === 'deploy' && stream === 'agent') return true
  return (line.stream ?? stream) === stream
}

function within(from: number | null, to: number | null) {
  return ({ timestamp }: LogEntry) => {
    const at = timestamp ? Date.parse(timestamp) : Number.NaN
    return Number.isNaN(at) || ((from === null || at >= from) && (to === null || at <= to))
  }
}
