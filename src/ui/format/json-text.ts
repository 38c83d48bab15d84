/** A JSON value as it is written out: two blanks a level. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}
