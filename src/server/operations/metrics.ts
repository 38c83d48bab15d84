import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import { readCounts } from './health/read-counts.ts'

/** What is counted while the server runs, and the text that Prometheus reads. */
export interface Metrics {
  countRequest(method: string, path: string, status: number, seconds: number): void
  /** The text format; the database is asked for what it knows. */
  text(): Promise<string>
  readonly contentType: string
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
/** `executors` tells how many executor processes are alive. */
export function createMetrics(deps: { database: Database; executors: () => number }): Metrics {
  const { database } = deps
  const registry = new Registry()
  registry.setDefaultLabels({ service: 'quarterdeck' })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'quarterdeck_http_requests_total',
    help: 'Requests that were answered, by part of the server, method and class of status.',
    labelNames: ['part', 'method', 'status'],
    registers,
  })
  const latency = new Histogram({
    name: 'quarterdeck_http_request_seconds',
    help: 'Time until the headers of the answer, by part of the server. Streams go on after that.',
    labelNames: ['part'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `quarterdeck_${name}`, help, labelNames, registers })
  const runs = gauge('runs', 'Runs that are kept, by status, those of QA sessions among them.', [
    'status',
  ])
  const queue = gauge('run_queue_length', 'Runs that wait for their turn.')
  const oldest = gauge('run_queue_oldest_seconds', 'Age of the oldest run that waits.')
  const executors = gauge('executors', 'Executor processes that are alive.')
  const rollouts = gauge('rollouts', 'Revisions on their way, by status.', ['status'])
  const deployments = gauge('deployments', 'Deployments.')
  const isUp = gauge('database_up', 'Whether the database answers.')
  const asked = gauge('database_query_seconds', 'How long the database took for these numbers.')

  const readDatabase = async () => {
    const since = performance.now()
    const counts = await readCounts(database)
    runs.reset()
    for (const { status, count } of counts.runs) runs.set({ status }, count)
    queue.set(counts.waiting)
    oldest.set(counts.oldestSeconds)
    rollouts.reset()
    for (const { status, count } of counts.rollouts) rollouts.set({ status }, count)
    deployments.set(counts.deployments)
    asked.set((performance.now() - since) / 1_000)
  }

  return {
    contentType: registry.contentType,
    countRequest(method, path, status, seconds) {
      const part = partOf(path)
      requests.inc({
        part,
        method: methods.has(method) ? method : 'other',
        status: `${Math.floor(status / 100)}xx`,
      })
      latency.observe({ part }, seconds)
    },
    async text() {
      executors.set(deps.executors())
      const failed = await readDatabase().then(
        () => false,
        () => true,
      )
      isUp.set(failed ? 0 : 1)
      return registry.metrics()
    },
  }
}

const parts: [RegExp, string][] = [
  [/^\/api-host(\/|$)/, 'control-plane'],
  [/^\/agents(\/|$)/, 'agent-server'],
  [/^\/api(\/|$)/, 'tracing'],
  [/^\/gateway(\/|$)/, 'gateway'],
  [/^\/(embed|widget)/, 'embed'],
  [/^\/(healthz|readyz|metrics)$/, 'operations'],
]

/** A closed set, whatever addresses clients think of. */
function partOf(path: string): string {
  return parts.find(([pattern]) => pattern.test(path))?.[1] ?? 'console'
}
