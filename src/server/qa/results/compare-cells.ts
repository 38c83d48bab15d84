import { signTest } from '../statistics/sign-test.ts'
import type { ResultCell } from './case-cells.ts'

/** One case before and after: on two targets, or in two sessions. */
export interface Pair {
  case_index: number
  case_key: string
  before: ResultCell
  after: ResultCell
}

/** What became of cases between before and after, of those that ended both times. */
export interface Comparison {
  broken: Pair[]
  fixed: Pair[]
  fail_on_both: number
  n: number
  mcnemar_p: number
}

export function comparePairs(pairs: readonly Pair[]): Comparison {
  const ended = pairs.filter(
    ({ before, after }) => before.outcome !== 'open' && after.outcome !== 'open',
  )
  const went = (from: ResultCell['outcome'], to: ResultCell['outcome']) =>
    ended.filter(({ before, after }) => before.outcome === from && after.outcome === to)
  const [broken, fixed] = [went('passed', 'failed'), went('failed', 'passed')]
  return {
    broken,
    fixed,
    fail_on_both: went('failed', 'failed').length,
    n: ended.length,
    mcnemar_p: signTest(broken.length, fixed.length),
  }
}
