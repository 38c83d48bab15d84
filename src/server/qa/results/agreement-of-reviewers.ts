import type { Results } from '../../../contract/qa/results.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import { cohenKappa, krippendorffAlpha, type Ratings } from '../statistics/agreement.ts'
import { bootstrap } from '../statistics/bootstrap.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { byCase } from './by-case.ts'

/** How far reviewers agree, with those who judged and how many of `n` cases all of them answered alike. */
export interface Agreement extends NonNullable<Results['agreement']> {
  names: string[]
  same: number
}

/**
 * How far reviewers agree about the better of two targets, or where there is one target about the first pass item of the
 * rubric, or its first item where none is one: kappa of two reviewers, alpha of more. Null where fewer than two judged.
 */
export function agreementOf(
  session: { targets: readonly unknown[]; rubric: readonly RubricItem[]; seed: number },
  verdicts: readonly VerdictRow[],
): Agreement | null {
  const item = session.rubric.find(({ kind }) => kind === 'pass') ?? session.rubric[0]
  const answerOf = ({ better, marks }: VerdictRow) => {
    if (session.targets.length > 1) return better
    const mark = item && marks[0][item.key]
    return mark === undefined ? null : String(mark)
  }
  const answered = verdicts.filter((verdict) => answerOf(verdict) !== null)
  const names = [...new Set(answered.map(({ reviewer }) => reviewer))].sort()
  if (names.length < 2) return null
  const items: Ratings[] = [...byCase(answered).values()]
    .filter((ofCase) => ofCase.length > 1)
    .map((ofCase) =>
      names.map((name) => {
        const own = ofCase.find(({ reviewer }) => reviewer === name)
        return own ? answerOf(own) : null
      }),
    )
  const measure = names.length === 2 ? cohenKappa : krippendorffAlpha
  return {
    measure: names.length === 2 ? 'kappa' : 'alpha',
    value: measure(items),
    interval: bootstrap(items, measure, session.seed),
    n: items.length,
    reviewers: names.length,
    names,
    same: items.filter((item) => new Set(item.filter(Boolean)).size === 1).length,
  }
}
