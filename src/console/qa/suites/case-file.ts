import { writeJson } from '../../../contract/exact-json.ts'
import type { Case } from '../../../contract/qa/cases.ts'

/** Cases as a file: one of them a line, as JSON. An import reads it again. */
export function caseFile(cases: readonly Case[]): Blob {
  const lines = cases.map((one) => `${writeJson(one)}\n`)
  return new Blob(lines, { type: 'application/jsonl' })
}

/** The name of such a file. */
export function caseFileName(suiteName: string, version: number): string {
  const plain = suiteName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain || 'suite'}-v${version}.jsonl`
}
