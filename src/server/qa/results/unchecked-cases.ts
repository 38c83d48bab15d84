import { isDeepStrictEqual } from 'node:util'
import type { Case } from '../../../contract/qa/cases.ts'
import type { Unchecked } from '../../../contract/qa/results.ts'
import { type CaseCells, hasPassed } from './case-cells.ts'
import type { JudgedAnswer } from './judged-answer.ts'
import { listed } from './number-words.ts'

/** What answers are compared with. */
export interface Precedents {
  /** Of the session's attempts, by their ids. */
  fingerprints: ReadonlyMap<string, string>
  judged: readonly JudgedAnswer[]
}

/** Whether a machine decides about a case: it has a check, or a turn that has to come out in some way. */
export function hasDecidingCheck({ checks, turns }: Pick<Case, 'checks' | 'turns'>): boolean {
  return (
    checks.length > 0 ||
    turns.some(({ do: what }) => what === 'expect_interrupt' || what === 'cancel')
  )
}

/**
 * The cases that no machine decides, by target, of those that have ended without a failure. One is *judged* where as many of
 * its answers as have to pass equal one of the same case that people judged as passed; else it needs judging.
 */
export function uncheckedCases(
  { passes_needed }: { passes_needed: number },
  cases: readonly Case[],
  rows: readonly CaseCells[],
  { fingerprints, judged }: Precedents,
): Unchecked[] {
  // The newest first: it is the one to name.
  const newest = [...judged].sort((one, other) => other.at.getTime() - one.at.getTime())
  return rows.flatMap(({ case_index, case_key, cells }) => {
    const one = cases[case_index]
    if (!one || hasDecidingCheck(one)) return []
    const ofCase = newest.filter((answer) => isSameCase(answer.case, one))
    return cells.flatMap(({ outcome, attempts }, target) => {
      if (outcome !== 'passed') return []
      const equals = attempts.filter(hasPassed).map(({ attempt_id }) => {
        const said = fingerprints.get(attempt_id)
        const alike = ofCase.filter(({ fingerprint }) => fingerprint === said)
        return alike.find(({ verdict }) => verdict === 'pass') ?? alike[0]
      })
      const found = { case_key, case_index, target }
      const own = new Set(attempts.map(({ attempt_id }) => attempt_id))
      return [{ ...found, ...standingOf(equals, passes_needed, own) }]
    })
  })
}

function standingOf(
  equals: readonly (JudgedAnswer | undefined)[],
  needed: number,
  /** The attempts of the case itself: of their answers it is said that they were judged, not that they equal one. */
  own: ReadonlySet<string>,
): Pick<Unchecked, 'standing' | 'words' | 'equals'> {
  const passed = equals.filter((answer) => answer?.verdict === 'pass')
  const [like] = passed
  if (like && passed.length >= needed) {
    const words = own.has(like.attempt_id)
      ? `It was judged pass by ${listed(like.reviewers)} on ${dayText(like.at)}.`
      : `Equals an answer that ${whoAndWhen(like, 'pass')}.`
    return { standing: 'judged', words, equals: presented(like) }
  }
  const failed = equals.find((answer) => answer?.verdict === 'fail')
  const open = { standing: 'open' as const }
  if (failed) {
    const words = own.has(failed.attempt_id)
      ? `It is not decided: it was judged fail by ${listed(failed.reviewers)} on ${dayText(failed.at)}.`
      : `Needs judging: an equal answer was judged as failed (${whoAndWhen(failed, 'fail')}).`
    return { ...open, words, equals: presented(failed) }
  }
  if (like) {
    const words = `Needs judging: ${passed.length} of ${own.size} answers equal one that ${whoAndWhen(like, 'pass')}, ${needed} are needed.`
    return { ...open, words, equals: presented(like) }
  }
  const words = 'Needs judging: no check decides, and no equal answer was judged as passed.'
  return { ...open, words, equals: null }
}

/** The same key, and nothing else that an agent is told. */
function isSameCase(one: Case, other: Case): boolean {
  const told = ({ key, turns, start, variables }: Case) => ({ key, turns, start, variables })
  return isDeepStrictEqual(told(one), told(other))
}

/** `Ana and Ben judged pass on 3 Nov 2026`. */
function whoAndWhen({ reviewers, at }: JudgedAnswer, verdict: 'pass' | 'fail'): string {
  return `${listed(reviewers)} judged ${verdict} on ${dayText(at)}`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayText = (at: Date) => dayFormat.format(at)

function presented(answer: JudgedAnswer): NonNullable<Unchecked['equals']> {
  const { session_id, session_name, attempt_id, verdict, reviewers, at } = answer
  return { session_id, session_name, attempt_id, verdict, reviewers, at: at.toISOString() }
}
