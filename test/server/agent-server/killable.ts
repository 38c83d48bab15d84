import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { expect } from 'vitest'
import type { EngineLimits } from '../../../src/server/agent-server/runs/engine-limits.ts'
import type { ClusterLimits } from '../../../src/server/cluster/cluster.ts'
import { SHORT_LIVED } from '../../helpers/short-lived.ts'
import { apiKey } from './serve-fixtures.ts'
import { type SseStream, sseOf } from './sse.ts'

/** A server in a process of its own. */
export interface KillableServer {
  url: string
  pid: number
  /** A request that must be answered with 200, 202 or 204; its body, parsed. */
  call<Body>(method: string, at: string, body?: unknown): Promise<Body>
  /** The status of the answer alone. */
  status(method: string, at: string, body?: unknown): Promise<number>
  stream(
    method: string,
    at: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<SseStream>
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
}

const script = path.resolve(import.meta.dirname, 'killable-server.ts')

/** Starts one over a database of its own (`dataDir`) or a shared one (`databaseUrl`). */
export async function startKillable(options: {
  gateUrl: string
  dataDir?: string
  databaseUrl?: string
  limits?: Partial<EngineLimits & ClusterLimits>
  isIdle?: boolean
  /** Of the deployment. */
  variables?: Record<string, string>
}): Promise<KillableServer> {
  const { gateUrl, dataDir, databaseUrl, limits = {}, isIdle = false, variables = {} } = options
  const child = spawn(process.execPath, [...SHORT_LIVED, '--import', 'tsx', script], {
    env: {
      PATH: process.env.PATH,
      QUARTERDECK_TEST_LANGUAGE: process.env.QUARTERDECK_TEST_LANGUAGE,
      QUARTERDECK_TEST_PYTHON: process.env.QUARTERDECK_TEST_PYTHON,
      GATE_URL: gateUrl,
      LIMITS: JSON.stringify(limits),
      IS_IDLE: String(isIdle),
      VARIABLES: JSON.stringify(variables),
      ...(dataDir ? { DATA_DIR: dataDir } : {}),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const onExit = () => child.kill('SIGKILL')
  process.on('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    child.once('exit', (code) => reject(new Error(`The server exited with code ${code}.`)))
  })
  const request = (method: string, at: string, body?: unknown) =>
    fetch(`${url}${at}`, {
      method,
      headers: { 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    url,
    pid: child.pid ?? 0,
    async call<Body>(method: string, at: string, body?: unknown): Promise<Body> {
      const response = await request(method, at, body)
      const text = await response.text()
      expect([200, 202, 204], `${method} ${at} answered ${text}`).toContain(response.status)
      return (text.trim() === '' ? null : JSON.parse(text)) as Body
    },
    async status(method, at, body) {
      const response = await request(method, at, body)
      await response.text()
      return response.status
    },
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
    kill: () => killed(child),
  }
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
