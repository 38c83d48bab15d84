import type { ImportFault } from '../../../../contract/qa/suites.ts'
import { isRecord } from '../is-record.ts'
import { readJsonRows } from '../json/json-rows.ts'
import type { YamlFile } from './yaml-file.ts'

/** A file with a test a line, as `tests` names one; null for every other text. */
export function testsByLine(text: string): { file: YamlFile; faults: ImportFault[] } | null {
  if (!isTest(text.trimStart().split('\n', 1)[0] ?? '')) return null
  const { rows, faults } = readJsonRows(text)
  const file: YamlFile = {
    value: rows.map(({ value }) => value),
    placeOf: ([index, ...path]) => rows[Number(index)]?.placeOf(path) ?? { line: 1, column: 1 },
  }
  return { file, faults }
}

function isTest(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return isRecord(value) && ('vars' in value || 'assert' in value)
  } catch {
    return false
  }
}
