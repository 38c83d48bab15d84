import type { Hono } from 'hono'
import { findPlaceInAllRuns, searchAllRuns } from '../../contract/search/run-search.ts'
import { summarizeRuns } from '../../contract/search/run-summary.ts'
import { findAllThreads } from '../../contract/search/thread-search.ts'
import type { AgentHost } from '../cluster/agent-host.ts'
import type { Database } from '../db/database.ts'
import { route } from '../http/route.ts'
import { deploymentIdsByName } from './deployments/deployment-store.ts'
import { listPreviewIds } from './previews/preview-store.ts'

/** The runs and threads of all deployments together, without those of previews. */
export function mountAllRuns(
  routes: Hono,
  { database, host }: { database: Database; host: AgentHost },
): void {
  const hidden = () => listPreviewIds(database)
  route(routes, summarizeRuns, async ({ body }) => {
    const byName = body.sort_by === 'name' ? await deploymentIdsByName(database) : []
    return host.summarizeRuns(body, await hidden(), byName)
  })
  route(routes, findAllThreads, async ({ body }) => host.findThreads(body, await hidden()))
  route(routes, searchAllRuns, async ({ body }) => host.searchRuns(body, await hidden()))
  route(routes, findPlaceInAllRuns, async ({ body }) => host.findRunPlace(body, await hidden()))
}
