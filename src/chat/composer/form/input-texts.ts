import {
  type SchemaField,
  textOfValue,
} from '../../../contract/agent-server/input/schema-fields.ts'

/** The texts of a form's boxes for an input that was sent before; a field that it did not have is left out. */
export function textsOfInput(
  fields: readonly SchemaField[],
  input: unknown,
): Readonly<Record<string, string>> {
  if (typeof input !== 'object' || input === null) return {}
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value: unknown = Reflect.get(input, name)
      if (value === undefined || value === null) return []
      return [[name, textOfValue(value)]]
    }),
  )
}
