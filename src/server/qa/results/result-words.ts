import type { TargetResult } from '../../../contract/qa/results.ts'
import type { Agreement } from './agreement-of-reviewers.ts'
import { costWords, flakyWords } from './attempt-words.ts'
import { type CaseCells, isForWantOfAttempts } from './case-cells.ts'
import type { Comparison } from './compare-cells.ts'
import {
  counted,
  countWord,
  listed,
  percentInterval,
  pText,
  roughPercent,
  sentence,
} from './number-words.ts'
import type { Preference } from './preference.ts'

/** Below so many nothing is concluded. */
const enough = 10
/** Below so many reviewed cases an interval is said to be wide. */
const many = 50

interface Found {
  session: {
    case_indexes: readonly number[]
    is_blind: boolean
    repeats: number
    targets: readonly unknown[]
  }
  rows: readonly CaseCells[]
  targets: readonly TargetResult[]
  /** Between both targets, and since an earlier session. */
  between: Comparison | null
  since: Comparison | null
  earlier?: { session: { name: string; created_at: Date } }
  preference: Preference | null
  agreement: Agreement | null
}

/** What was found, in sentences that have their n, by the name of the block that they stand in. */
export function resultWords(found: Found): Record<string, string> {
  const words = {
    pass_rate: passRate(found),
    regressions: regressions(found),
    cost: costWords(found.rows, found.targets),
    flaky: flakyWords(found.session.repeats, found.targets),
  }
  const agreement = agreementWords(found.agreement)
  if (found.session.targets.length < 2) return { ...words, agreement }
  const { preference, session } = found
  return { ...words, agreement, preference: preferred(preference), left: left(preference, session) }
}

function passRate(found: Found): string {
  const { targets, between, rows, session } = found
  const ended = targets.filter(({ cases }) => cases > 0)
  if (ended.length === 0) return 'No case has ended yet.'
  const ranges = ended.flatMap(({ interval }) => (interval ? [percentInterval(interval)] : []))
  const counts = [...new Set(ended.map(({ cases }) => `n = ${cases}`))]
  const each = ended.length > 1 && counts.length === 1 ? ' each' : ''
  const noun = ranges.length > 1 ? 'intervals' : 'interval'
  const open = rows.filter(({ cells }) => cells.some(({ outcome }) => outcome === 'open')).length
  const all = session.case_indexes.length
  return text([
    `95 % Wilson ${noun}, ${listed(ranges)}, ${listed(counts)}${each}.`,
    between && between.n > 0 && chance(between),
    open > 0 && `${sentence(countWord(open))} of ${counted(all, 'case')} ${have(open)} not ended.`,
    ...targets.map((_, at) => wanting(found, at)),
  ])
}

/** That cases count as not passed which were never tried to their end. */
function wanting({ rows, targets }: Found, target: number): string | false {
  const cases = rows.flatMap(({ cells }) => cells[target] ?? []).filter(isForWantOfAttempts)
  if (cases.length === 0) return false
  const where = targets.length > 1 ? ` on ${targetName(target)}` : ''
  const verb = cases.length === 1 ? 'counts' : 'count'
  return `${sentence(counted(cases.length, 'case'))} ${verb} as not passed${where}, with attempts that were cancelled or could not be tried.`
}

/** How many were fixed and broke, and whether chance does that. */
function chance({ fixed, broken, mcnemar_p }: Comparison): string {
  if (fixed.length + broken.length === 0) return 'No case changed.'
  const went = `${sentence(counted(fixed.length, 'case'))} ${was(fixed.length)} fixed and ${none(broken.length)} broke`
  const said = mcnemar_p < 0.05 ? 'that is unlikely to be chance' : 'that alone could be chance'
  return `${went}: ${said} (exact McNemar, ${pText(mcnemar_p)}).`
}

