import type { Results } from '../../../contract/qa/results.ts'
import { signTest } from '../statistics/sign-test.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { byCase } from './by-case.ts'

type Answer = NonNullable<VerdictRow['better']>
const answers: readonly Answer[] = ['0', '1', 'tie', 'bad']

/** Which target people preferred, by pair; and how often it was the one on the left, by verdict. */
export interface Preference extends NonNullable<Results['preference']> {
  /** Verdicts for one side, of which `left` are for the left: each reviewer has sides of their own. */
  left_n: number
  /** Of the ties, those of pairs whose reviewers were divided. */
  divided: number
}

/** Null where no pair was judged. */
export function preferenceOf(verdicts: readonly VerdictRow[]): Preference | null {
  const given = [...byCase(verdicts).values()].map(mostGiven)
  // A pair counts once however many judged it; it is a tie where two answers were given equally often.
  const divided = given.filter((most) => most.length > 1).length
  const count = (answer: Answer) =>
    given.filter(([one, ...more]) => one === answer && more.length === 0).length
  const [first, second, bad] = [count('0'), count('1'), count('bad')]
  const tie = count('tie') + divided
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
    divided,
  }
}

/** What most reviewers of a pair answered: none where nobody did, several that were given equally often. */
function mostGiven(verdicts: readonly VerdictRow[]): readonly Answer[] {
  const count = (answer: Answer) => verdicts.filter(({ better }) => better === answer).length
  const most = Math.max(...answers.map(count))
  return most === 0 ? [] : answers.filter((answer) => count(answer) === most)
}
