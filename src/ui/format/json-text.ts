import { stringify } from 'lossless-json'

/** A JSON value as it is written out, whole numbers of any length (bigints) with every digit; `space`: blanks a level. */
export function jsonText(value: unknown, space = 2): string {
  return stringify(value, null, space) ?? ''
}