function regressions(found: Found): string {
  const { between, since, earlier } = found
  const comparison = since ?? between
  if (!comparison) return 'There is nothing to compare with: choose an earlier session.'
  if (comparison.n === 0) {
    return earlier
      ? `No case ended both here and in “${earlier.session.name}”.`
      : 'No case has ended on both targets yet.'
  }
  const { broken, fixed, fail_on_both: failBoth, n } = comparison
  const verbs = broken.length === 1 ? ['passed', 'fails'] : ['passed', 'fail']
  const where = earlier
    ? `in “${earlier.session.name}” of ${earlier.session.created_at.toISOString().slice(0, 10)}`
    : 'on the first target'
  const now = earlier ? `${verbs[1]} now` : `${verbs[1]} on the candidate`
  const forWant = broken.filter(({ after }) => isForWantOfAttempts(after)).length
  const both = `${none(failBoth)} ${failBoth === 1 ? 'fails' : 'fail'}`
  const isSaid = since !== null && fixed.length + broken.length > 0
  return text([
    broken.length === 0
      ? `No case that passed ${where} ${earlier ? 'fails now' : 'fails on the candidate'} (n = ${n}).`
      : `${sentence(countWord(broken.length))} of ${counted(n, 'case')} ${verbs[0]} ${where} and ${now}.`,
    forWant > 0 &&
      `${broken.length === 1 ? 'It' : `Of these, ${countWord(forWant)}`} had attempts that were cancelled or could not be tried.`,
    isSaid
      ? sentence(`${both} both times.`)
      : `${sentence(none(fixed.length))} ${was(fixed.length)} fixed, ${both} ${earlier ? 'both times' : 'on both'}.`,
    isSaid && chance(comparison),
  ])
}

function preferred(preference: Preference | null): string {
  if (!preference) return 'No pair has been judged yet.'
  const { first, second, n, divided, sign_test_p: p } = preference
  const decided = first + second
  const few =
    n < enough && `Only ${counted(n, 'pair')} ${was(n)} judged: too few to tell which is better.`
  const ties =
    divided > 0 &&
    `${sentence(counted(divided, 'pair'))} ${divided === 1 ? 'counts as a tie: its' : 'count as ties: their'} reviewers were divided.`
  if (decided === 0) {
    const undecided = `${sentence(counted(n, 'pair'))} ${was(n)} a tie or bad on both sides.`
    return text([few, divided < n && undecided, ties])
  }
  const won =
    first === second
      ? `Each target won ${first} of ${decided} decided pairs`
      : `${sentence(targetName(second > first ? 1 : 0))} won ${Math.max(first, second)} of ${decided} decided ${decided === 1 ? 'pair' : 'pairs'}`
  const test = `(exact sign test, ${pText(p)}, n = ${decided})`
  if (few || first === second) return text([few, `${won} ${test}.`, ties])
  return text([
    `${won}. If both were equally good, a split this uneven would turn up in ${roughPercent(p)} of sessions ${test}.`,
    ties,
  ])
}

function agreementWords(agreement: Agreement | null): string {
  if (!agreement) return 'Fewer than two people judged, so there is no agreement to measure.'
  const { names, n, same, value, interval, measure } = agreement
  const isTwo = measure === 'kappa'
  const who = isTwo ? listed(names) : `At least two of ${counted(names.length, 'reviewer')}`
  if (n === 0) return `${listed(names)} judged no case in common.`
  const range = interval && `${interval.low.toFixed(2)} to ${interval.high.toFixed(2)}`
  return text([
    `${who} judged ${counted(n, 'case')} ${isTwo ? 'both' : 'in common'} and chose the same in ${countWord(same)}.`,
    n < enough && 'That is too few to tell how far they agree.',
    value == null && 'Only one answer was given, so nothing tells agreement from chance.',
    range &&
      (n < many
        ? `With so few the true value may be anywhere from ${range} (bootstrap, 95 %).`
        : `The true value is likely to be from ${range} (bootstrap, 95 %).`),
  ])
}

function left(preference: Preference | null, { is_blind }: Found['session']): string {
  if (!preference || preference.left_n === 0) return 'No answer has been preferred yet.'
  const { left: chosen, left_n: n, left_p: p } = preference
  const count = `Left side chosen in ${chosen} of ${n}`
  if (!is_blind) {
    return `${count}: the first target always stood there, so that tells nothing of a habit.`
  }
  if (n < enough) return `${count}: too few to tell whether it is a habit.`
  if (p >= 0.05) return `${count}: no sign of a habit (${pText(p)}).`
  const side = chosen * 2 > n ? 'left' : 'right'
  return `${count}: a habit of choosing the ${side} is likely (exact sign test, ${pText(p)}). Read the preference with care.`
}

const targetName = (target: number) => (target === 0 ? 'the first target' : 'the candidate')
const have = (count: number) => (count === 1 ? 'has' : 'have')
const was = (count: number) => (count === 1 ? 'was' : 'were')
const none = (count: number) => (count === 0 ? 'none' : countWord(count))
const text = (sentences: readonly (string | false | null | undefined)[]) =>
  sentences.filter(Boolean).join(' ')
