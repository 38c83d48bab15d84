import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../../client/api-error.ts'

/** The field that a location of a refused request is about; null where none is. */
export type FieldOf<Values extends FieldValues> = (
  loc: readonly (string | number)[],
  values: Values,
) => FieldPath<Values> | null

/** Fields are called as the parts of the body are. */
export function fieldOfSameName<Values extends FieldValues>(
  [part, name]: readonly (string | number)[],
  values: Values,
): FieldPath<Values> | null {
  const isField = part === 'body' && typeof name === 'string' && Object.hasOwn(values, name)
  return isField ? (name as FieldPath<Values>) : null
}

/**
 * Puts what a server refused next to the fields that it names, of which the first takes focus.
 * @param conflictAt the field where a name that is taken (409) is told
 * @returns what is left for beside the submit button, a sentence each
 */
export function showRefusal<Values extends FieldValues>(
  error: ApiError,
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
  fieldOf: FieldOf<Values>,
  conflictAt?: FieldPath<Values>,
): string[] {
  if (error.status === 409 && conflictAt) {
    form.setError(conflictAt, { type: 'server', message: error.message }, { shouldFocus: true })
    return []
  }
  if (error.fieldErrors.length === 0) return [error.message]
  const rest: string[] = []
  let isFirst = true
  for (const { loc, msg } of error.fieldErrors) {
    const field = fieldOf(loc, form.getValues())
    if (field) {
      form.setError(field, { type: 'server', message: msg }, { shouldFocus: isFirst })
      isFirst = false
    } else rest.push(`${loc.slice(1).join('.') || 'Request'}: ${msg}`)
  }
  return rest
}
