import fc from 'fast-check'
import { anyText, anyValue } from './hostile-values.ts'

type Def = Record<string, unknown> & { type: string }

/** What exists on the server, by the name of the field that holds it. */
export type Known = Record<string, string>

const defOf = (schema: unknown): Def => (schema as { _zod: { def: Def } })._zod.def

/**
 * Values that a schema takes, as far as its kinds tell, with a hostile one here and there: only what is
 * nearly right gets past the door.
 */
export function fromSchema(schema: unknown, known: Known, levels = 6): fc.Arbitrary<unknown> {
  if (levels === 0) return anyValue
  return fc.oneof(
    { weight: 12, arbitrary: meantBy(defOf(schema), known, levels - 1) },
    { weight: 1, arbitrary: anyValue },
  )
}

function meantBy(def: Def, known: Known, levels: number): fc.Arbitrary<unknown> {
  const inner = (schema: unknown) => fromSchema(schema, known, levels)
  switch (def.type) {
    case 'object':
      return objectOf(def.shape as Record<string, unknown>, known, levels)
    case 'array':
      return fc.array(inner(def.element), { maxLength: 3 })
    case 'tuple':
      return fc.tuple<unknown[]>(...(def.items as unknown[]).map(inner))
    case 'record':
      return fc.dictionary(anyText, inner(def.valueType), { maxKeys: 3 })
    case 'union':
      return fc.oneof(...(def.options as unknown[]).map(inner))
    case 'intersection':
      return inner(def.left)
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries as object))
    case 'literal':
      return fc.constantFrom<unknown>(...(def.values as unknown[]))
    case 'pipe':
      return inner(defOf(def.in).type === 'transform' ? def.out : def.in)
    case 'lazy':
      return inner((def.getter as () => unknown)())
    case 'nullable':
      return fc.oneof(fc.constant(null), { weight: 4, arbitrary: inner(def.innerType) })
    case 'boolean':
      return fc.boolean()
    case 'number':
    case 'int':
      return fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer(), fc.double())
    case 'string':
      return fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), anyText)
    default:
      return def.innerType ? inner(def.innerType) : anyValue
  }
}

function objectOf(
  shape: Record<string, unknown>,
  known: Known,
  levels: number,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(shape).map(([name, schema]) => {
    const like = fromSchema(schema, known, levels)
    const real = known[name]
    return [name, real ? fc.oneof({ weight: 3, arbitrary: fc.constant(real) }, like) : like]
  })
  const isNeeded = (name: string) => !['optional', 'default'].includes(defOf(shape[name]).type)
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record<Record<string, unknown>>(Object.fromEntries(fields), {
        requiredKeys: Object.keys(shape).filter(isNeeded),
      }),
    },
    { weight: 1, arbitrary: fc.record(Object.fromEntries(fields), { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.dictionary(anyText, anyValue, { maxKeys: 4 }) },
  )
}
