type Schema = Record<string, unknown>

/**
 * The fields of a graph with what its types say of each. Which fields there are is told by the graph alone, as far as
 * it tells any: its types may have been read before it was changed.
 */
export function withTypes(fields: Schema | null, types: Schema | null | undefined): Schema | null {
  if (!fields || !types) return fields ?? types ?? null
  const typed = Object(types.properties) as Schema
  const known = Object.entries(Object(fields.properties) as Schema)
  const properties = known.map(([name, schema]) => [
    name,
    isEmpty(schema) && Object.hasOwn(typed, name) ? typed[name] : schema,
  ])
  return { ...types, ...fields, properties: Object.fromEntries(properties) }
}

/** Whether there is a field of which no more than its name is told. */
export function hasUntypedFields({ properties }: Schema): boolean {
  return Object.values(Object(properties) as Schema).some(isEmpty)
}

function isEmpty(schema: unknown): boolean {
  return Object.keys(Object(schema)).length === 0
}
