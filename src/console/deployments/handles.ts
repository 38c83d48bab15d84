import { useQuery } from '@tanstack/react-query'
import type { Params } from 'react-router-dom'
import { shortId } from '../../ui/format/short-id-text.ts'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import type { PageHandle } from '../shell/page/page-handle.ts'
import { deploymentQuery } from './queries.ts'

/** The crumb above everything about deployments. */
export const deploymentsHandle = {
  useTitle: () => 'Deployments',
  to: paths.deployments,
  section: 'deployments',
} satisfies PageHandle

/** The crumb above everything about one deployment: its name. */
export const deploymentHandle = {
  useTitle: useDeploymentName,
  to: ({ deploymentId = '' }) => paths.deployment(deploymentId),
  readAhead: (client, api, { deploymentId = '' }) =>
    client.prefetchQuery(deploymentQuery(api, deploymentId)),
} satisfies PageHandle

/** The crumbs between a deployment and one of what its lists hold. */
export const listHandles = {
  revisions: listHandle('Revisions', paths.deploymentRevisions),
  assistants: listHandle('Assistants', paths.deploymentAssistants),
  runs: listHandle('Runs', paths.deploymentRuns),
}

function listHandle(title: string, to: (deploymentId: string) => string) {
  return {
    useTitle: () => title,
    to: ({ deploymentId = '' }) => to(deploymentId),
    needsParent: true,
  } satisfies PageHandle
}

function useDeploymentName({ deploymentId = '' }: Params): string | null {
  const { data, error } = useQuery(deploymentQuery(useApi(), deploymentId))
  return data?.name ?? (error ? shortId(deploymentId) : null)
}
