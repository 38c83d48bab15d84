import type { Attempt, AttemptStatus } from '../../../src/contract/qa/attempts.ts'
import type { Case } from '../../../src/contract/qa/cases.ts'
import type { NamedTarget } from '../../../src/contract/qa/sessions.ts'
import type { SessionFacts } from '../../../src/server/qa/results/compute-results.ts'
import type { SessionRow } from '../../../src/server/qa/session-store.ts'
import type { VerdictRow } from '../../../src/server/qa/verdict-row.ts'

const letters: Record<string, AttemptStatus> = {
  p: 'passed',
  f: 'failed',
  e: 'error',
  c: 'cancelled',
  w: 'waiting',
  r: 'running',
}

/**
 * For tests: a session by the keys of its cases, each with the repeats on its targets, a letter an attempt:
 * `{ refund: ['ppp', 'fpe'] }`.
 */
export function sampleSession(
  cells: Record<string, string[]>,
  more: Partial<SessionRow> = {},
  verdicts: VerdictRow[] = [],
): SessionFacts<Attempt> {
  const keys = Object.keys(cells)
  const [first = []] = Object.values(cells)
  const repeats = first[0]?.length ?? 1
  const attempts = keys.flatMap((case_key, case_index) =>
    (cells[case_key] ?? []).flatMap((letters, target) =>
      [...letters].map((letter, at) =>
        sampleAttempt(letter, { case_key, case_index, target, repeat: at + 1 }),
      ),
    ),
  )
  return {
    session: {
      session_id: 'session-1',
      name: 'Support regression',
      suite_id: 'suite-1',
      suite_name: 'Support',
      suite_version: 7,
      rubric: [{ key: 'correct', label: 'Correct', kind: 'pass' }],
      case_indexes: keys.map((_, index) => index),
      targets: first.map((_, at) => sampleTarget(at)),
      repeats,
      passes_needed: Math.floor(repeats / 2) + 1,
      status: 'closed',
      status_reason: null,
      is_blind: true,
      reviewers: [],
      seed: 8812,
      caps: { at_once: 4, attempt_seconds: 300 },
      has_side_effects: false,
      created_at: new Date('2026-11-20T13:00:00Z'),
      created_by: 'Ines',
      running_since: null,
      ran_ms: 60_000,
      ended_at: new Date('2026-11-20T14:00:00Z'),
      closed_at: new Date('2026-11-20T14:56:00Z'),
      looks: [],
      decision: null,
      ...more,
    },
    cases: keys.map(sampleCase),
    attempts,
    verdicts,
  }
}

/** A verdict of a case; marks by target. */
export function sampleVerdict(
  case_index: number,
  reviewer: string,
  more: Partial<VerdictRow> = {},
): VerdictRow {
  return {
    case_index,
    reviewer,
    marks: [{}, {}],
    better: null,
    attempt_ids: [],
    left_target: 0,
    note: '',
    tags: [],
    correction: '',
    seconds: 0,
    at: new Date('2026-11-20T14:10:00Z'),
    ...more,
  }
}

function sampleCase(key: string): Case {
  return {
    key,
    tags: ['refund'],
    start: { kind: 'empty' },
    turns: [{ do: 'send', text: `What about ${key}?` }],
    expected: 'Says what holds.',
    checks: [],
    has_side_effects: false,
    variables: {},
  }
}

function sampleTarget(at: number): NamedTarget {
  return {
    connection_id: 'local',
    deployment_id: 'deployment-1',
    revision_id: at === 0 ? null : 'revision-2',
    assistant_id: 'agent',
    deployment_name: 'support-agent',
    assistant_name: 'agent',
    commit: at === 0 ? '3f9c1a2' : '7ad20e5',
  }
}

function sampleAttempt(
  letter: string,
  place: Pick<Attempt, 'case_key' | 'case_index' | 'target' | 'repeat'>,
): Attempt {
  const status = letters[letter] ?? 'lost'
  const hasRun = status === 'passed' || status === 'failed'
  return {
    ...place,
    attempt_id: Object.values(place).join(':'),
    status,
    failed_checks: status === 'failed' ? 1 : 0,
    ms: hasRun ? 1_000 * place.repeat : null,
    first_token_ms: hasRun ? 100 * place.repeat : null,
    tokens: hasRun ? 40 * (place.target + 1) : null,
    error: null,
    thread_id: 'thread-1',
    run_ids: ['run-1'],
    transcript: hasRun
      ? [
          { step: 'user', text: `What about ${place.case_key}?` },
          { step: 'answer', text: `Repeat ${place.repeat} on ${place.target}` },
        ]
      : [],
    state: null,
    results: hasRun
      ? [{ words: 'answer contains “30 days”', passed: status === 'passed', found: 'no answer' }]
      : [],
    usage: null,
    started_at: null,
    ended_at: null,
  }
}
