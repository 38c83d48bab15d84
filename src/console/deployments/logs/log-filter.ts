import type { LogEntry } from '../../../contract/control-plane/revisions.ts'

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

/** The lines that hold a text, in whatever case, and are grave enough. Unknown levels count as INFO. */
export function filterLog(
  lines: readonly LogEntry[],
  filter: { text: string; level: LogLevelFilter },
): readonly LogEntry[] {
  const text = filter.text.trim().toLowerCase()
  const least = filter.level === 'all' ? -1 : (gravity[filter.level] ?? 0)
  if (text === '' && least < 0) return lines
  return lines.filter(
    ({ level, message }) =>
      (gravity[level?.toUpperCase() ?? ''] ?? 1) >= least &&
      (text === '' || message.toLowerCase().includes(text)),
  )
}
