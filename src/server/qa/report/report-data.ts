import type { Case } from '../../../contract/qa/cases.ts'
import {
  type Attempt,
  attemptEnded,
  type NamedTarget,
  type Session,
} from '../../../contract/qa/sessions.ts'
import { type CaseCells, type Cell, caseCells } from '../results/case-cells.ts'
import type { Findings } from '../results/compute-results.ts'
import type { VerdictRow } from '../reviews/verdict-row.ts'

/** All that a report tells. */
export interface ReportData {
  session: Session
  results: Findings
  /** Those of the suite's version, by place. */
  cases: readonly Case[]
  /** The newest of each cell, whole. */
  attempts: readonly Attempt[]
  /** The newest of each reviewer and case. */
  verdicts: readonly VerdictRow[]
}

/** A case with what came of it. */
export interface ReportCase extends CaseCells<Attempt> {
  case: Case
}

export function reportCases({ session, cases, attempts, verdicts }: ReportData): ReportCase[] {
  return caseCells(session, attempts, verdicts).flatMap((row) => {
    const one = cases[row.case_index]
    return one ? [{ ...row, case: one }] : []
  })
}

/** The attempt that stands for a cell where there is no place for all: the first that failed, else the first that ended. */
export function shownAttempt({ attempts }: Cell<Attempt>): Attempt | undefined {
  return (
    attempts.find(({ status }) => status === 'failed') ?? attempts.find(attemptEnded) ?? attempts[0]
  )
}

/** The text of the last answer; empty without one. */
export function lastAnswer({ transcript }: Attempt): string {
  return transcript.findLast((step) => step.step === 'answer')?.text ?? ''
}

/** What a target is in its session: the first is what the candidate is compared with. */
export function targetRole({ targets }: Session, at: number): string {
  if (targets.length < 2) return 'Target'
  return at === 0 ? 'First target' : 'Candidate'
}

/** Which target it is: `support-agent@7ad20e5 (agent)`. */
export function targetName(target: NamedTarget): string {
  const build = target.commit?.slice(0, 12) ?? target.revision_id ?? target.served_revision_id
  return `${target.deployment_name}${build ? `@${build}` : ''} (${target.assistant_name})`
}

/** What a reviewer found better, in words; empty where nothing was said. */
export function betterWords(session: Session, { better }: VerdictRow): string {
  if (better === null) return ''
  if (better === 'tie') return 'Tie'
  return better === 'bad' ? 'Both bad' : targetRole(session, Number(better))
}

/** The marks of one target in the rubric's words: `Correct: pass`. */
export function markWords(session: Session, { marks }: VerdictRow, target: number): string[] {
  const own = marks[target] ?? {}
  return session.rubric.flatMap(({ key, label }) =>
    own[key] === undefined ? [] : [`${label}: ${own[key]}`],
  )
}

/** Whom a session was blind to, who judged it and by which rule, as pairs of a name and its words. */
export function sessionFacts({ session, results, verdicts }: ReportData): [string, string][] {
  const reviewers = [...new Set(verdicts.map(({ reviewer }) => reviewer))].sort()
  const { median_verdict_seconds: seconds, looked_early: looked } = results
  return [
    ['Suite', `${session.suite_name}, version ${session.suite_version}`],
    ['Began', minuteText(session.created_at)],
    [
      'Status',
      session.status_reason ? `${session.status}: ${session.status_reason}` : session.status,
    ],
    ['A case passes', `${session.passes_needed} of ${session.repeats} attempts, all checks`],
    ['Reviewers', reviewers.join(', ') || 'nobody yet'],
    ['Judged', `${results.judged} of ${results.to_judge}`],
    ['Blind', session.is_blind ? `yes, seed ${session.seed ?? 'hidden'}` : 'no'],
    ['Looked early', looked.length > 0 ? looked.join(', ') : 'nobody'],
    ...(seconds == null
      ? []
      : [['A verdict', `${Math.round(seconds)} s (median)`] as [string, string]]),
  ]
}

/** A time to the minute, as everybody reads it. */
export function minuteText(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}

/** Seconds with as many digits as count: `0.41 s`, `5.9 s`; a dash where they are not known. */
export function secondsText(ms: number | null | undefined): string {
  return ms == null ? '–' : `${(ms / 1_000).toFixed(ms < 1_000 ? 2 : 1)} s`
}

export function countText(count: number | null | undefined): string {
  return count == null ? '–' : Math.round(count).toLocaleString('en')
}

/** How many of so many, with their share: `47 of 50 (94 %)`. */
export function shareText(passed: number, n: number): string {
  return n === 0 ? 'none yet' : `${passed} of ${n} (${Math.round((passed / n) * 100)} %)`
}
