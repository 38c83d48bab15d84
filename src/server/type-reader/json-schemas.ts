import {
  type Checker,
  SignatureKind,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'

type Schema = Record<string, unknown>

/** So deep, and so much of a type, is told; the rest may be anything. */
const deepest = 8
const mostTypes = 2_000
const mostAlternatives = 100

/** `langgraph_type` is the library's own word for lists of messages. */
const message: Schema = {
  type: 'object',
  properties: { role: { type: 'string' }, type: { type: 'string' }, content: {} },
}
const messages: Schema = { type: 'array', langgraph_type: 'messages', items: message }

/** What JSON writes in another form than the type has, or not at all. */
const byName: Record<string, Schema> = {
  Date: { type: 'string', format: 'date-time' },
  URL: { type: 'string', format: 'uri' },
}
const notOfJson = /^(Map|Set|WeakMap|WeakSet|RegExp|Promise|Buffer|ArrayBuffer|\w+Array)$/

/**
 * JSON Schemas of types. What a type says that JSON cannot is left out; a type that holds itself is told once, as a
 * definition.
 */
export class JsonSchemas {
  readonly #checker: Checker
  /** Types that are being told, outermost first. */
  readonly #open: Type[] = []
  readonly #definitions = new Map<number, { name: string; schema: Schema }>()
  #told = 0

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** The schema of an object with fields of its own; null for every other type. */
  objectSchema(type: Type): Schema | null {
    const types = type.isUnionType() ? type.getTypes().filter((one) => !isNothing(one)) : [type]
    const [only] = types
    if (types.length !== 1 || !only || isAnything(only) || only.flags & TypeFlags.Primitive)
      return null
    if (this.#checker.getPropertiesOfType(only).length === 0) return null
    const schema = this.#fieldsOf(only)
    if (this.#definitions.size === 0) return schema
    const $defs = [...this.#definitions.values()].map(({ name, schema: told }) => [name, told])
    return { ...schema, $defs: Object.fromEntries($defs) }
  }

  /** Null for what has no form in JSON: a function, a symbol, nothing at all. */
  #schemaOf(type: Type): Schema | null {
    this.#told += 1
    if (this.#told > mostTypes || this.#open.length > deepest || isAnything(type)) return {}
    if (isNothing(type) || type.flags & (TypeFlags.Never | TypeFlags.ESSymbolLike)) return null
    if (type.flags & TypeFlags.Null) return { type: 'null' }
    if (type.isUnionType()) return this.#unionOf(type.getTypes())
    if (type.isLiteralType() && typeof type.value !== 'bigint') {
      return { type: typeof type.value, const: type.value }
    }
    if (type.flags & TypeFlags.StringLike) return { type: 'string' }
    if (type.flags & TypeFlags.NumberLike) return { type: 'number' }
    if (type.flags & TypeFlags.BigIntLike) return { type: 'integer' }
    if (type.flags & TypeFlags.BooleanLike) return { type: 'boolean' }
    if (type.isIntersectionType()) {
      // A name for a kind of text, as { __brand } makes it.
      const plain = type.getTypes().find((one) => one.flags & TypeFlags.Primitive)
      return plain ? this.#schemaOf(plain) : this.#fieldsOf(type)
    }
    return type.isObjectType() ? this.#objectOf(type) : {}
  }

  #unionOf(types: readonly Type[]): Schema | null {
    const real = types.filter((one) => !isNothing(one) && !this.#isOverwrite(one))
    if (real.length > mostAlternatives) return {}
    const [only] = real
    if (real.length === 1 && only) return this.#schemaOf(only)
    // Whatever else may stand for them.
    if (real.some((one) => this.#isOfMessages(one))) return messages
    const told = real.flatMap((one): Schema[] => {
      const schema = this.#schemaOf(one)
      return schema ? [schema] : []
    })
    const schemas = withoutTwins(withChoices(told))
    if (schemas.some((one) => Object.keys(one).length === 0)) return {}
    return schemas.length > 1 ? { anyOf: schemas } : (schemas[0] ?? null)
  }

  /** What the library lets a step write in place of an update; no part of an input. */
  #isOverwrite(type: Type): boolean {
    return (
      type.isObjectType() && this.#checker.getPropertyOfType(type, '__overwrite__') !== undefined
    )
  }

  #objectOf(type: Type): Schema | null {
    if (this.#checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) return null
    const items = this.#itemsOf(type)
    if (items?.some((one) => this.#isOfMessages(one))) return messages
    if (items) return { type: 'array', items: this.#unionOf(items) ?? {} }
    if (this.#isOfMessages(type)) return message
    const name = type.getSymbol()?.name ?? ''
    if (Object.hasOwn(byName, name)) return byName[name] ?? null
    if (notOfJson.test(name)) return {}
    return this.#fieldsOf(type)
  }

  /** The types of a list's items; null for what is no list. */
  #itemsOf(type: Type): readonly Type[] | null {
    const checker = this.#checker
    if (!checker.isTupleType(type) && !checker.isArrayType(type)) return null
    return type.isTypeReference() ? checker.getTypeArguments(type) : []
  }

  /** A message, or what may stand for one or hold some. */
  #isOfMessages(type: Type): boolean {
    if (type.isUnionType()) return type.getTypes().some((one) => this.#isOfMessages(one))
    if (!type.isObjectType()) return false
    return this.#itemsOf(type)?.some((one) => this.#isOfMessages(one)) ?? this.#isMessage(type)
  }

  /** By its base: messages are many classes. */
  #isMessage(type: Type): boolean {
    if (type.getSymbol()?.name === 'BaseMessage') return true
    const target = type.isTypeReference() ? type.getTarget() : type
    return (target.getBaseTypes() ?? []).some((base) => this.#isMessage(base))
  }

  #fieldsOf(type: Type): Schema | null {
    const known = this.#open.findIndex(({ id }) => id === type.id)
    if (known !== -1) return this.#reference(type)
    const checker = this.#checker
    const symbols = checker.getPropertiesOfType(type)
    const values = checker.getIndexInfosOfType(type)
    if (symbols.length === 0 && values.length === 0) return { type: 'object' }
    this.#open.push(type)
    const properties: Record<string, Schema> = {}
    const required: string[] = []
    for (const symbol of symbols) {
      if (symbol.name.startsWith('__')) continue
      const own = checker.getTypeOfSymbol(symbol)
      const schema = own ? this.#schemaOf(own) : {}
      if (!schema) continue
      const description = symbol.getDocumentationComment(checker).trim()
      properties[symbol.name] = description ? { ...schema, description } : schema
      if (!(symbol.flags & SymbolFlags.Optional) && !(own && mayBeAbsent(own))) {
        required.push(symbol.name)
      }
    }
    const rest = values.length > 0 ? this.#unionOf(values.map(({ valueType }) => valueType)) : null
    this.#open.pop()
    const schema = {
      type: 'object',
      ...(symbols.length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(rest ? { additionalProperties: rest } : {}),
    }
    const definition = this.#definitions.get(type.id)
    if (!definition) return schema
    definition.schema = schema
    return this.#open.length === 0 ? schema : this.#reference(type)
  }

  #reference(type: Type): Schema {
    const known = this.#definitions.get(type.id)
    const said = type.getAliasSymbol()?.name ?? type.getSymbol()?.name ?? ''
    const base = /^[A-Za-z]\w*$/.test(said) ? said : 'Part'
    const taken = new Set([...this.#definitions.values()].map(({ name }) => name))
    const name = known?.name ?? (taken.has(base) ? `${base}${taken.size + 1}` : base)
    if (!known) this.#definitions.set(type.id, { name, schema: {} })
    return { $ref: `#/$defs/${name}` }
  }
}

function isAnything({ flags }: Type): boolean {
  return (flags & TypeFlags.AnyOrUnknown) !== 0
}

function isNothing({ flags }: Type): boolean {
  return (flags & TypeFlags.VoidLike) !== 0
}

function mayBeAbsent(type: Type): boolean {
  return isAnything(type) || (type.isUnionType() && type.getTypes().some(isNothing))
}

/** Single values of one kind are a choice among them; true and false are all that there is. */
function withChoices(schemas: readonly Schema[]): Schema[] {
  const rest = schemas.filter((schema) => !('const' in schema))
  const kinds = new Map<unknown, unknown[]>()
  for (const { type, const: value } of schemas.filter((schema) => 'const' in schema)) {
    kinds.set(type, [...(kinds.get(type) ?? []), value])
  }
  const choices = [...kinds].map(([type, values]) => {
    if (type === 'boolean' && values.length === 2) return { type }
    return values.length > 1 ? { type, enum: values } : { type, const: values[0] }
  })
  return [...rest, ...choices]
}

function withoutTwins(schemas: readonly Schema[]): Schema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
}
