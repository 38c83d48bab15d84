import { call } from '../../../client/api.ts'
import {
  findPlaceInAllRuns,
  findRunPlace,
  type RunPlace,
  searchAllRuns,
  searchRuns,
} from '../../../contract/search/run-search.ts'
import { now } from '../../../ui/format/now.ts'
import { type Api, queryKey } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { searchOf, wantedNames, wantedRuns } from '../find/wanted-runs.ts'
import { extentNames } from './looked-at.ts'

/** Of which list a run is: that of all deployments, or of its own. */
export type WalkedOf = 'all' | 'deployment'

/** In the address of a run: which list it was opened from. What the list was filtered by stands beside it. */
const listName = 'list'

/** What a run's address says of the list that it was opened from. */
export function listAddress(of: WalkedOf, get: (name: string) => string | null): string {
  const address = new URLSearchParams({ [listName]: of })
  for (const name of [...wantedNames, ...extentNames]) {
    const value = get(name)
    if (value) address.set(name, value)
  }
  return `?${address}`
}

/** The list that a run was opened from, as its address says it; null where it was not opened from one. */
export function walkedOf(get: (name: string) => string | null): WalkedOf | null {
  const of = get(listName)
  return of === 'all' || of === 'deployment' ? of : null
}

/** The address of that list. */
export function listPath(of: WalkedOf, deploymentId: string, address: URLSearchParams): string {
  const filters = new URLSearchParams(address)
  filters.delete(listName)
  const path = of === 'all' ? paths.runs() : paths.deploymentRuns(deploymentId)
  return filters.size > 0 ? `${path}?${filters}` : path
}

/** Which of the runs of a list a run is, and those beside it, as the server has it now. */
export function runPlaceQuery(
  api: Api,
  of: WalkedOf,
  deploymentId: string,
  run_id: string,
  address: URLSearchParams,
) {
  const wanted = wantedRuns((name) => address.get(name))
  const isOfAll = of === 'all'
  const server = isOfAll ? api.controlPlane : api.agent(deploymentId)
  return {
    // Beside the list's own reads, and read again with them.
    queryKey: [...queryKey(server, isOfAll ? searchAllRuns : searchRuns), 'place', wanted, run_id],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<RunPlace> => {
      const search = { ...searchOf(wanted, now()), run_id }
      if (isOfAll) return call(server, findPlaceInAllRuns, { body: search, signal })
      const { deployment_id: _, ...own } = search
      return call(server, findRunPlace, { body: own, signal })
    },
    retry: false,
  }
}
