import { useQuery } from '@tanstack/react-query'
import { deploymentsAtOnce, someDeployments } from '../../../contract/pages/deployment-pages.ts'
import type { Api } from '../../api.tsx'
import { readQuery } from '../../reads.ts'

/**
 * The first hundred deployments, for the shell's own use: the count beside the navigation, the command
 * palette, the page that threads belong to.
 */
export function deploymentsOverview(api: Api) {
  return { ...readQuery(api, someDeployments), staleTime: 30_000 }
}

/** “4”, “100+”, or null while not known. */
export function useDeploymentCount(api: Api): string | null {
  const { data } = useQuery(deploymentsOverview(api))
  if (!data) return null
  const count = data.resources.length
  return count < deploymentsAtOnce ? String(count) : `${deploymentsAtOnce}+`
}
