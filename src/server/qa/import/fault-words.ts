import type * as z from 'zod/mini'
import { isRecord } from './is-record.ts'

type Issue = z.core.$ZodIssue

/** What the schema says of a found case, as a sentence; in the schema's own words where it has some. */
export function faultWords(issue: Issue, found: unknown): string {
  if (!/^(Invalid|Too |Unrecognized)/.test(issue.message)) return issue.message
  const field = `“${fieldName(issue.path)}”`
  switch (issue.code) {
    case 'unrecognized_keys': {
      const names = issue.keys.map((key) => `“${key}”`).join(', ')
      return `${issue.path.length === 0 ? 'A case' : field} has no field ${names}.`
    }
    case 'invalid_type': {
      if (valueAt(found, issue.path) === undefined) return `${field} is missing.`
      return `${field} must be ${typeWords.get(issue.expected) ?? `a ${issue.expected}`}.`
    }
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`
    case 'invalid_union': {
      const { options } = issue as { options?: unknown }
      return Array.isArray(options)
        ? `${field} must be one of ${options.join(', ')}.`
        : `${field} cannot be read.`
    }
    case 'too_big':
      return `${field} ${sizeWords(issue.origin, issue.inclusive !== false, 'most')} ${issue.maximum.toLocaleString('en')}.`
    case 'too_small':
      return `${field} ${sizeWords(issue.origin, issue.inclusive !== false, 'least')} ${issue.minimum.toLocaleString('en')}.`
    default:
      return `${field} cannot be read.`
  }
}

const typeWords = new Map([
  ['string', 'text'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
  ['boolean', 'true or false'],
  ['int', 'a whole number'],
])

/** `must be at most`, `must have a length of at least`, `must be more than` */
function sizeWords(origin: string, isInclusive: boolean, bound: 'most' | 'least'): string {
  const isNumber = origin === 'number' || origin === 'int'
  const limit = isInclusive ? `at ${bound}` : bound === 'most' ? 'less than' : 'more than'
  return isNumber ? `must be ${limit}` : `must have a length of ${limit}`
}

/** `turns[0].text` */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('')
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)]
    return isRecord(at) ? at[String(part)] : undefined
  }, value)
}
