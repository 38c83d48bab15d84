import path from 'node:path'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import {
  type AgentServer,
  createAgentServer,
} from '../../../src/server/agent-server/agent-server.ts'
import type { EngineLimits } from '../../../src/server/agent-server/runs/engine-limits.ts'
import type { LoadableRevision } from '../../../src/server/cluster/agent-host.ts'
import { Cluster, type ClusterLimits } from '../../../src/server/cluster/cluster.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { withWebSockets } from '../../../src/server/http/web-sockets.ts'
import { patientWaits } from '../../helpers/patient-waits.ts'

export const apiKey = 'test-key'
export const webhookSecret = `whsec_${Buffer.from('the secret of the tests').toString('base64')}`

export type Language = 'javascript' | 'python'

/**
 * The fixtures of the language that the tests are run with: the same tests hold for graphs in each. Python's
 * interpreter is null for JavaScript.
 */
export function fixturesOf(graphs: Record<string, string>, chosen?: Language) {
  const fixtures = path.resolve(import.meta.dirname, '../../fixtures')
  const { QUARTERDECK_TEST_LANGUAGE: usual, QUARTERDECK_TEST_PYTHON: python } = process.env
  if ((chosen ?? usual) !== 'python')
    return { directory: `${fixtures}/agents`, graphs, python: null }
  if (!python) throw new Error('There is no Python to run the graphs with.')
  const places = Object.entries(graphs).map(([id, place]) => [id, inPython(place)])
  return {
    directory: `${fixtures}/python-agents`,
    graphs: Object.fromEntries(places) as Record<string, string>,
    python,
  }
}

/** The place of what is written in Python as well. */
const inPython = (place: string) => place.replace(/\.c?[jt]s:/, '.py:')

type OwnRevision = Partial<Omit<LoadableRevision, 'deployment_id' | 'revision_id' | 'onLog'>>

/** What else a revision names of the fixtures, in the language of its graphs. */
function placesOf({ auth, http, ...rest }: OwnRevision, python: string | null): OwnRevision {
  const place = (written: string) => (python ? inPython(written) : written)
  return {
    ...rest,
    ...(auth ? { auth: { ...auth, path: place(auth.path) } } : {}),
    ...(http ? { http: { ...http, ...(http.app ? { app: place(http.app) } : {}) } } : {}),
  }
}

/** Serves the fixtures' graphs as the deployment `fixtures`, on a port of its own. */
export async function serveFixtures(options: {
  database: Database
  gateUrl: string
  deploymentId: string
  revisionId: string
  graphs: Record<string, string>
  heartbeatMs: number
  limits?: Partial<EngineLimits & ClusterLimits>
  now?: () => Date
  webhookPausesMs?: readonly number[]
  /** Serves the addresses only, with no executor for runs. */
  isIdle?: boolean
  /** Of the fixtures' deployment. */
  env?: Record<string, string>
  revision?: OwnRevision
  /** Of the graphs, where it is not that of the test run. */
  language?: Language
  report(error: Error): void
  onLog: LoadableRevision['onLog']
  traces?: Parameters<typeof createAgentServer>[0]['traces']
  issueFeedbackUrls?: Parameters<typeof createAgentServer>[0]['issueFeedbackUrls']
  wakePreviewById?: Parameters<typeof createAgentServer>[0]['wakePreviewById']
}): Promise<{ server: AgentServer; cluster: Cluster; http: ServerType }> {
  const { leaseMs, pollMs, ...limits } = options.limits ?? {}
  const cluster = new Cluster({
    database: options.database,
    dataDir: null,
    limits: { ...(leaseMs ? { leaseMs } : {}), ...(pollMs ? { pollMs } : {}) },
    report: options.report,
  })
  const server = createAgentServer({
    database: options.database,
    cluster,
    now: options.now ?? (() => new Date()),
    apiKey: () => apiKey,
    heartbeatMs: options.heartbeatMs,
    limits: { ...patientWaits, ...limits },
    webhooks: { secret: webhookSecret, pausesMs: options.webhookPausesMs },
    report: options.report,
    traces: options.traces ?? null,
    ...(options.wakePreviewById ? { wakePreviewById: options.wakePreviewById } : {}),
    // No votes here.
    votedRuns: () => 'select null::uuid where false',
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
    const fixtures = fixturesOf(options.graphs, options.language)
    await server.host.load({
      deployment_id: options.deploymentId,
      revision_id: options.revisionId,
      ...fixtures,
      env: { GATE_URL: options.gateUrl, ...options.env },
      ...placesOf(options.revision ?? {}, fixtures.python),
      onLog: options.onLog,
    })
    await server.host.activate(options.deploymentId, options.revisionId)
  }
  const http = await new Promise<ServerType>((resolve) => {
    const { options } = withWebSockets('', app.fetch)
    const listening = serve({ ...options, port: 0, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    )
  })
  return { server, cluster, http }
}
