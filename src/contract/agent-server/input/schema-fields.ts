import { writeJson } from '../../exact-json.ts'

/** What a form can ask for. Everything else is written as JSON. */
export type FieldKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'

/** One of the values that a schema names. */
export interface FieldChoice {
  readonly label: string
  readonly value: unknown
}

export interface SchemaField {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly kind: FieldKind
  readonly choices: readonly FieldChoice[]
  readonly isRequired: boolean
  /** Null is a value of it. */
  readonly isNullable: boolean
  /** A field of kind `json` that plain words are a value of as well. */
  readonly takesWords: boolean
  readonly initial: unknown
  /** What the schema says of the value itself: `maximum`, `pattern`, `minItems` and so on. */
  readonly rules: Readonly<Record<string, unknown>>
}

type Schema = Readonly<Record<string, unknown>>

/** References within references, and alternatives within alternatives, are followed so far. */
const mostHops = 8

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
    const own = asSchema(value) ?? {}
    return { name, ...fieldOf(name, own, root), isRequired: required.includes(name) }
  })
}

function fieldOf(name: string, own: Schema, root: Schema) {
  const field = resolved(own, root)
  const values = alternatives(own, root)
  const choices = choicesOf(field, values)
  const kind = choices.length > 0 ? 'choice' : kindOf(field.type)
  return {
    label: typeof field.title === 'string' ? field.title : name,
    description: typeof field.description === 'string' ? field.description : '',
    kind,
    choices,
    isNullable: values.some((one) => takesType(one, 'null')),
    takesWords:
      kind === 'json' && values.some((one) => takesType(one, 'string') || isOfAnyType(one)),
    initial: field.default ?? field.const,
    rules: field,
  }
}

/** The values that a schema names, null aside, which an empty field stands for. */
function choicesOf(field: Schema, values: readonly Schema[]): readonly FieldChoice[] {
  const own = namedBy(field)
  const ofEach = values.map(namedBy)
  // One value for each alternative is a list of values.
  const named = own.length > 0 || ofEach.some((list) => list.length === 0) ? own : ofEach.flat()
  return named
    .filter((value) => value !== null)
    .map((value) => ({ label: textOfValue(value), value }))
}

/** The values that a schema names; none where it takes others. */
function namedBy({ enum: named, const: only, type }: Schema): readonly unknown[] {
  if (Array.isArray(named)) return named
  if (only !== undefined) return [only]
  return type === 'null' ? [null] : []
}

/** A value as a box of a form holds it. */
export function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}

function kindOf(type: unknown): FieldKind {
  const names = [type].flat().filter((name) => name !== 'null')
  const [name] = names
  // Of several types the text would have to tell which one is meant.
  if (names.length !== 1) return 'json'
  if (name === 'string') return 'text'
  return name === 'number' || name === 'integer' || name === 'boolean' ? name : 'json'
}

const takesType = ({ type, const: only, enum: named }: Schema, name: string) =>
  [type].flat().includes(name) || (name === 'null' && [only, named].flat().includes(null))

const isOfAnyType = (schema: Schema) =>
  !['type', 'const', 'enum', '$ref', 'properties', 'items', 'allOf'].some(
    (key) => schema[key] !== undefined,
  )

/** A schema with its reference followed, and the one real alternative of a nullable one. */
function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  const here = followed(schema, root)
  const only = onlyReal(here)
  return only && depth < mostHops
    ? resolved(
        { ...only, ...here, anyOf: undefined, oneOf: undefined, allOf: undefined },
        root,
        depth + 1,
      )
    : here
}

/** The one schema that another one only wraps: an alternative to null, or a list of one. */
function onlyReal({ anyOf, oneOf, allOf }: Schema): Schema | null {
  const options = [anyOf, oneOf, allOf].find((list) => Array.isArray(list)) as unknown[] | undefined
  const real = schemasIn(options).filter(({ type }) => type !== 'null')
  return real.length === 1 ? (real[0] ?? null) : null
}

/** The schemas of which a value has to fit one. */
function alternatives(schema: Schema, root: Schema, depth = 0): Schema[] {
  const here = followed(schema, root)
  const options = Array.isArray(here.anyOf) ? here.anyOf : here.oneOf
  if (!Array.isArray(options) || depth >= mostHops) return [here]
  return schemasIn(options).flatMap((option) => alternatives(option, root, depth + 1))
}

function followed(schema: Schema, root: Schema): Schema {
  let here = schema
  for (let hops = 0; hops < mostHops && typeof here.$ref === 'string'; hops += 1) {
    const found = here.$ref.startsWith('#/') ? targetOf(here.$ref, root) : null
    if (!found) return here
    const { $ref: _followed, ...rest } = here
    here = { ...found, ...rest }
  }
  return here
}

function targetOf(reference: string, root: Schema): Schema | null {
  const parts = reference.slice(2).split('/')
  return asSchema(parts.reduce<unknown>((at, key) => asSchema(at)?.[key], root))
}

function schemasIn(list: unknown): Schema[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items.map(asSchema).filter((schema) => schema !== null)
}

function asSchema(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : null
}
