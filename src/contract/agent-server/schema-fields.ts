/** What a form can ask for. Everything else is written as JSON. */
export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'

export interface SchemaField {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly kind: FieldKind
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly initial: unknown
}

type Schema = Readonly<Record<string, unknown>>

/**
 * The fields of a JSON schema of an object, as far as a form can show it; null for every other schema.
 * `$ref`s to the schema's own definitions are followed.
 */
export function schemaFields(schema: unknown): readonly SchemaField[] | null {
  const root = asSchema(schema)
  const object = root && resolved(root, root)
  const properties = asSchema(object?.properties)
  if (!root || !object || !properties) return null
  const required = Array.isArray(object.required) ? object.required : []
  return Object.entries(properties).map(([name, value]) => {
    const field = resolved(asSchema(value) ?? {}, root)
    const choices = Array.isArray(field.enum) ? field.enum : []
    const isChoice = choices.length > 0 && choices.every((item) => typeof item === 'string')
    return {
      name,
      label: typeof field.title === 'string' ? field.title : name,
      description: typeof field.description === 'string' ? field.description : '',
      kind: isChoice ? 'choice' : kindOf(field.type),
      choices: isChoice ? choices : [],
      isRequired: required.includes(name),
      initial: field.default,
    }
  })
}

function kindOf(type: unknown): FieldKind {
  const name = Array.isArray(type) ? type.find((item) => item !== 'null') : type
  if (name === 'string') return 'text'
  return name === 'number' || name === 'integer' || name === 'boolean' ? name : 'json'
}

/** A schema with its reference followed, and the one real alternative of a nullable one. */
function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > 8) return schema
  const reference = typeof schema.$ref === 'string' ? schema.$ref : null
  if (reference?.startsWith('#/')) {
    const target = reference
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => asSchema(at)?.[key], root)
    const found = asSchema(target)
    return found ? resolved({ ...found, ...schema, $ref: undefined }, root, depth + 1) : schema
  }
  const options = Array.isArray(schema.anyOf) ? schema.anyOf : schema.oneOf
  if (!Array.isArray(options)) return schema
  const schemas: Schema[] = options.flatMap((item: unknown) => {
    const alternative = asSchema(item)
    return alternative ? [alternative] : []
  })
  const real = schemas.filter((item) => item.type !== 'null')
  const [only] = real
  return real.length === 1 && only
    ? resolved({ ...only, ...schema, anyOf: undefined, oneOf: undefined }, root, depth + 1)
    : schema
}

function asSchema(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : null
}
