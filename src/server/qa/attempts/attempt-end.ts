import { writeJson } from '../../../contract/exact-json.ts'
import type { AttemptEnd } from './attempt-store.ts'
import type { CaseDrive } from './drive-case.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { LiveRun } from './live-run.ts'

/** What is kept of an attempt's events and of its state, in characters of JSON. */
const maxRecording = 1_000_000
const maxState = 1_000_000

/** What came of a case until it ended, or broke off. */
type Drove = Pick<
  CaseDrive,
  'results' | 'ms' | 'firstTokenMs' | 'threadId' | 'values' | 'transcript'
> & { runs: readonly Pick<LiveRun, 'runId' | 'events'>[] }

/** Why an attempt did not come to its end by itself. */
export interface Broken {
  status: 'failed' | 'error' | 'cancelled'
  /** A sentence. */
  error: string
}

/** An attempt as it is kept. Without `broken` it went to its end: it passed if all that it was to come to holds. */
export function attemptEnd(drive: Drove, broken: Broken | null): AttemptEnd {
  const failed = drive.results.filter(({ passed }) => !passed)
  const usage = drive.transcript.tokens
  return {
    status: broken?.status ?? (failed.length > 0 ? 'failed' : 'passed'),
    failed_checks: failed.length,
    ms: drive.ms,
    first_token_ms: drive.firstTokenMs,
    tokens: usage?.total_tokens ?? null,
    error: broken?.error ?? null,
    thread_id: drive.threadId,
    run_ids: drive.runs.flatMap(({ runId }) => runId ?? []),
    transcript: drive.transcript.steps,
    state: keptState(drive.values),
    results: drive.results,
    usage: usage ?? null,
    recording: recordingOf(drive),
    fingerprint: broken ? null : fingerprintOf(drive.transcript.steps),
  }
}

function keptState(values: unknown): Record<string, unknown> | null {
  if (typeof values !== 'object' || values === null) return null
  if (writeJson(values).length <= maxState) return values as Record<string, unknown>
  return { '…': 'The state is larger than what is kept of an attempt. The thread has it.' }
}

/** The events of all runs, up to what is kept; then a line that says how many there were. */
function recordingOf({ runs }: Pick<Drove, 'runs'>): unknown[] {
  const all = runs.flatMap(({ runId, events }) =>
    events.map((event) => ({ run_id: runId, ...event })),
  )
  let room = maxRecording
  const cut = all.findIndex((event) => {
    room -= writeJson(event).length
    return room < 0
  })
  return cut < 0 ? all : [...all.slice(0, cut), { cut: true, events: all.length }]
}
