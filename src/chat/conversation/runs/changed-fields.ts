import { isSameJson } from '../same-json.ts'

type Values = Readonly<Record<string, unknown>> | null | undefined

/**
 * The fields of a state that are not as they were, as they are now; what is gone is null. Messages have their
 * place in the conversation. @param before null where it is not known: then everything counts as changed
 */
export function changedFields(before: Values, after: Values): Record<string, unknown> {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  names.delete('messages')
  const changed = [...names].filter((name) => !isSameJson(before?.[name], after?.[name]))
  return Object.fromEntries(changed.map((name) => [name, after?.[name] ?? null]))
}
