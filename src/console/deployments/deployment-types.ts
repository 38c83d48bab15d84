import type { Deployment } from '../../contract/control-plane/deployments.ts'

/** The published types of a deployment. */
export const deploymentTypes = [
  { value: 'dev_free', label: 'dev (free)' },
  { value: 'dev', label: 'dev' },
  { value: 'prod', label: 'prod' },
] as const
export type DeploymentType = (typeof deploymentTypes)[number]['value']

/** What uploads are called elsewhere, by either name; nobody chooses it here. */
const serverless = ['dev_zero', 'serverless']

/** A deployment's type as the screen says it; one that runs elsewhere has none of the published ones. */
export function deploymentTypeLabel(deployment: Deployment): string {
  const type = deployment.source_config.deployment_type
  if (!type) return deployment.source === 'external_docker' ? 'external' : '—'
  if (serverless.includes(type)) return 'serverless'
  return deploymentTypes.find(({ value }) => value === type)?.label ?? type
}
