import type { FieldPath, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../../../client/api-error.ts'
import { type DeploymentValues, sentSecrets } from './deployment-values.ts'

const fields: readonly string[] = [
  'name',
  'repo_url',
  'repo_ref',
  'langgraph_config_path',
  'deployment_type',
  'build_on_push',
  'install_command',
  'build_command',
  'repo_token',
  'image_uri',
  'custom_url',
  'memory_limit_mb',
  'cpu_limit',
]

/**
 * Puts what a server refused next to the fields that it names, a taken name next to the name.
 * @returns what is left for beside the submit button, a sentence each
 */
export function showRefusal(
  error: ApiError,
  form: Pick<UseFormReturn<DeploymentValues>, 'setError' | 'getValues'>,
): string[] {
  if (error.status === 409 && error.endpoint === 'createDeployment') {
    form.setError('name', { type: 'server', message: error.message }, { shouldFocus: true })
    return []
  }
  if (error.fieldErrors.length === 0) return [error.message]
  const rest: string[] = []
  let isFirst = true
  for (const { loc, msg } of error.fieldErrors) {
    const field = fieldOf(loc, form.getValues('secrets'))
    if (field) {
      form.setError(field, { type: 'server', message: msg }, { shouldFocus: isFirst })
      isFirst = false
    } else rest.push(`${loc.slice(1).join('.') || 'Request'}: ${msg}`)
  }
  return rest
}

function fieldOf(
  loc: readonly (string | number)[],
  secrets: DeploymentValues['secrets'],
): FieldPath<DeploymentValues> | null {
  const [part, group, place, key] = loc
  if (part !== 'body') return null
  if (group === 'secrets' && typeof place === 'number') {
    // The request leaves out removed and empty ones, so its places are not the form's.
    const index = sentSecrets(secrets)[place]?.index
    return index === undefined ? null : `secrets.${index}.${key === 'value' ? 'value' : 'name'}`
  }
  const name = String(loc.at(-1))
  return fields.includes(name) ? (name as FieldPath<DeploymentValues>) : null
}
