import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../client/api.ts'
import { type Deployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import { deploymentsAtOnce } from '../../contract/pages/deployment-pages.ts'
import { queryKey, useApi } from '../api.tsx'

/** The deployments that some things are of, by id. */
export function useDeploymentsOf(
  things: readonly { deployment_id?: string | null | undefined }[],
): ReadonlyMap<string, Deployment> {
  const { controlPlane } = useApi()
  const known = new Set(things.flatMap(({ deployment_id }) => deployment_id ?? []))
  const ids = [...known].sort()
  const groups = Array.from({ length: Math.ceil(ids.length / deploymentsAtOnce) }, (_x, group) =>
    ids.slice(group * deploymentsAtOnce, (group + 1) * deploymentsAtOnce),
  )
  const { data } = useQuery({
    queryKey: [...queryKey(controlPlane, listDeployments), 'by id', ids],
    queryFn: ({ signal }) =>
      Promise.all(
        groups.map((group) =>
          call(controlPlane, listDeployments, {
            query: { deployment_ids: group.join(','), limit: deploymentsAtOnce },
            signal,
          }),
        ),
      ),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return useMemo(
    () =>
      new Map(
        data?.flatMap(({ resources }) =>
          resources.map((deployment) => [deployment.id, deployment]),
        ),
      ),
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
