import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Deployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import { deploymentsAtOnce } from '../../contract/pages/deployment-pages.ts'
import { query, useApi } from '../api.tsx'

/** The deployments that some things are of, by id. */
export function useDeploymentsOf(
  things: readonly { deployment_id?: string | null | undefined }[],
): ReadonlyMap<string, Deployment> {
  const { controlPlane } = useApi()
  const known = new Set(things.flatMap(({ deployment_id }) => deployment_id ?? []))
  const ids = [...known].sort().slice(0, deploymentsAtOnce)
  const { data } = useQuery({
    ...query(controlPlane, listDeployments, {
      query: { deployment_ids: ids.join(','), limit: deploymentsAtOnce },
    }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return useMemo(
    () => new Map(data?.resources.map((deployment) => [deployment.id, deployment])),
    [data],
  )
}

/** Their names, by id. */
export function useDeploymentNames(
  things: Parameters<typeof useDeploymentsOf>[0],
): ReadonlyMap<string, string> {
  const deployments = useDeploymentsOf(things)
  return useMemo(() => new Map([...deployments].map(([id, { name }]) => [id, name])), [deployments])
}
