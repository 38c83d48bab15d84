import type { TargetResult } from '../../../contract/qa/results.ts'
import type { CaseCells } from './case-cells.ts'
import { counted, countWord, listed, sentence } from './number-words.ts'

const nameOf = (target: number, all: number) =>
  all < 2 ? '' : target === 0 ? ' on the first target' : ' on the candidate'

/** What attempts took, each number with how many it is of. */
export function costWords(
  rows: readonly CaseCells[],
  targets: readonly Pick<TargetResult, 'p50_ms'>[],
): string {
  const attemptsOf = (target: number) => rows.flatMap(({ cells }) => cells[target]?.attempts ?? [])
  const halves = targets.flatMap(({ p50_ms }, at) => {
    if (p50_ms == null) return []
    const n = attemptsOf(at).filter(({ ms }) => ms != null).length
    return [`${(p50_ms / 1_000).toFixed(1)} s${nameOf(at, targets.length)} (n = ${n})`]
  })
  if (halves.length === 0) return 'No attempt has ended yet.'
  const told = targets.map((_, at) => attemptsOf(at).filter(({ tokens }) => tokens != null).length)
  const tokens = told.every((n) => n === 0)
    ? 'None of them told its tokens.'
    : `Tokens were told by ${listed(told.map((n, at) => `${n}${nameOf(at, targets.length)}`))}.`
  return `p50 of the attempts: ${listed(halves)}. ${tokens}`
}

/** How many cases pass only sometimes, and what the shares beside them mean. */
export function flakyWords(repeats: number, targets: readonly TargetResult[]): string {
  if (repeats === 1) return 'Each case was tried once. Repeats show which pass only sometimes.'
  const ended = targets.filter(({ cases }) => cases > 0)
  if (ended.length === 0) return 'No case has ended yet.'
  const counts = [...new Set(ended.map(({ cases }) => cases))]
  const n = `n = ${listed(counts.map(String))}${ended.length > 1 && counts.length === 1 ? ' each' : ''}`
  const some = targets.some(({ flaky }) => flaky > 0)
  const each = targets.map(({ flaky }, at) => `${countWord(flaky)}${nameOf(at, targets.length)}`)
  const [only] = targets
  const found =
    targets.length === 1 && only
      ? `${counted(only.flaky, 'case')} ${only.flaky === 1 ? 'passes' : 'pass'}`
      : `${listed(each)} pass`
  return some
    ? `${sentence(found)} with one repeat and not with another (${n}).`
    : `No case passes with one repeat and fails with another (${n}).`
}
