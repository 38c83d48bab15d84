import type { Run } from '../contract/agent-server/runs.ts'
import { type RunOutcome, runOutcome } from './conversation/runs/run-outcome.ts'
import type { RunSession, SessionSnapshot } from './session/session-types.ts'

/** What the conversation says about the run behind a turn. */
export interface RunMark {
  readonly outcome: RunOutcome
  readonly status: string | null
  readonly failure: string | null
  readonly tookMs: number | null
  readonly feedbackKeys: readonly string[]
  readonly assistant_id: string | null
  /** Of a deployment whose server tells it. */
  readonly revision_id: string | null
}

/**
 * Marks by run id: of the current run from what was watched and read, of earlier ones from the list. A run takes
 * votes by the keys that it was started with, or, where it was started with none or votes are kept apart from the
 * server, by the session's.
 * @param ratesAll whether votes can be sent about runs that were started with no keys, as by programs
 */
export function runMarks(
  { records, run, ownCancels }: Pick<SessionSnapshot, 'records' | 'run' | 'ownCancels'>,
  { feedbackKeys, keepsVotes }: Pick<RunSession, 'feedbackKeys' | 'keepsVotes'>,
  ratesAll = true,
): ReadonlyMap<string, RunMark> {
  const marks = new Map<string, RunMark>()
  records.forEach((record, index) => {
    const isAnswered = Boolean(records[index + 1]?.kwargs?.command)
    const isOwnCancel = ownCancels.includes(record.run_id)
    marks.set(record.run_id, {
      outcome: runOutcome({ record, isOwnCancel, isAnswered }),
      status: record.status,
      failure: record.error ?? null,
      tookMs: tookMs(record),
      feedbackKeys:
        (keepsVotes ? null : keysOf(record)) ?? (ratesAll || keepsVotes ? feedbackKeys : []),
      assistant_id: record.assistant_id ?? null,
      revision_id: record.revision_id ?? null,
    })
  })
  if (run?.run_id) {
    const known = marks.get(run.run_id)
    const watched =
      run.startedAt !== null && run.endedAt !== null ? run.endedAt - run.startedAt : null
    marks.set(run.run_id, {
      outcome: run.outcome,
      status: run.record?.status ?? known?.status ?? null,
      failure: run.failure?.message ?? known?.failure ?? null,
      tookMs: known?.tookMs ?? watched,
      feedbackKeys: known?.feedbackKeys ?? feedbackKeys,
      assistant_id: run.assistant_id ?? known?.assistant_id ?? null,
      revision_id: run.record?.revision_id ?? known?.revision_id ?? null,
    })
  }
  return marks
}

/** Null for a run that was started with none. */
function keysOf({ kwargs }: Run): readonly string[] | null {
  const keys = kwargs?.feedback_keys
  const named = Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []
  return named.length > 0 ? named : null
}

/** How long the run worked; servers that do not tell its start are taken by the time of its creation. */
function tookMs({ started_at, created_at, ended_at, updated_at, status }: Run): number | null {
  if (status === 'pending' || status === 'running') return null
  const ms = Date.parse(ended_at ?? updated_at) - Date.parse(started_at ?? created_at)
  return Number.isFinite(ms) && ms >= 0 ? ms : null
}
