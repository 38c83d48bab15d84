import type { CaseRow } from '../../../../contract/qa/sessions.ts'

/**
 * What rows are filtered by of what people said, with the words of an address; the first lets everything through.
 * @param roles what the targets are called, in their order
 */
export function verdictFilters(roles: readonly string[]) {
  const better = roles.map((role, target) => ({ value: String(target), label: `${role} better` }))
  return [
    { value: 'any', label: 'Any verdict' },
    { value: 'none', label: 'No verdict' },
    ...(roles.length > 1
      ? [...better, { value: 'tie', label: 'Tie' }, { value: 'bad', label: 'Both bad' }]
      : []),
    { value: 'pass', label: 'Judged passed' },
    { value: 'fail', label: 'Judged failed' },
  ]
}

/** Whether somebody said that of a case: of any target that it passed or failed. What is not known lets all through. */
export function hasVerdict(
  { better, marked, said_by = 0 }: CaseRow,
  wanted: string | null,
): boolean {
  const marks = marked ?? []
  switch (wanted) {
    case 'none':
      return (
        said_by === 0 &&
        Object.values(better).every((count) => count === 0) &&
        marks.every(({ passed, failed }) => passed + failed === 0)
      )
    case '0':
    case '1':
    case 'tie':
    case 'bad':
      return (better[wanted] ?? 0) > 0
    case 'pass':
      return marks.some(({ passed }) => passed > 0)
    case 'fail':
      return marks.some(({ failed }) => failed > 0)
    default:
      return true
  }
}
