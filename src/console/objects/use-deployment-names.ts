import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listDeployments } from '../../contract/control-plane/deployments.ts'
import { deploymentsAtOnce } from '../../contract/pages/deployment-pages.ts'
import { query, useApi } from '../api.tsx'

/** The names of the deployments that some things are of, by id. */
export function useDeploymentNames(
  things: readonly { deployment_id?: string | null | undefined }[],
): ReadonlyMap<string, string> {
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
  return useMemo(() => new Map(data?.resources.map(({ id, name }) => [id, name])), [data])
}
