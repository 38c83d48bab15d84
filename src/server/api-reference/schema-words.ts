import type { Schema } from './open-api.ts'

/** A schema in a few words, as for a table: `text or null`, `list of objects`, `“cancel” or “continue”`. */
export function schemaWords(schema: Schema): string {
  return [...new Set(wordsOf(schema, false))].join(' or ')
}

const single: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'whole number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}
const plural: Record<string, string> = {
  string: 'texts',
  number: 'numbers',
  integer: 'whole numbers',
  boolean: 'true or false',
  object: 'objects',
  null: 'null',
}

function wordsOf(schema: Schema, isPlural: boolean): string[] {
  const { const: only, enum: values, anyOf, oneOf, type, items } = schema
  if (only !== undefined) return [valueWords(only)]
  if (Array.isArray(values)) return values.map(valueWords)
  const kinds = (anyOf ?? oneOf) as Schema[] | undefined
  if (kinds) return kinds.flatMap((kind) => wordsOf(kind, isPlural))
  if (Array.isArray(type)) return type.flatMap((one) => wordsOf({ ...schema, type: one }, isPlural))
  if (type === 'array') {
    const of = wordsOf((items ?? {}) as Schema, true)
    const words = of.length > 3 ? ['values'] : of
    return [`${isPlural ? 'lists' : 'list'} of ${[...new Set(words)].join(' or ')}`]
  }
  return [(isPlural ? plural : single)[String(type)] ?? 'anything']
}

function valueWords(value: unknown): string {
  return typeof value === 'string' ? `“${value}”` : String(value)
}
