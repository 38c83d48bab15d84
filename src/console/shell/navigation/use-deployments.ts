import { useQuery } from '@tanstack/react-query'
import { isUnwell } from '../../../contract/control-plane/deployment-health.ts'
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

/** How many there are, “100+” where the server does not tell, null while not known, and how many of them are not well. */
export function useDeploymentCount(api: Api): { count: string | null; unwell: number } {
  const { data } = useQuery(deploymentsOverview(api))
  if (!data) return { count: null, unwell: 0 }
  const { resources, total, unwell } = data
  const isAll = resources.length < deploymentsAtOnce
  return {
    count: String(total ?? (isAll ? resources.length : `${deploymentsAtOnce}+`)),
    unwell: unwell ?? resources.filter(isUnwell).length,
  }
}
