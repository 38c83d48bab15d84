import type { Results } from '../../../contract/qa/results.ts'
import type { VerdictRow } from '../reviews/verdict-row.ts'
import { signTest } from '../statistics/sign-test.ts'
import { byCase } from './by-case.ts'

type Answer = NonNullable<VerdictRow['better']>
const answers: readonly Answer[] = ['0', '1', 'tie', 'bad']

/** Which target people preferred, by pair; and how often it was the one on the left, by verdict. */
export interface Preference extends NonNullable<Results['preference']> {
  /** Verdicts for one side, of which `left` are for the left: each reviewer has sides of their own. */
  left_n: number
}

/** Null where no pair was judged. */
export function preferenceOf(verdicts: readonly VerdictRow[]): Preference | null {
  const given = [...byCase(verdicts).values()].map(mostGiven)
  const count = (answer: Answer) => given.filter((one) => one === answer).length
  const [first, second, tie, bad] = [count('0'), count('1'), count('tie'), count('bad')]
  const n = first + second + tie + bad
  if (n === 0) return null
  const sided = verdicts.filter(({ better }) => better === '0' || better === '1')
  const left = sided.filter(({ better, left_target }) => Number(better) === left_target).length
  return {
    first,
    second,
    tie,
    bad,
    n,
    sign_test_p: signTest(first, second),
    left,
    left_n: sided.length,
    left_p: signTest(left, sided.length - left),
  }
}

/**
 * What most reviewers of a pair answered, so that a pair counts once however many judged it; a tie where two answers have
 * as many. Null where nobody answered.
 */
function mostGiven(verdicts: readonly VerdictRow[]): Answer | null {
  const count = (answer: Answer) => verdicts.filter(({ better }) => better === answer).length
  const most = Math.max(...answers.map(count))
  const given = answers.filter((answer) => count(answer) === most)
  if (most === 0) return null
  return given.length === 1 ? (given[0] ?? null) : 'tie'
}
