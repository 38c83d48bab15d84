import { stringify } from 'csv-stringify/sync'
import { writeJson } from '../../contract/exact-json.ts'
import { asError } from '../as-error.ts'
import type { Queryable } from '../db/database.ts'
import type { VoteFilter, VoteHistory } from './feedback-filter.ts'
import { feedbackAfter } from './feedback-store.ts'
import { type ExportedVote, withRuns } from './voted-run.ts'

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
  'input',
  'output',
]

/** How some votes are written. */
const formats = {
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: '',
    write: (votes: ExportedVote[]) => votes.map((vote) => `${writeJson(vote)}\n`).join(''),
  },
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    head: csv([columns]),
    write: (votes: ExportedVote[]) => csv(votes.map(cells)),
  },
}

/**
 * A download of all votes that the filter lets through, oldest first, each with the whole input and output of its run,
 * written part by part as it is read, so that its size does not matter. What fails on the way breaks the download off,
 * and is reported.
 */
export async function exportVotes(
  db: Queryable,
  filter: VoteFilter,
  options: { format: keyof typeof formats; history: VoteHistory; report: (error: Error) => void },
): Promise<Response> {
  const { type, head, write } = formats[options.format]
  const pageAfter = (after: string) =>
    feedbackAfter(db, filter, { history: options.history, after, limit: pageSize })
  // A database that is down is told as an error, not as an empty file.
  let page = await pageAfter('0')
  async function* parts() {
    if (head) yield head
    for (;;) {
      for await (const votes of withRuns(db, page.votes)) yield write(votes)
      if (page.votes.length < pageSize) return
      page = await pageAfter(page.last)
    }
  }
  const written = parts()
  const encoder = new TextEncoder()
  let hasLeft = false
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { value, done } = await written.next()
        // Nobody reads on who left while it was read.
        if (hasLeft) return
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        options.report(asError(error))
        controller.error(error)
      }
    },
    async cancel() {
      hasLeft = true
      await written.return()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="feedback.${options.format}"`,
      'cache-control': 'no-store',
    },
  })
}

function cells(vote: ExportedVote): unknown[] {
  const values: Record<string, unknown> = { ...vote, source: vote.feedback_source?.type }
  return columns.map((name) => {
    const value = values[name]
    return typeof value === 'object' && value !== null ? writeJson(value) : value
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
