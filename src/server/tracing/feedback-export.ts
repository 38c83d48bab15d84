import { stringify } from 'csv-stringify/sync'
import type { Feedback } from '../../contract/tracing/feedback.ts'
import type { Queryable } from '../db/database.ts'
import type { History, VoteFilter } from './feedback-filter.ts'
import { feedbackAfter } from './feedback-store.ts'

const pageSize = 500

const columns = [
  'id',
  'run_id',
  'deployment_id',
  'revision_id',
  'key',
  'score',
  'value',
  'comment',
  'correction',
  'question',
  'answer',
  'metadata',
  'source',
  'created_at',
  'modified_at',
  'superseded_at',
]

/** How a page of votes is written. */
const formats = {
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    write: (votes: Feedback[]) => votes.map((vote) => `${JSON.stringify(vote)}\n`).join(''),
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: csv([columns]),
    write: (votes: Feedback[]) => csv(votes.map(cells)),
  },
}

/**
 * A download of all votes that the filter lets through, oldest first, page by page as it is read, so
 * that its size does not matter. What fails on the way breaks the download off, and is reported.
 */
export async function exportVotes(
  db: Queryable,
  filter: VoteFilter,
  options: { format: keyof typeof formats; history: History; report: (error: Error) => void },
): Promise<Response> {
  const format = formats[options.format]
  const pageAfter = (after: string) =>
    feedbackAfter(db, filter, { history: options.history, after, limit: pageSize })
  // A database that is down is told as an error, not as an empty file.
  let page: Awaited<ReturnType<typeof pageAfter>> | null = await pageAfter('0')
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (format.head) controller.enqueue(encoder.encode(format.head))
    },
    async pull(controller) {
      if (page && page.votes.length > 0) {
        controller.enqueue(encoder.encode(format.write(page.votes)))
      }
      if (!page || page.votes.length < pageSize) return controller.close()
      try {
        page = await pageAfter(page.last)
      } catch (error) {
        options.report(error instanceof Error ? error : new Error(String(error)))
        controller.error(error)
      }
    },
    cancel() {
      page = null
    },
  })
  return new Response(body, {
    headers: {
      'content-type': format.type,
      'content-disposition': `attachment; filename="feedback.${options.format}"`,
      'cache-control': 'no-store',
    },
  })
}

function cells(vote: Feedback): unknown[] {
  const values: Record<string, unknown> = { ...vote, source: vote.feedback_source?.type }
  return columns.map((name) => {
    const value = values[name]
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  })
}

/** RFC 4180. A text that a spreadsheet would run as a formula begins with an apostrophe; numbers stay. */
function csv(records: unknown[][]): string {
  return stringify(records, {
    escape_formulas: true,
    record_delimiter: '\r\n',
    cast: { boolean: (value) => String(value) },
  })
}
