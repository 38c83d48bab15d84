import type { Hono } from 'hono'
import { Gauge, Registry } from 'prom-client'
import { getServerMetrics, type ServerMetrics } from '../../contract/agent-server/assistants.ts'
import { route } from '../http/route.ts'
import { deploymentOf } from './agent-routes.ts'
import type { RunEngine } from './run-engine.ts'
import { queueFigures } from './run-store/queue-figures.ts'
import { type EngineLimits, jobsAtOnce } from './runs/engine-limits.ts'

/** `/metrics` of an agent server: of this deployment alone, under the published names. */
export function mountServerMetrics(
  app: Hono,
  engine: RunEngine,
  limits: Pick<EngineLimits, 'runsAtOnce'>,
): void {
  route(app, getServerMetrics, async ({ query, context }) => {
    const deploymentId = deploymentOf(engine, context)
    const env = engine.executors.find(deploymentId)?.active?.revision.env ?? {}
    const max = Math.min(jobsAtOnce(env, limits), limits.runsAtOnce)
    const active = engine.attempts
      .all()
      .filter(({ run }) => run.deployment_id === deploymentId).length
    const metrics: ServerMetrics = {
      queue: await queueFigures(engine.database, deploymentId, engine.now()),
      workers: { max, active, available: Math.max(max - active, 0) },
    }
    if (query.format === 'json') return metrics
    const { text, type } = await prometheusText(metrics)
    return context.body(text, 200, { 'content-type': type, 'cache-control': 'no-store' })
  })
}

/** What is not known, since nothing waits, is left out. */
async function prometheusText({ queue, workers }: ServerMetrics) {
  const registry = new Registry()
  const gauges: [name: string, help: string, value: number | null][] = [
    ['num_pending_runs', 'Runs that wait.', queue.n_pending],
    ['num_running_runs', 'Runs at work.', queue.n_running],
    [
      'pending_runs_wait_time_max',
      'How long the oldest run has waited, in seconds.',
      queue.pending_runs_wait_time_max_secs,
    ],
    [
      'pending_runs_wait_time_med',
      'The median of how long runs have waited, in seconds.',
      queue.pending_runs_wait_time_med_secs,
    ],
    [
      'pending_unblocked_runs_wait_time_max',
      'The same of those that wait for workers, not for another run of their thread.',
      queue.pending_unblocked_runs_wait_time_max_secs,
    ],
    ['workers_max', 'Runs that this process works on at once.', workers.max],
    ['workers_active', 'Runs that this process works on.', workers.active],
    ['workers_available', 'Runs that it could take.', workers.available],
  ]
  for (const [name, help, value] of gauges) {
    if (value === null) continue
    new Gauge({ name: `lg_api_${name}`, help, registers: [registry] }).set(value)
  }
  return { text: await registry.metrics(), type: registry.contentType }
}
