import type { Hono } from 'hono'
import { searchRuns as endpoint, findRunPlace } from '../../../contract/search/run-search.ts'
import { route } from '../../http/route.ts'
import { takeFilter } from '../access/granted-access.ts'
import { narrowedTo } from '../access/narrowed.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { RunEngine } from '../run-engine.ts'
import { placeOfRun } from './run-place.ts'
import { searchRuns, type VotedRuns } from './run-search.ts'

/** `/runs/search` of an agent server: runs over all threads of its deployment, and where one stands among them. */
export function mountRunSearch(app: Hono, engine: RunEngine, votedRuns: VotedRuns): void {
  route(app, endpoint, ({ body, context }) => {
    const deployment_id = deploymentOf(engine, context)
    const search = { ...body, deployment_id: [deployment_id] }
    const { database, listeners, prices } = engine
    const narrowed = narrowedTo(deployment_id, takeFilter(context))
    const now = engine.now()
    return searchRuns(database, search, { votedRuns, listeners, prices, now, narrowed })
  })
  route(app, findRunPlace, ({ body, context }) => {
    const deployment_id = deploymentOf(engine, context)
    const asked = { ...body, deployment_id: [deployment_id] }
    const narrowed = narrowedTo(deployment_id, takeFilter(context))
    return placeOfRun(engine.database, asked, { votedRuns, now: engine.now(), narrowed })
  })
}
