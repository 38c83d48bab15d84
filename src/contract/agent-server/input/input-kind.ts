import { type SchemaField, schemaFields } from './schema-fields.ts'

/**
 * What a graph wants to be sent: a message; a text under the name of its one field; a form of its fields; or
 * some JSON that is not an object.
 */
export type InputKind =
  | { readonly kind: 'message' }
  | { readonly kind: 'text'; readonly field: SchemaField }
  | { readonly kind: 'form'; readonly fields: readonly SchemaField[] }
  | { readonly kind: 'json' }

/**
 * How a graph's input is written, by the schema that its server tells. A schema that says nothing (none, or no
 * fields) is that of a conversation: servers leave out what they cannot read from the graph's types.
 */
export function inputKind(schema: unknown): InputKind {
  const fields = schemaFields(schema)
  if (fields === null) return isOtherType(schema) ? { kind: 'json' } : { kind: 'message' }
  if (fields.length === 0 || fields.some((field) => field.name === 'messages')) {
    return { kind: 'message' }
  }
  const field = obviousField(fields)
  return field ? { kind: 'text', field } : { kind: 'form', fields }
}

/** The field that a text is meant for: the only one, or the only one that must be there. */
function obviousField(fields: readonly SchemaField[]): SchemaField | undefined {
  const required = fields.filter((field) => field.isRequired)
  const [only, ...others] = required.length > 0 ? required : fields
  return only?.kind === 'text' && others.length === 0 ? only : undefined
}

function isOtherType(schema: unknown): boolean {
  const type = (schema as { type?: unknown } | null | undefined)?.type
  return typeof type === 'string' && type !== 'object'
}
