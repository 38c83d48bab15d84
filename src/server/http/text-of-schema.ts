import type * as z from 'zod/mini'

type Schema = z.core.$ZodTypes
type Place = (string | number)[]

/**
 * The texts of a value that its schema knows as texts, with their places. What a schema takes as it comes (the input
 * of a run, metadata) is nobody's text here.
 */
export function* textsOfSchema(
  schema: z.core.$ZodType,
  value: unknown,
  place: Place = [],
): Generator<{ text: string; place: Place }> {
  if (value === null || value === undefined) return
  const { def } = (schema as Schema)._zod
  switch (def.type) {
    case 'string':
      if (typeof value === 'string') yield { text: value, place }
      return
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) {
        yield* textsOfSchema(field, Object(value)[name], [...place, name])
      }
      return
    case 'array':
      if (!Array.isArray(value)) return
      for (const [at, one] of value.entries()) {
        yield* textsOfSchema(def.element, one, [...place, at])
      }
      return
    case 'tuple':
      for (const [at, item] of def.items.entries()) {
        yield* textsOfSchema(item, Object(value)[at], [...place, at])
      }
      return
    case 'record':
      for (const [name, one] of Object.entries(Object(value))) {
        yield* textsOfSchema(def.valueType, one, [...place, name])
      }
      return
    case 'union':
      for (const option of def.options) yield* textsOfSchema(option, value, place)
      return
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      yield* textsOfSchema(def.innerType, value, place)
      return
    case 'pipe':
      yield* textsOfSchema(def.out, value, place)
      return
    case 'lazy':
      yield* textsOfSchema(def.getter(), value, place)
  }
}
