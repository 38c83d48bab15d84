import type { SchemaField } from '../../../contract/agent-server/input/schema-fields.ts'
import { faultsOf, type JsonPath, type SchemaFault } from '../../../ui/json-editor/schema-hints.ts'
import { ruleSentence } from './rule-words.ts'
import { stepWords } from './step-words.ts'

/** Values that a schema names, which are no schemas. */
const dataKeys = ['enum', 'const', 'default', 'examples', 'example']

/**
 * What a schema says against the value of a form, by field: the first sentence of each. Formats count as hints, as the
 * schema's own standard has it: programs take dates and addresses that are no such thing by the book.
 */
export function brokenRules(
  schema: unknown,
  fields: readonly SchemaField[],
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  const faults = faultsOf(withoutFormats(schema), asNumbers(value))
  for (const field of fields) {
    const words = inWords(
      field,
      faults.filter(({ path }) => path[0] === field.name),
    )
    if (words) problems[field.name] = words
  }
  return problems
}

/** What speaks against a field's value: where it may be one of several things, what each of the nearest ones says. */
function inWords(field: SchemaField, faults: readonly SchemaFault[]): string | undefined {
  const ofSeveral = faults.filter(isOfSeveral)
  const others = faults.filter((fault) => !isOfSeveral(fault))
  const near = others.filter(
    (fault) => fault.keyword !== 'type' || !others.some((one) => isNearer(one, fault)),
  )
  const first = near[0] ?? faults[0]
  if (!first) return undefined
  const [, ...inner] = first.path
  const own = inner.length === 0 ? ownSentence(first.keyword, field.rules) : null
  if (own) return own
  const isOneOfSeveral = ofSeveral.some(({ path }) => isWithin(first.path, path))
  const told = isOneOfSeveral ? near.filter(({ path }) => isSame(path, first.path)) : [first]
  const messages = [...new Set(told.map(({ message }) => message))]
  const place = inner.length > 0 ? `In ${inner.map(stepWords).join(' › ')}: ` : ''
  return `${place}${messages.join(' Or: ') || first.message}`
}

function ownSentence(keyword: string, rules: SchemaField['rules']): string | null {
  const own = ruleSentence(keyword, rules)
  const format = keyword === 'pattern' ? ruleSentence('format', rules) : null
  return own && format ? `${format} ${own}` : own
}

const isOfSeveral = ({ keyword }: SchemaFault) => keyword === 'anyOf' || keyword === 'oneOf'

/** Where a value has the kind that one schema asks for, it is no other schema's. */
const isNearer = (one: SchemaFault, other: SchemaFault) =>
  one.keyword !== 'type' && isWithin(one.path, other.path)

const isWithin = (path: JsonPath, outer: JsonPath) =>
  outer.every((step, index) => step === path[index])

const isSame = (one: JsonPath, other: JsonPath) =>
  one.length === other.length && isWithin(one, other)

function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).filter(
    ([key, part]) => key !== 'format' || typeof part !== 'string',
  )
  return Object.fromEntries(
    parts.map(([key, part]) => [key, dataKeys.includes(key) ? part : withoutFormats(part)]),
  )
}

/** The validator knows no whole numbers of more digits; near enough is enough for its rules. */
function asNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(asNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asNumbers(part)]))
}
