import { mkdtemp, realpath, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { expect } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { isSettled } from '../../../src/contract/control-plane/revisions.ts'
import { Cluster } from '../../../src/server/cluster/cluster.ts'
import {
  type ControlPlane,
  createControlPlane,
} from '../../../src/server/control-plane/control-plane.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type RecordingHost, recordingHost } from './recording-host.ts'

const apiKey = 'qd_test-key-of-the-control-plane'

/** A control plane over the worker's database, with a recording host, spoken to over a real socket. */
export interface Bench {
  readonly host: RecordingHost
  readonly database: Database
  readonly folder: string
  readonly reported: Error[]
  /** Sends a request with the key; `body` goes as JSON. */
  send(method: string, path: string, body?: unknown, headers?: HeadersInit): Promise<Response>
  json(method: string, path: string, body?: unknown): Promise<unknown>
  /** Asks for the revision until its rollout has ended. */
  settled(deploymentId: string, revisionId: string): Promise<Revision>
  /** Every line of a log, oldest first. */
  log(deploymentId: string, revisionId: string, type: 'build' | 'deploy'): Promise<string[]>
  /** As a stop and a start of the process do, on the same data; `host` is new, `prepare` gets it first. */
  restart(prepare?: (host: RecordingHost) => void): Promise<void>
  /** Starts on the same data without a stop before: what was at work is not told; `prepare` as before. */
  crash(prepare?: (host: RecordingHost) => void): Promise<void>
  close(): Promise<void>
}

type PlaneOptions = Parameters<typeof createControlPlane>[0]

export const benchSecretKey = 'a secret key for tests, long enough'

/** `database`: one that is shared with other benches; the worker's own, emptied, when absent. */
export async function openBench(
  options: { secretKey?: string; pollMs?: number } & Partial<
    Pick<
      PlaneOptions,
      | 'database'
      | 'healthPollMs'
      | 'keptBuilds'
      | 'limits'
      | 'localRepositories'
      | 'now'
      | 'pushPollMs'
      | 'restartPauseMs'
    >
  > = {},
): Promise<Bench> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-')))
  const database = options.database ?? (await emptyDatabase())
  const reported: Error[] = []
  let plane: ControlPlane
  let cluster: Cluster
  const left: { plane: ControlPlane; cluster: Cluster }[] = []
  let app: Hono
  let host: RecordingHost

  const start = async (prepare?: (host: RecordingHost) => void) => {
    host = recordingHost()
    prepare?.(host)
    const { pollMs } = options
    cluster = new Cluster({
      database,
      dataDir: folder,
      limits: pollMs === undefined ? {} : { pollMs },
      report: (error) => reported.push(error),
    })
    plane = await createControlPlane({
      ...options,
      database,
      cluster,
      host,
      apiKey: () => apiKey,
      secretBox: secretBox(options.secretKey ?? benchSecretKey),
      folders: {
        builds: path.join(folder, 'builds'),
        packageCache: path.join(folder, 'cache'),
        working: path.join(folder, 'working'),
      },
      agentUrl: (name) => `http://agents.test/agents/${name}`,
      baseUrl: 'http://control-plane.test',
      isForbidden: (ip) => ip.startsWith('169.254.'),
      pushPollMs: options.pushPollMs ?? 3_600_000,
      now: options.now ?? (() => new Date()),
      report: (error) => reported.push(error),
    })
    app = new Hono()
    answerErrors(app, (error) => reported.push(error))
    app.route('/', plane.routes)
    await plane.start()
  }
  await start()
  const server = createAdaptorServer({ fetch: (request) => app.fetch(request) }) as Server
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send: Bench['send'] = (method, url, body, headers) =>
    fetch(origin + url, {
      method,
      headers: { 'x-api-key': apiKey, ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  const json: Bench['json'] = async (...args) => (await send(...args)).json()

  return {
    get host() {
      return host
    },
    database,
    folder,
    reported,
    send,
    json,
    async settled(deploymentId, revisionId) {
      for (;;) {
        const url = `/v2/deployments/${deploymentId}/revisions/${revisionId}`
        const revision = (await json('GET', url)) as Revision
        if (isSettled(revision)) return revision
        // Polling as a client does, but leaving the processor to git and npm in between.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async log(deploymentId, revisionId, type) {
      const url = `/v2/deployments/${deploymentId}/revisions/${revisionId}/logs`
      const page = (await json('GET', `${url}?type=${type}&limit=1000`)) as {
        logs: { message: string }[]
      }
      return page.logs.map((line) => line.message)
    },
    async restart(prepare) {
      await plane.stop()
      await cluster.leave()
      await start(prepare)
    },
    async crash(prepare) {
      left.push({ plane, cluster })
      await start(prepare)
    },
    async close() {
      for (const one of [...left, { plane, cluster }]) {
        await one.plane.stop()
        await one.cluster.leave()
      }
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The locations of the faults of a 422 (§2.2). */
export async function faults(response: Response): Promise<string[]> {
  expect(response.status).toBe(422)
  const { detail } = (await response.json()) as {
    detail: { loc: (string | number)[]; msg: string; type: string }[]
  }
  for (const fault of detail)
    expect(fault).toEqual({
      loc: expect.any(Array),
      msg: expect.any(String),
      type: expect.any(String),
    })
  return detail.map((fault) => fault.loc.join('.'))
}

/** Creates a deployment of a repository and answers it. */
export async function createDeployment(
  bench: Bench,
  address: string,
  options: {
    name?: string
    ref?: string | null
    source?: object
    secrets?: { name: string; value: string }[]
  } = {},
): Promise<Deployment> {
  const response = await bench.send('POST', '/v2/deployments', {
    name: options.name ?? 'agent',
    source: 'github',
    source_config: { repo_url: address, ...options.source },
    source_revision_config: { repo_ref: options.ref === undefined ? 'main' : options.ref },
    secrets: options.secrets ?? [],
  })
  expect(response.status).toBe(201)
  return response.json()
}
