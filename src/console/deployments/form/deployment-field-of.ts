import type { FieldPath } from 'react-hook-form'
import { type DeploymentValues, emptyValues, sentSecrets } from './deployment-values.ts'

/** The field of a deployment's form that a location of a refused request is about. */
export function deploymentFieldOf(
  loc: readonly (string | number)[],
  { secrets }: DeploymentValues,
): FieldPath<DeploymentValues> | null {
  const [part, group, place, key] = loc
  if (part !== 'body') return null
  if (group === 'secrets' && typeof place === 'number') {
    // The request leaves out removed and empty ones, so its places are not the form's.
    const index = sentSecrets(secrets)[place]?.index
    return index === undefined ? null : `secrets.${index}.${key === 'value' ? 'value' : 'name'}`
  }
  // Fields are called as in the request, where they stand at several depths.
  const { kind: _kind, secrets: _secrets, resources: _resources, ...fields } = emptyValues
  const name = String(loc.at(-1))
  return Object.hasOwn(fields, name) ? (name as FieldPath<DeploymentValues>) : null
}
