import { store, useStored } from '../stored.ts'

/** Keeps which deployment of a connection was looked at last. */
export function rememberDeployment(connectionId: string, deploymentId: string): void {
  store(storageKey(connectionId), deploymentId)
}

/** The id of the deployment that was looked at last, or null. */
export function useLastDeployment(connectionId: string): string | null {
  return useStored(storageKey(connectionId))
}

function storageKey(connectionId: string): string {
  return `quarterdeck.deployment.${connectionId}`
}
