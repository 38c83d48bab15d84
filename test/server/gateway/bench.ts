import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import type { KeptConnection } from '../../../src/server/gateway/connections.ts'
import { createGateway, type Gateway } from '../../../src/server/gateway/gateway.ts'
import { answerErrors } from '../../../src/server/http/route.ts'

export const key = 'qd_the-key-that-no-browser-may-see'
export const deploymentId = '44444444-4444-4444-8444-444444444444'

/** Every header and byte of an answer, and a way to read it as it comes. */
export interface Upstream {
  readonly origin: string
  /** What arrived, oldest first. */
  readonly requests: http.IncomingMessage[]
  /** How the next requests are answered. */
  answer: (request: http.IncomingMessage, response: http.ServerResponse) => void
  close(): Promise<void>
}

export async function startUpstream(): Promise<Upstream> {
  const requests: http.IncomingMessage[] = []
  const server = http.createServer((request, response) => {
    requests.push(request)
    upstream.answer(request, response)
  })
  const origin = await listenOn(server)
  const upstream: Upstream = {
    origin,
    requests,
    answer: (_request, response) => response.end('{}'),
    close: () => closeServer(server),
  }
  return upstream
}

/** A gateway on a real socket with one connection, to the upstream. */
export async function startGateway(options: {
  upstream: Upstream
  password?: string
  now?: () => Date
}): Promise<{ origin: string; gateway: Gateway; close(): Promise<void> }> {
  const connection: KeptConnection = {
    id: 'there',
    name: 'There',
    kind: 'self-hosted',
    base_url: `${options.upstream.origin}/api-host`,
    tracing_url: options.upstream.origin,
    key,
    reach: (url) => url,
  }
  const gateway = createGateway({
    connections: [connection],
    password: options.password ?? null,
    isSecure: false,
    now: options.now ?? (() => new Date()),
    addressOf: (context) => getConnInfo(context).remote.address ?? '',
  })
  const app = new Hono()
  answerErrors(app, (error) => {
    throw error
  })
  app.route('/', gateway.routes)
  const server = createAdaptorServer({
    fetch: app.fetch,
    overrideGlobalObjects: false,
  }) as http.Server
  const origin = await listenOn(server)
  return {
    origin,
    gateway,
    close: async () => {
      gateway.stop()
      await closeServer(server)
    },
  }
}

function listenOn(server: http.Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
}

function closeServer(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** The control plane's answer for the deployment, with its agent server at `address`. */
export function deploymentAt(address: string | null): string {
  const at = '2030-01-01T00:00:00Z'
  return JSON.stringify({
    id: deploymentId,
    name: 'agent',
    source: 'github',
    source_config: { custom_url: address },
    source_revision_config: {},
    secrets: [],
    created_at: at,
    updated_at: at,
    status: 'READY',
    latest_revision_id: null,
    active_revision_id: null,
  })
}
