import type { LogEntry, LogRuns } from '../../../contract/control-plane/revisions.ts'

/** Older lines than these are let go, so that a tab that stays open does not grow without end. */
const keptLines = 150_000

/** One log as far as it has been read. */
export interface ReadLines {
  /** Lines of pages that are complete. */
  lines: readonly LogEntry[]
  /** Lines of the last page, which the next read of the same page replaces. */
  last: readonly LogEntry[]
  /** Where the last page begins; null is the beginning. */
  offset: string | null
  /** How many older lines were let go. */
  dropped: number
  /** Where the runs of the lines are, as far as the server tells. */
  runs: LogRuns
}

/** What a server answers to one read of a log. */
interface ReadPage {
  logs: LogEntry[]
  next_offset?: string | null | undefined
  runs?: LogRuns | null | undefined
}

/** A log of which nothing was read yet. */
export const unread: ReadLines = { lines: [], last: [], offset: null, dropped: 0, runs: {} }

/**
 * Reads pages from where a log was left until there is no next one; `offset` null is the first page.
 * @param onPage is told what was read so far, after each page but the last
 */
export async function readOn(
  part: ReadLines,
  readPage: (offset: string | null) => Promise<ReadPage>,
  onPage?: (part: ReadLines) => void,
): Promise<ReadLines> {
  let { lines, offset, dropped, runs } = part
  for (;;) {
    const page = await readPage(offset)
    const next = page.next_offset ?? null
    runs = withMore(runs, page.runs)
    // Some servers always give a place to go on from; a page without lines is the end there.
    if (next === null || next === offset || page.logs.length === 0) {
      return { lines, last: page.logs, offset, dropped, runs }
    }
    const all = [...lines, ...page.logs]
    lines = all.slice(-keptLines)
    if (all.length > lines.length) runs = ofLines(runs, lines)
    dropped += all.length - lines.length
    offset = next
    onPage?.({ lines, last: [], offset, dropped, runs })
  }
}

/** The page that is read again and again has mostly nothing new. */
function withMore(runs: LogRuns, more: LogRuns | null | undefined): LogRuns {
  const isNew = Object.keys(more ?? {}).some((id) => !Object.hasOwn(runs, id))
  return isNew ? { ...runs, ...more } : runs
}

/** Those whose lines are kept. */
function ofLines(runs: LogRuns, lines: readonly LogEntry[]): LogRuns {
  const ids = new Set(lines.map(({ run_id }) => run_id))
  return Object.fromEntries(Object.entries(runs).filter(([id]) => ids.has(id)))
}
