import type { Case } from '../../../../contract/qa/cases.ts'
import type { ImportedCases, ImportFault } from '../../../../contract/qa/suites.ts'
import { type CaseDraft, caseDraft } from '../draft/case-draft.ts'
import { freeKey } from '../draft/case-keys.ts'

/** A row of what was read: a case, or a line of the file with all that is wrong with it. */
export type ImportEntry =
  | { kind: 'case'; line: number; one: Case }
  | { kind: 'faults'; line: number; faults: readonly ImportFault[]; text: string }

/** What was read of a text, in the order of its lines. */
export function importEntries(text: string, { cases, faults }: ImportedCases): ImportEntry[] {
  const lines = linesOf(text)
  const places = [...new Set(faults.map(({ line }) => line))]
  const faulty = places.map((line): ImportEntry => {
    const all = faults.filter((fault) => fault.line === line)
    return { kind: 'faults', line, faults: all, text: lines[line - 1] ?? '' }
  })
  const read = cases.map(({ line, case: one }): ImportEntry => ({ kind: 'case', line, one }))
  return [...read, ...faulty].sort((a, b) => a.line - b.line)
}

/** The text with another line in place of one, counted from 1. */
export function withLine(text: string, line: number, written: string): string {
  return linesOf(text)
    .with(line - 1, written)
    .join('\n')
}

/** The cases as those of a suite; a key that is taken there gets a number. */
export function importedDrafts(
  { cases }: ImportedCases,
  taken: Iterable<string>,
): { drafts: CaseDraft[]; renamed: number } {
  const keys = new Set(taken)
  let renamed = 0
  const drafts = cases.map(({ case: one }) => {
    const key = freeKey(one.key, keys)
    keys.add(key)
    if (key !== one.key) renamed += 1
    return caseDraft({ ...one, key })
  })
  return { drafts, renamed }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}
