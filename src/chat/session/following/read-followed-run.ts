import { ApiError } from '../../../client/api-error.ts'
import { readRun } from '../../../client/cancel-run.ts'
import { getRun, type Run } from '../../../contract/agent-server/runs.ts'
import type { RetryTools } from '../server-reads.ts'

/** What the first read of a run may take; each further one has twice as long, for servers that are only slow. */
const firstAnswerMs = 10_000
const longestAnswerMs = 120_000

/**
 * Reads a run once, as `readRun`. A server that takes the request and does not answer it, as one that was halted, is
 * one that cannot be reached.
 * @param attempt 1 is the first
 * @throws ApiError, or the signal's reason
 */
export async function readFollowedRun(
  { transport, clock, signal }: Pick<RetryTools, 'transport' | 'clock' | 'signal'>,
  params: Pick<Run, 'thread_id' | 'run_id'>,
  attempt: number,
): Promise<Run | null> {
  const asking = new AbortController()
  const leave = () => asking.abort(signal.reason)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave)
  const longestMs = Math.min(firstAnswerMs * 2 ** (attempt - 1), longestAnswerMs)
  const answered = clock.limit(longestMs, () => asking.abort(unanswered()))
  try {
    return await readRun({ transport, signal: asking.signal }, params)
  } finally {
    answered()
    signal.removeEventListener('abort', leave)
  }
}

function unanswered(): ApiError {
  const message = 'The server takes requests and does not answer them.'
  return new ApiError({ endpoint: getRun.name, kind: 'network', message })
}
