import type { Query, QueryClient } from '@tanstack/react-query'
import type { Change } from '../../../contract/gateway/changes.ts'
import type { Api } from '../../api.tsx'
import type { RereadNames } from './what-is-reread.ts'

/**
 * Reads again what is shown of what changed; what is not shown is read again when it is.
 * @param names which reads are meant
 * @returns when that is there
 */
export async function rereadChanged(
  queryClient: QueryClient,
  api: Api,
  names: RereadNames,
  changes: readonly Change[],
): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: (query) => changes.some((change) => isAbout(query, api, names, change)),
  })
}

function isAbout(query: Query, api: Api, names: RereadNames, change: Change): boolean {
  const [server, name, input] = query.queryKey
  const { area, deployment_id, logged_revision_id } = change
  const of = area === 'all' ? Object.values(names).flat() : names[area]
  if (!of.includes(name as string)) return false
  const { revision_id, deployment_id: about } = paramsOf(input)
  if (logged_revision_id) return revision_id === logged_revision_id
  if (area !== 'agent' || deployment_id === null) return true
  const isAsked = [api.controlPlane, api.gateway].some(({ baseUrl }) => baseUrl === server)
  return isAsked
    ? about === undefined || about === deployment_id
    : server === api.agent(deployment_id).baseUrl
}

function paramsOf(input: unknown): { revision_id?: string; deployment_id?: string } {
  return (input as { params?: { revision_id?: string; deployment_id?: string } })?.params ?? {}
}
