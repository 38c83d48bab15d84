import type { Hono } from 'hono'
import { getExecutor } from '../../../../contract/agent-server/executor.ts'
import { route } from '../../../http/route.ts'
import { deploymentOf } from '../../agent-routes.ts'
import type { RunEngine } from '../../run-engine.ts'
import type { ExecutorWatch } from './executor-watch.ts'

/** `/executor` of an agent server: how the process that runs the graphs is doing. */
export function mountExecutor(app: Hono, engine: RunEngine, watch: ExecutorWatch): void {
  route(app, getExecutor, ({ context }) => watch.executor(deploymentOf(engine, context)))
}
