import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread, ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type {
  AgentServer,
  createAgentServer,
} from '../../../src/server/agent-server/agent-server.ts'
import type { Cluster } from '../../../src/server/cluster/cluster.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type Gates, openGates } from './gates.ts'
import { apiKey, serveFixtures } from './serve-fixtures.ts'
import { type SseStream, sseOf } from './sse.ts'

/** An answer, read to its end. */
export interface Answer<Body> {
  status: number
  headers: Headers
  body: Body
}

export interface Harness {
  url: string
  server: AgentServer
  cluster: Cluster
  database: Database
  deploymentId: string
  revisionId: string
  gates: Gates
  logs: { level: string; message: string; runId: string | undefined }[]
  errors: Error[]
  call<Body = unknown>(method: string, path: string, body?: unknown): Promise<Answer<Body>>
  /** Opens a stream and answers it as soon as the headers are there. */
  stream(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<SseStream>
  thread(): Promise<string>
  run(threadId: string, body: object): Promise<Run>
  getRun(run: Run): Promise<Answer<Run>>
  state(threadId: string): Promise<ThreadState>
  getThread(threadId: string): Promise<Thread>
  /** Waits for the end of a run by joining it, and answers it as it is then. */
  ended(run: Run): Promise<Run>
  /** Breaks a stream's connection and waits until the server's side of it is closed. */
  drop(stream: SseStream): Promise<void>
  close(): Promise<void>
}

/** A server over real sockets, with the fixtures' graphs deployed as `fixtures`. */
export async function startHarness(options: {
  graphs: Record<string, string>
  database?: Database
  deploymentId?: string
  /** Gates that outlast this server. */
  gates?: Gates
  heartbeatMs?: number
  stopGraceMs?: number
  limits?: Parameters<typeof serveFixtures>[0]['limits']
  now?: () => Date
  env?: Record<string, string>
  /** More of the revision that serves. */
  revision?: Parameters<typeof serveFixtures>[0]['revision']
  language?: Parameters<typeof serveFixtures>[0]['language']
  webhookPausesMs?: readonly number[]
  traces?: Parameters<typeof serveFixtures>[0]['traces']
  issueFeedbackUrls?: Parameters<typeof createAgentServer>[0]['issueFeedbackUrls']
  wakePreviewById?: Parameters<typeof createAgentServer>[0]['wakePreviewById']
}): Promise<Harness> {
  const database = options.database ?? (await emptyDatabase())
  const gates = options.gates ?? (await openGates())
  const errors: Error[] = []
  const logs: Harness['logs'] = []
  const deploymentId = options.deploymentId ?? randomUUID()
  const revisionId = randomUUID()
  const { server, cluster, http } = await serveFixtures({
    database,
    gateUrl: gates.url,
    deploymentId,
    revisionId,
    graphs: options.graphs,
    heartbeatMs: options.heartbeatMs ?? 60_000,
    limits: {
      ...options.limits,
      ...(options.stopGraceMs === undefined ? {} : { stopGraceMs: options.stopGraceMs }),
    },
    ...(options.now ? { now: options.now } : {}),
    ...(options.env ? { env: options.env } : {}),
    ...(options.language ? { language: options.language } : {}),
    ...(options.revision ? { revision: options.revision } : {}),
    ...(options.webhookPausesMs ? { webhookPausesMs: options.webhookPausesMs } : {}),
    traces: options.traces ?? null,
    report: (error) => errors.push(error),
    onLog: (level, message, runId) => logs.push({ level, message, runId }),
    ...(options.issueFeedbackUrls ? { issueFeedbackUrls: options.issueFeedbackUrls } : {}),
    ...(options.wakePreviewById ? { wakePreviewById: options.wakePreviewById } : {}),
  })
  const { port } = http.address() as AddressInfo
  let onBroken: (() => void)[] = []
  http.on('request', (_request: unknown, response: ServerResponse) => {
    response.on('close', () => {
      if (response.writableFinished) return
      for (const resolve of onBroken) resolve()
      onBroken = []
    })
  })
  const url = `http://127.0.0.1:${port}/agents/fixtures`

  const harness: Harness = {
    url,
    server,
    cluster,
    database,
    deploymentId,
    revisionId,
    gates,
    logs,
    errors,
    ...clientOf(url),
    async drop(stream) {
      const broken = new Promise<void>((resolve) => onBroken.push(resolve))
      stream.drop()
      await broken
    },
    async close() {
      await server.stop()
      await cluster.leave().catch((error: Error) => errors.push(error))
      await new Promise((resolve) => {
        http.close(resolve)
        if ('closeAllConnections' in http) http.closeAllConnections()
      })
      if (!options.gates) await gates.close()
    },
  }
  return harness
}

type Client = Pick<
  Harness,
  'call' | 'stream' | 'thread' | 'run' | 'getRun' | 'state' | 'getThread' | 'ended'
>

/** What clients do with the agent server of a deployment. */
export function clientOf(url: string): Client {
  const request = (method: string, at: string, body?: unknown, headers = {}) =>
    fetch(`${url}${at}`, {
      method,
      headers: { 'x-api-key': apiKey, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const call = async <Body>(method: string, at: string, body?: unknown) => {
    const response = await request(method, at, body)
    const text = await response.text()
    const parsed = (text.trim() === '' ? null : JSON.parse(text)) as Body
    return { status: response.status, headers: response.headers, body: parsed }
  }
  const ok = async <Body>(method: string, at: string, body?: unknown) => {
    const answer = await call<Body>(method, at, body)
    expect(answer, `${method} ${at}`).toMatchObject({ status: 200 })
    return answer.body
  }
  const client: Client = {
    call,
    async stream(method, at, body, headers) {
      const controller = new AbortController()
      const response = await fetch(`${url}${at}`, {
        method,
        headers: { 'x-api-key': apiKey, ...headers },
        signal: controller.signal,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return sseOf(response, controller)
    },
    thread: async () => (await ok<Thread>('POST', '/threads', {})).thread_id,
    run: (threadId, body) => ok<Run>('POST', `/threads/${threadId}/runs`, body),
    getRun: (run) => call<Run>('GET', `/threads/${run.thread_id}/runs/${run.run_id}`),
    state: (threadId) => ok<ThreadState>('GET', `/threads/${threadId}/state`),
    getThread: (threadId) => ok<Thread>('GET', `/threads/${threadId}`),
    async ended(run) {
      await call('GET', `/threads/${run.thread_id}/runs/${run.run_id}/join`)
      return (await client.getRun(run)).body
    },
  }
  return client
}
