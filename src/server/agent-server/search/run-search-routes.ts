import type { Hono } from 'hono'
import { searchRuns as endpoint } from '../../../contract/search/run-search.ts'
import { route } from '../../http/route.ts'
import { deploymentOf } from '../agent-routes.ts'
import type { RunEngine } from '../runs/run-engine.ts'
import { searchRuns, type VotedRuns } from './run-search.ts'

/** `/runs/search` of an agent server: runs over all threads of its deployment. */
export function mountRunSearch(app: Hono, engine: RunEngine, votedRuns: VotedRuns): void {
  route(app, endpoint, ({ body, context }) => {
    const search = { ...body, deployment_id: [deploymentOf(engine, context)] }
    const { database, listeners } = engine
    return searchRuns(database, search, { votedRuns, listeners, now: engine.now() })
  })
}
