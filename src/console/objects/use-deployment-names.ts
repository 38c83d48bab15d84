import { useQueries } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { type Deployment, listDeployments } from '../../contract/control-plane/deployments.ts'
import { deploymentsAtOnce } from '../../contract/pages/deployment-pages.ts'
import { query, useApi } from '../api.tsx'

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
  const found = useQueries({
    queries: groups.map((group) => ({
      ...query(controlPlane, listDeployments, {
        query: { deployment_ids: group.join(','), limit: deploymentsAtOnce },
      }),
      staleTime: 30_000,
    })),
    combine: byId,
  })
  // One more id is another question: what was known before stays until that is answered.
  const kept = useRef(found)
  return useMemo(() => {
    kept.current = new Map([...kept.current, ...found])
    return kept.current
  }, [found])
}

/** Kept by the library as long as the answers are the same. */
function byId(answers: readonly { data?: { resources: readonly Deployment[] } | undefined }[]) {
  const all = answers.flatMap(({ data }) => data?.resources ?? [])
  return new Map(all.map((deployment) => [deployment.id, deployment]))
}

/** Their names, by id. */
export function useDeploymentNames(
  things: Parameters<typeof useDeploymentsOf>[0],
): ReadonlyMap<string, string> {
  const deployments = useDeploymentsOf(things)
  return useMemo(() => new Map([...deployments].map(([id, { name }]) => [id, name])), [deployments])
}
