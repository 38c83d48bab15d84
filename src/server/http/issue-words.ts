import type * as z from 'zod/mini'
import { snakeCase } from '../../contract/query.ts'

type Issue = z.core.$ZodIssue

/** What a field has to be, in words for whoever has sent it; a schema's own words stay. @param whole what was read */
export function issueWords(issue: Issue, whole: unknown): string {
  const { message } = issue
  // How all words of the schema library begin.
  if (!/^(Invalid|Too|Unrecognized)\b/.test(message)) return message
  if (valueAt(whole, issue.path) === undefined) return 'This field is missing.'
  switch (issue.code) {
    case 'invalid_type':
      return `${kinds[issue.expected] ?? `A value of the kind “${issue.expected}”`} is wanted here.`
    case 'too_small':
      if (Number(issue.minimum) === 1 && issue.origin !== 'number') return 'This may not be empty.'
      return limit(
        issue.inclusive === false ? 'More than' : 'At least',
        issue.minimum,
        issue.origin,
      )
    case 'too_big':
      return limit(issue.inclusive === false ? 'Less than' : 'At most', issue.maximum, issue.origin)
    case 'invalid_value':
      return only(issue.values)
    case 'invalid_union': {
      const { options } = issue as { options?: unknown }
      return Array.isArray(options)
        ? only(options)
        : 'This is of none of the kinds that can stand here.'
    }
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not in the form that is wanted here.'
    default:
      return message
  }
}

/** What the schema of a graph says of a value, in the same words where it is of another kind; all else stays. */
export function graphSchemaWords(message: string): string {
  const expected = /^(?:Invalid input: e|E)xpected (\w+), received/.exec(message)?.[1]
  const kind = expected === undefined ? undefined : kinds[expected]
  return kind === undefined ? message : `${kind} is wanted here.`
}

function only(values: readonly unknown[]): string {
  return `Only ${values.map((value) => JSON.stringify(value)).join(' or ')} can stand here.`
}

const kinds: Readonly<Record<string, string>> = {
  number: 'A number',
  int: 'A whole number',
  string: 'A text',
  boolean: 'true or false',
  array: 'A list',
  object: 'An object',
  record: 'An object',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'This is no UUID.',
  guid: 'This is no UUID.',
  url: 'This is no address that begins with http:// or https://.',
  datetime: 'This is no time such as 2030-01-31T12:00:00Z.',
}

const units: Readonly<Record<string, string>> = { string: ' character', array: ' item' }

function limit(words: string, count: number | bigint, origin: string): string {
  const unit = units[origin]
  return `${words} ${count}${unit ? `${unit}${Number(count) === 1 ? '' : 's'}` : ''}.`
}

/** Some clients write names in camel case, which a schema has under their own. */
function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((at, part) => {
    const holder = Object(at)
    const name = part in holder ? part : Object.keys(holder).find((key) => snakeCase(key) === part)
    return name === undefined ? undefined : holder[name]
  }, whole)
}
