import type * as z from 'zod/mini'
import type { ValidationError } from '../../contract/errors.ts'
import { snakeCase } from '../../contract/query.ts'
import { issueWords } from './issue-words.ts'

type Place = 'path' | 'query' | 'body'
type Issue = z.core.$ZodIssue

/** What was read of one part of a request. */
export interface ReadInput {
  /** Undefined where there are faults. */
  data: unknown
  faults: ValidationError[]
  /** Where the fields were that the schema does not know, and that were left out. */
  ignored: (string | number)[][]
}

/** Each pass uncovers what an unknown field hid; schemas nest less deeply than this. */
const maxPasses = 10

/**
 * Reads a part of a request by its schema: a known field has its strict type, and one that the schema
 * does not know is left out and told, since clients of newer versions send more than is known here.
 * Takes fields out of `value` itself.
 */
export function readInput(schema: z.ZodMiniType, value: unknown, place: Place): ReadInput {
  const ignored: ReadInput['ignored'] = []
  for (let pass = 1; ; pass += 1) {
    const result = schema.safeParse(value)
    if (result.success) return { data: result.data, faults: [], ignored }
    const unknown = unknownFields(result.error.issues)
    const dropped = pass < maxPasses ? unknown.filter((field) => drop(value, field)) : []
    ignored.push(...dropped)
    if (dropped.length > 0) continue
    const faults = result.error.issues.map((issue) => ({
      loc: [place, ...plainPath(issue)],
      msg: issueWords(issue, value),
      type: issue.code ?? 'custom',
    }))
    return { data: undefined, faults, ignored }
  }
}

function plainPath({ path }: Issue): (string | number)[] {
  return path.map((part) => (typeof part === 'symbol' ? String(part) : part))
}

/** Of several kinds that a value may have, the one that only unknown fields speak against was meant. */
function unknownFields(issues: readonly Issue[]): (string | number)[][] {
  return issues.flatMap((issue) => {
    const path = plainPath(issue)
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key])
    if (issue.code !== 'invalid_union') return []
    const meant = issue.errors
      .filter((errors) => errors.length > 0 && errors.every(isAboutUnknown))
      .map(unknownFields)
      // An unknown field near the top takes more with it.
      .sort((a, b) => topCount(a) - topCount(b) || a.length - b.length)[0]
    return (meant ?? []).map((field) => [...path, ...field])
  })
}

function topCount(fields: (string | number)[][]): number {
  return fields.filter(({ length }) => length === 1).length
}

function isAboutUnknown(issue: Issue): boolean {
  if (issue.code === 'unrecognized_keys') return true
  return issue.code === 'invalid_union' && unknownFields([issue]).length > 0
}

/** Takes a field out, in whichever case it is written; false where it is not there. */
function drop(value: unknown, field: (string | number)[]): boolean {
  const holder = field
    .slice(0, -1)
    .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), value)
  if (!isObject(holder)) return false
  const last = String(field.at(-1))
  const written = Object.keys(holder).filter((key) => key === last || snakeCase(key) === last)
  return written.map((key) => Reflect.deleteProperty(holder, key)).includes(true)
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null
}
