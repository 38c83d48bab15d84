import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { AlertEvent } from '../../../src/contract/alerts/events.ts'
import type { AlertRule } from '../../../src/contract/alerts/rules.ts'
import { createAlerts } from '../../../src/server/alerts/alerts.ts'
import type { AlertsContext } from '../../../src/server/alerts/alerts-context.ts'
import type { SeenProcess } from '../../../src/server/cluster/agent-host.ts'
import { Cluster } from '../../../src/server/cluster/cluster.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { resolveBySystem } from '../../../src/server/outgoing/checked-lookup.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'

const hourMs = 3_600_000
export const none: SeenProcess = {
  state: 'none',
  outage: null,
  checked_at: null,
  restarts: 0,
  memory_bytes: null,
  memory_limit_bytes: null,
}

/** Alerts on a database, with a clock that the test sets. It looks at the rules when the test says so. */
export function openAlerts(database: Database, given: Partial<AlertsContext> = {}) {
  const clock = { now: new Date('2030-01-01T12:00:00Z') }
  const errors: Error[] = []
  const report = (error: Error) => void errors.push(error)
  const limits = { leaseMs: hourMs, pollMs: hourMs }
  const cluster = given.cluster ?? new Cluster({ database, dataDir: null, limits, report })
  const secrets: string[] = []
  const processes = new Map<string, SeenProcess>()
  const problems = new Map<string, string | null>()
  const context: AlertsContext = {
    database,
    cluster,
    secretBox: secretBox('a key for tests that is long enough for everybody'),
    host: { seenProcess: (id) => processes.get(id) ?? none },
    connections: {
      list: async () => [...problems.keys()].map((id) => ({ id, name: id })),
      problemOf: async (id) => problems.get(id) ?? null,
    },
    freeBytes: async () => bench.freeBytes,
    resolve: resolveBySystem,
    publicUrl: 'http://console.example',
    evaluateMs: hourMs,
    now: () => clock.now,
    nameOf: () => 'pat',
    onSecret: (secret) => secrets.push(secret),
    report,
    ...given,
  }
  const app = new Hono()
  answerErrors(app, report)
  const alerts = createAlerts(app, context)
  const call = (method: string, path: string, body?: unknown) =>
    app.request(`/gateway/alerts${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const json = async <Answer>(method: string, path: string, body?: unknown) => {
    const response = await call(method, path, body)
    if (response.ok) return (response.status === 204 ? null : await response.json()) as Answer
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  }
  const bench = {
    database,
    alerts,
    cluster,
    clock,
    /** What was registered to be kept out of logs. */
    secrets,
    processes,
    /** By connection: why it does not answer, or null. */
    problems,
    freeBytes: Number.MAX_SAFE_INTEGER,
    call,
    json,
    webhook: (url: string, more: object = {}) =>
      json<{ id: string }>('POST', '/channels', {
        name: `hook ${randomUUID()}`,
        kind: 'webhook',
        url,
        ...more,
      }),
    rule: (kind: string, more: object = {}) =>
      json<AlertRule>('POST', '/rules', { name: `${kind} ${randomUUID()}`, kind, ...more }),
    events: async (query = '') =>
      (await json<{ resources: AlertEvent[] }>('GET', `/events${query}`)).resources,
    /** Time passes, then the rules are looked at. */
    async pass(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
      await alerts.look()
    },
    errors,
    async close() {
      await alerts.stop()
      await cluster.leave()
    },
  }
  return bench
}
export type AlertsBench = ReturnType<typeof openAlerts>

/** A deployment as the control plane keeps one. */
export async function keepDeployment(database: Database, name: string): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into deployments (id, name, source, source_config, status) values ($1, $2, 'github', '{}', 'READY')`,
    [id, name],
  )
  return id
}

/** A revision whose rollout has come to that status. */
export async function keepRevision(
  database: Database,
  deploymentId: string,
  revision: { status: string; at: Date; reason?: string; withoutTraffic?: boolean },
): Promise<string> {
  const id = randomUUID()
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_reason,
       status_history, without_traffic, created_at, updated_at)
     values ($1, $2, '{}', '[]', $3, $4, '[]', $6, $5, $5)`,
    [
      id,
      deploymentId,
      revision.status,
      revision.reason ?? null,
      revision.at,
      revision.withoutTraffic ?? false,
    ],
  )
  return id
}

/** Runs of a deployment as the agent server keeps them, each on a thread of its own. */
export async function keepRuns(
  database: Database,
  deploymentId: string,
  runs: readonly {
    status: string
    at: Date
    seconds?: number
    scheduledAt?: Date
    metadata?: object
  }[],
): Promise<void> {
  for (const { status, at, seconds = 1, scheduledAt = null, metadata = {} } of runs) {
    const threadId = randomUUID()
    await database.query(
      'insert into threads (thread_id, deployment_id, created_at, updated_at) values ($1, $2, $3, $3)',
      [threadId, deploymentId, at],
    )
    const isOver = status !== 'pending' && status !== 'running'
    await database.query(
      `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
         multitask_strategy, created_at, updated_at, started_at, ended_at, scheduled_at, metadata)
       values ($1, $2, $3, $1, 'agent', $4, '{}', 'enqueue', $5, $5, $6, $7, $8, $9)`,
      [
        randomUUID(),
        threadId,
        deploymentId,
        status,
        at,
        status === 'pending' ? null : at,
        isOver ? new Date(at.getTime() + seconds * 1_000) : null,
        scheduledAt,
        JSON.stringify(metadata),
      ],
    )
  }
}

/** Votes on a deployment. */
export async function keepVotes(
  database: Database,
  deploymentId: string,
  votes: readonly { score: number | boolean | null; at: Date; ofSession?: boolean }[],
): Promise<void> {
  for (const { score, at, ofSession = false } of votes) {
    const [tokenId, runId] = [randomUUID(), randomUUID()]
    await database.query(
      `insert into feedback_tokens (id, token_hash, run_id, deployment_id, feedback_key, expires_at)
       values ($1::uuid, $1::text, $2, $3, 'thumb', $4)`,
      [tokenId, runId, deploymentId, at],
    )
    await database.query(
      `insert into feedback (id, token_id, run_id, deployment_id, key, score, created_at, first_created_at,
         of_session)
       values ($1, $2, $3, $4, 'thumb', $5::jsonb, $6, $6, $7)`,
      [randomUUID(), tokenId, runId, deploymentId, JSON.stringify(score), at, ofSession],
    )
  }
}
