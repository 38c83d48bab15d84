import { type Attempt, attemptEnded } from '../../../contract/qa/attempts.ts'
import type { Case } from '../../../contract/qa/cases.ts'
import { type Marked, markedWords } from '../../../contract/qa/marked-words.ts'
import type { Unchecked } from '../../../contract/qa/results.ts'
import type { NamedTarget, Session } from '../../../contract/qa/sessions.ts'
import {
  betterText,
  type KeptVerdict,
  verdictChanges,
} from '../../../contract/qa/verdict-history.ts'
import { answerPath } from '../precedents/answer-path.ts'
import { byCase } from '../results/by-case.ts'
import { type CaseCells, caseCells, type ResultCell } from '../results/case-cells.ts'
import type { SessionFindings } from '../results/compute-results.ts'
import { keptVerdict } from '../reviews/kept-verdict.ts'
import type { SessionRow } from '../session-store.ts'
import type { VerdictRow } from '../verdict-row.ts'

/** All that a report tells. */
export interface ReportData {
  session: Session
  results: SessionFindings
  /** Those of the suite's version, by place. */
  cases: readonly Case[]
  /** The newest of each cell, whole. */
  attempts: readonly Attempt[]
  /** The newest of each reviewer and case. */
  verdicts: readonly VerdictRow[]
  /** All that was said, the newest too, by case and reviewer, the oldest first. */
  history: readonly VerdictRow[]
  /** Who saw which answer is whose before the session was closed, and when. */
  looks: SessionRow['looks']
  /** Of the console, without a slash at its end. */
  publicUrl: string
}

/** A case with what came of it. */
export interface ReportCase extends CaseCells<Attempt> {
  case: Case
  /** By target; undefined where a check decides, or it failed. */
  unchecked: (Unchecked | undefined)[]
  /** Of each verdict in `verdicts` all that its reviewer said of the case, the oldest first: the last of them counts. */
  said: KeptVerdict[][]
}

export function reportCases(data: ReportData): ReportCase[] {
  const { session, cases, attempts, verdicts, results, looks } = data
  const unchecked = byCase(results.unchecked)
  const history = byCase(data.history)
  return caseCells(session, attempts, verdicts).flatMap((row) => {
    const one = cases[row.case_index]
    const own = unchecked.get(row.case_index) ?? []
    const ofTarget = session.targets.map((_, at) => own.find(({ target }) => target === at))
    if (!one) return []
    const kept = (history.get(row.case_index) ?? []).map((said) => keptVerdict(said, looks))
    const said = row.verdicts.map((newest) =>
      kept.filter(({ reviewer }) => reviewer === newest.reviewer),
    )
    return [{ ...row, case: one, unchecked: ofTarget, said }]
  })
}

/** How the repeats of a case ended on a target; where people judged it too, what its checks and what they said. */
export function checksAndPeople(repeats: string, marked: Marked): string {
  const people = markedWords(marked)
  return people.length === 0 ? repeats : [`checks ${repeats}`, ...people].join(', ')
}

/** Where the answer is that a case without checks is compared with; null without one. */
export function equalAnswerUrl({ publicUrl }: ReportData, { equals }: Unchecked): string | null {
  return equals ? publicUrl + answerPath(equals) : null
}

/** The attempt that stands for a cell where there is no place for all: the first that failed, else the first that ended. */
export function shownAttempt({ attempts }: ResultCell<Attempt>): Attempt | undefined {
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
export function betterWords(session: Session, { better }: Pick<VerdictRow, 'better'>): string {
  return (
    betterText(
      better,
      session.targets.map((_, at) => targetRole(session, at)),
    ) ?? ''
  )
}

/** The marks of one target in the rubric's words: `Correct: pass`. */
export function markWords(
  session: Session,
  { marks }: Pick<KeptVerdict, 'marks'>,
  target: number,
): string[] {
  const own = marks[target] ?? {}
  return session.rubric.flatMap(({ key, label }) =>
    own[key] === undefined ? [] : [`${label}: ${own[key]}`],
  )
}

/** What a reviewer said otherwise before, of all that they said of a case: each change in a line. */
export function changeLines(session: Session, oldestFirst: readonly KeptVerdict[]): string[] {
  const roles = session.targets.map((_, at) => targetRole(session, at))
  return verdictChanges(oldestFirst, { rubric: session.rubric, roles })
    .flatMap(({ at, parts }) => parts.map((part) => ({ at, ...part })))
    .flatMap(({ at, what, before, after }) =>
      before === null
        ? []
        : [`${minuteText(at)}: ${what}: ${after ?? 'taken back'}, was ${before}`],
    )
}

/** Who looked before a session was closed, each with when: `ana, 2026-11-20 14:10 UTC`; empty where nobody did. */
export function looksText({ looks }: ReportData): string {
  return looks.map(({ reviewer, at }) => `${reviewer}, ${minuteText(at)}`).join('; ')
}

/** Whom a session was blind to, who judged it and by which rule, as pairs of a name and its words. */
export function sessionFacts(data: ReportData): [string, string][] {
  const { session, results, verdicts } = data
  const reviewers = [...new Set(verdicts.map(({ reviewer }) => reviewer))].sort()
  const { median_verdict_seconds: seconds } = results
  return [
    ['Suite', `${session.suite_name}, version ${session.suite_version}`],
    ['Began', minuteText(session.created_at)],
    [
      'Status',
      session.status_reason ? `${session.status}: ${session.status_reason}` : session.status,
    ],
    [
      'A case passes',
      `${session.passes_needed} of ${session.repeats} attempts, all checks; unless more than half of who judged it marked it as failed`,
    ],
    ['Reviewers', reviewers.join(', ') || 'nobody yet'],
    ['Judged', `${results.judged} of ${results.to_judge}`],
    ['Blind', session.is_blind ? `yes, seed ${session.seed ?? 'hidden'}` : 'no'],
    ['Looked early', looksText(data) || 'nobody'],
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
