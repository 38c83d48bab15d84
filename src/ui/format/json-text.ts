import { writeJson } from '../../contract/exact-json.ts'
/** A JSON value as it is written out: two blanks a level. */
export function jsonText(value: unknown): string {
  return value === undefined ? '' : writeJson(value, 2)
}
