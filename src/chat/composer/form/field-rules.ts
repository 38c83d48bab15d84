import type { SchemaField } from '../../../contract/agent-server/input/schema-fields.ts'
import { faultsOf, type SchemaFault } from '../../../ui/json-editor/schema-hints.ts'
import { ruleSentence } from './rule-words.ts'

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
  // What none of several schemas takes is told by what the first of them says.
  const inOrder = [...faults.filter(isOfOne), ...faults.filter((fault) => !isOfOne(fault))]
  for (const { path, keyword, message } of inOrder) {
    const [name, ...inner] = path
    const field = fields.find((one) => one.name === name)
    if (!field || field.name in problems) continue
    const own = inner.length === 0 ? ruleSentence(keyword, field.rules[keyword]) : null
    const place = inner.length > 0 ? `In ${inner.join(' › ')}: ` : ''
    problems[field.name] = own ?? `${place}${message}`
  }
  return problems
}

const isOfOne = ({ keyword }: SchemaFault) => keyword !== 'anyOf' && keyword !== 'oneOf'

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
