import type { ValidationError } from '../../../contract/errors.ts'
import type { Marks, Verdict } from '../../../contract/qa/reviews.ts'
import type { RubricItem } from '../../../contract/qa/suites.ts'
import { HttpError } from '../../http/http-error.ts'

/** Throws 422 at each mark that the rubric does not know. */
export function checkMarks(rubric: readonly RubricItem[], { a, b }: Verdict): void {
  const faults = [...faultsOf(rubric, a, 'a'), ...faultsOf(rubric, b, 'b')]
  if (faults.length > 0) throw new HttpError(422, faults)
}

function faultsOf(rubric: readonly RubricItem[], marks: Marks, side: string): ValidationError[] {
  return Object.entries(marks).flatMap(([key, mark]) => {
    const item = rubric.find((one) => one.key === key)
    const msg = item ? markFault(item, mark) : `The rubric has no “${key}”.`
    return msg ? [{ loc: ['body', side, key], msg, type: 'value_error' }] : []
  })
}

function markFault({ kind, label, choices }: RubricItem, mark: string | number): string | null {
  switch (kind) {
    case 'pass':
      return ['pass', 'fail', 'unsure'].includes(String(mark))
        ? null
        : `“${label}” is pass, fail or unsure.`
    case 'scale':
      return [1, 2, 3, 4, 5].includes(mark as number) ? null : `“${label}” is 1 to 5.`
    case 'choice':
      return choices?.includes(String(mark)) ? null : `“${label}” is one of ${choices?.join(', ')}.`
  }
}
