import type { LogEntry } from '../../../contract/control-plane/revisions.ts'
import { plainMessage } from '../../../ui/format/plain-message.ts'
import type { Api } from '../../api.tsx'
import { type LogPlace, type LogType, logPages, logTypes } from './log-tail.ts'

/** A line of a log as it is written to a file: time, level, words. */
function logLine({ timestamp, level, message }: LogEntry): string {
  return [timestamp, level, plainMessage(message)].filter(Boolean).join(' ')
}

/**
 * The whole log of a revision or a run as a text file, read anew from the first line on, since the page keeps only the
 * newest ones.
 */
export async function readLogFile(
  api: Api,
  place: LogPlace,
  types: readonly LogType[] = logTypes,
): Promise<Blob> {
  const parts: string[] = []
  for (const type of types) {
    const read = logPages(api, { ...place, type })
    let offset: string | null = null
    for (;;) {
      const page: Awaited<ReturnType<typeof read>> = await read(offset)
      parts.push(page.logs.map((line) => `${logLine(line)}\n`).join(''))
      const next = page.next_offset ?? null
      if (next === null || next === offset || page.logs.length === 0) break
      offset = next
    }
  }
  return new Blob(parts, { type: 'text/plain' })
}
