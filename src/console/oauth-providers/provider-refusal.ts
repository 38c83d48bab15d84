import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../../client/api-error.ts'
import { emptyProvider, type ProviderValues } from './provider-values.ts'

/**
 * Puts what a server refused next to the fields that it names, a taken identifier next to the identifier.
 * @returns what is left for beside the submit button, a sentence each
 */
export function showProviderRefusal(
  error: ApiError,
  form: UseFormReturn<ProviderValues>,
): string[] {
  const say = (field: FieldPath<ProviderValues>, message: string, shouldFocus: boolean) =>
    form.setError(field, { type: 'server', message }, { shouldFocus })
  if (error.status === 409 && error.endpoint === 'createOAuthProvider') {
    say('provider_id', error.message, true)
    return []
  }
  if (error.fieldErrors.length === 0) return [error.message]
  const rest: string[] = []
  let isFirst = true
  for (const { loc, msg } of error.fieldErrors) {
    const field = fieldOf(loc, form.getValues('authorization_params'))
    if (field) {
      say(field, msg, isFirst)
      isFirst = false
    } else rest.push(`${loc.slice(1).join('.') || 'Request'}: ${msg}`)
  }
  return rest
}

function fieldOf(
  loc: readonly (string | number)[],
  params: ProviderValues['authorization_params'],
): FieldPath<ProviderValues> | null {
  const [part, name, key] = loc
  if (part !== 'body' || typeof name !== 'string' || !Object.hasOwn(emptyProvider, name))
    return null
  if (name !== 'authorization_params') return name as FieldPath<ProviderValues>
  const place = params.findIndex((param) => param.name.trim() === key)
  return place < 0 ? null : `authorization_params.${place}.name`
}
