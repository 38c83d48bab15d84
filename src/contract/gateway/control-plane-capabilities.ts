import type { CapabilityName } from './connections.ts'

/** What only a control plane does: an agent server alone never promised it. */
export const controlPlaneCapabilities = [
  'deployments',
  'revision_logs',
  'oauth_providers',
] as const satisfies readonly CapabilityName[]
