import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { Changes } from '../../../src/server/cluster/changes.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { localConnection } from '../../../src/server/gateway/connections/connections.ts'
import { createGateway, type Gateway } from '../../../src/server/gateway/gateway.ts'
import type { ProviderSettings } from '../../../src/server/gateway/oidc/provider-settings.ts'
import { clientReader } from '../../../src/server/http/client-facts.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { type Resolve, resolveBySystem } from '../../../src/server/outgoing/checked-lookup.ts'
import { secretBox } from '../../../src/server/secrets/secret-box.ts'
import { emptyDatabase } from '../../helpers/database.ts'

export const key = 'qd_the-key-that-no-browser-may-see'
/** What the gateway seals and proves with. */
export const gatewayBox = secretBox('a key for tests that is long enough for everybody')
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

export interface TestGateway {
  readonly origin: string
  readonly gateway: Gateway
  /** `/gateway/connections/{id}` of the connection to the upstream. */
  readonly root: string
  close(): Promise<void>
}

/**
 * A gateway on a real socket and on the worker's database, which is emptied. Without a password it has
 * a connection to the upstream; with one there are no connections but the local one, since making one
 * takes a session.
 */
export async function startGateway(options: {
  upstream: Upstream
  password?: string
  isSignInRequired?: boolean
  admitsOwner?: boolean
  now?: () => Date
  resolve?: Resolve
  silenceLimitMs?: number
  trustedProxies?: string[]
  basePath?: string
  hasFaults?: boolean
  provider?: ProviderSettings
  hasPasswords?: boolean
  publicUrl?: string
  warn?: (sentence: string) => void
  /** Instead of the emptied one. */
  database?: Database
}): Promise<TestGateway> {
  const database = options.database ?? (await emptyDatabase())
  const { upstream } = options
  const gateway = await createGateway({
    database,
    changes: new Changes(),
    secretBox: gatewayBox,
    local: localConnection({ publicUrl: upstream.origin, ownUrl: upstream.origin, key: () => key }),
    apiKey: () => key,
    password: options.password ?? null,
    isSignInRequired: options.isSignInRequired ?? options.password !== undefined,
    admitsOwner: options.admitsOwner ?? false,
    installationId: '55555555-5555-4555-8555-555555555555',
    basePath: options.basePath ?? '',
    provider: options.provider ?? null,
    hasPasswords: options.hasPasswords ?? true,
    publicUrl: options.publicUrl ?? '',
    auditDays: 365,
    readClient: clientReader({
      trustedProxies: options.trustedProxies ?? [],
      socketAddressOf: (context) => getConnInfo(context).remote.address,
      isSecure: false,
    }),
    requestIdOf: () => null,
    isFromAgent: async () => false,
    judged: { sessionsOf: async () => [], madeBy: async () => [] },
    now: options.now ?? (() => new Date()),
    resolve: options.resolve ?? resolveBySystem,
    silenceLimitMs: options.silenceLimitMs ?? 60_000,
    hasFaults: options.hasFaults ?? false,
    onSecret: () => undefined,
    warn: options.warn ?? (() => undefined),
    report: (error) => {
      throw error
    },
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
  const isOpen = !(options.isSignInRequired ?? options.password !== undefined)
  const id = isOpen ? await connectionTo(origin, upstream) : 'local'
  return {
    origin,
    gateway,
    root: `/gateway/connections/${id}`,
    close: async () => {
      await gateway.stop()
      await closeServer(server)
    },
  }
}

/** Makes a self-hosted connection, and answers its id. */
async function connectionTo(origin: string, upstream: Upstream): Promise<string> {
  const response = await fetch(`${origin}/gateway/connections`, {
    method: 'POST',
    body: JSON.stringify({
      name: 'There',
      kind: 'self_hosted',
      base_url: `${upstream.origin}/api-host/`,
      api_key: key,
    }),
  })
  return ((await response.json()) as { id: string }).id
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
  return JSON.stringify(deployment(address))
}

export function deployment(address: string | null) {
  const at = '2030-01-01T00:00:00Z'
  return {
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
  }
}
