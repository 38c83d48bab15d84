import type { FieldPath } from 'react-hook-form'
import { deploymentFieldOf } from '../form/deployment-field-of.ts'
import type { DeploymentValues } from '../form/deployment-values.ts'
import { resourceNumbers } from '../form/resource-names.ts'

/** As `deploymentFieldOf`, where each resource has a field, and those of a cluster have one together. */
export function foreignFieldOf(
  loc: readonly (string | number)[],
  values: DeploymentValues,
): FieldPath<DeploymentValues> | null {
  const [part, , place, name] = loc
  if (part !== 'body' || place !== 'resource_spec') return deploymentFieldOf(loc, values)
  const number = resourceNumbers.find((one) => one === name)
  return number ? `resources.${number}` : 'cluster'
}
