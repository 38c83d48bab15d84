import { Case, suiteLimits } from '../../../contract/qa/cases.ts'
import type { ImportedCases, ImportFault, ImportFormat } from '../../../contract/qa/suites.ts'
import { HttpError } from '../../http/http-error.ts'
import { checkCases } from '../check-cases.ts'
import { CaseKeys } from './case-key.ts'
import { faultWords } from './fault-words.ts'
import type { FoundCase, FoundInFile } from './found.ts'

const mostFaults = 500

/** Gives each case its key, checks it as a save would, and puts the faults in the order of the file. */
export function finishCases(format: ImportFormat, found: FoundInFile): ImportedCases {
  const faults = [...found.faults]
  const cases: ImportedCases['cases'] = []
  const givenAt = new Map<string, number>()
  const keys = new CaseKeys(found.cases.flatMap(({ key }) => key ?? []))
  for (const [index, one] of found.cases.entries()) {
    if (cases.length === suiteLimits.cases) {
      faults.push(tooMany(one.line))
      break
    }
    const before = one.key === undefined ? undefined : givenAt.get(one.key)
    if (one.key !== undefined && before !== undefined) {
      const message = `The key “${one.key}” stands twice: lines ${before} and ${one.line}.`
      faults.push({ ...one.placeOf(['key']), message })
      continue
    }
    if (one.key !== undefined) givenAt.set(one.key, one.line)
    const checked = checkedCase(one, one.key ?? keys.make(one.words, index + 1))
    if (Array.isArray(checked)) faults.push(...checked)
    else cases.push({ line: one.line, case: checked })
  }
  const { left_out, variables, suite = null } = found
  return { format, suite, cases, faults: inOrder(faults), left_out, variables }
}

function tooMany(line: number): ImportFault {
  const most = suiteLimits.cases.toLocaleString('en')
  const message = `A suite has at most ${most} cases: what follows from line ${line} on is not taken over.`
  return { line, column: 1, message }
}

function checkedCase(one: FoundCase, key: string): Case | ImportFault[] {
  const result = Case.safeParse({ ...one.content, key })
  if (!result.success) {
    return result.error.issues.map((issue) => ({
      ...one.placeOf(issue.path),
      message: faultWords(issue, one.content),
    }))
  }
  try {
    checkCases([result.data])
    return result.data
  } catch (error) {
    if (!(error instanceof HttpError) || typeof error.detail === 'string') throw error
    return error.detail.map(({ loc, msg }) => ({ ...one.placeOf(loc.slice(3)), message: msg }))
  }
}

/** By line and column; of a great many the first ones, and how many more there are. */
function inOrder(faults: ImportFault[]): ImportFault[] {
  const sorted = faults.toSorted((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0))
  const next = sorted[mostFaults]
  if (!next) return sorted
  const more = (sorted.length - mostFaults).toLocaleString('en')
  return [
    ...sorted.slice(0, mostFaults),
    { line: next.line, column: 1, message: `${more} more faults follow from here on.` },
  ]
}
