import { useQuery } from '@tanstack/react-query'
import { listDeployments } from '../../../contract/control-plane/deployments.ts'
import { type Api, query } from '../../api.tsx'

const limit = 100

/**
 * The first hundred deployments, for the shell's own use: the count beside the navigation, the command
 * palette, the page that threads belong to.
 */
export function deploymentsOverview(api: Api) {
  return { ...query(api.controlPlane, listDeployments, { query: { limit } }), staleTime: 30_000 }
}

/** “4”, “100+”, or null while not known. */
export function useDeploymentCount(api: Api): string | null {
  const { data } = useQuery(deploymentsOverview(api))
  if (!data) return null
  const count = data.resources.length
  return count < limit ? String(count) : `${limit}+`
}
