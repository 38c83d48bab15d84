import path from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import {
  type AgentServer,
  createAgentServer,
} from '../../../src/server/agent-server/agent-server.ts'
import type { RevisionToServe } from '../../../src/server/agent-server/executors/served-revision.ts'
import type { EngineLimits } from '../../../src/server/agent-server/runs/engine-limits.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'

export const apiKey = 'test-key'
export const webhookSecret = `whsec_${Buffer.from('the secret of the tests').toString('base64')}`
const directory = path.resolve(import.meta.dirname, '../../fixtures/agents')

/** Serves the fixtures' graphs as the deployment `fixtures`, on a port of its own. */
export async function serveFixtures(options: {
  database: Database
  gateUrl: string
  deploymentId: string
  revisionId: string
  graphs: Record<string, string>
  heartbeatMs: number
  limits?: Partial<EngineLimits>
  now?: () => Date
  webhookPausesMs?: readonly number[]
  /** Serves the addresses only, with no executor for runs. */
  isIdle?: boolean
  /** Of the fixtures' deployment. */
  env?: Record<string, string>
  report(error: Error): void
  onLog: RevisionToServe['onLog']
  issueFeedbackUrls?: Parameters<typeof createAgentServer>[0]['issueFeedbackUrls']
}): Promise<{ server: AgentServer; http: ServerType }> {
  const server = createAgentServer({
    database: options.database,
    now: options.now ?? (() => new Date()),
    apiKey,
    heartbeatMs: options.heartbeatMs,
    limits: options.limits ?? {},
    webhooks: { secret: webhookSecret, pausesMs: options.webhookPausesMs },
    report: options.report,
    issueFeedbackUrls:
      options.issueFeedbackUrls ??
      (async ({ run_id, keys }) =>
        Object.fromEntries(keys.map((key) => [key, `http://tracing/${run_id}/${key}`]))),
  })
  const app = new Hono()
  answerErrors(app, options.report)
  app.route('/agents/:deployment_name', server.routes)
  await server.host.register({ id: options.deploymentId, name: 'fixtures' })
  if (!options.isIdle) {
    await server.host.load({
      deployment_id: options.deploymentId,
      revision_id: options.revisionId,
      directory,
      graphs: options.graphs,
      env: { GATE_URL: options.gateUrl, ...options.env },
      onLog: options.onLog,
    })
    await server.host.activate(options.deploymentId, options.revisionId)
  }
  const http = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    )
  })
  return { server, http }
}
