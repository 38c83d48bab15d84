import * as z from 'zod/mini'
import { endpoint, noContent } from '../endpoint.ts'
import { id } from '../query.ts'

/**
 * What a connection leads to: this server's own stack (always there, cannot be changed), the vendor's
 * cloud in one of its regions, a self-hosted installation, or one agent server without a control plane.
 */
export const connectionKinds = [
  'local',
  'cloud_us',
  'cloud_eu',
  'self_hosted',
  'agent_server',
] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** Addresses that follow from the kind, so that nobody has to type them. */
export const connectionPresets = {
  cloud_us: {
    base_url: 'https://api.host.langchain.com',
    tracing_url: 'https://api.smith.langchain.com',
  },
  cloud_eu: {
    base_url: 'https://eu.api.host.langchain.com',
    tracing_url: 'https://eu.api.smith.langchain.com',
  },
} as const satisfies Partial<Record<ConnectionKind, { base_url: string; tracing_url: string }>>

/**
 * What a server may be able to do. The first three are about reaching it, the rest are features that the
 * console offers only where they work.
 */
export const capabilityNames = [
  'reachable',
  'authenticated',
  'agent_server',
  'deployments',
  'revision_logs',
  'oauth_providers',
  'bulk_cancel',
  'run_search',
  'schedules',
  'rollback',
  'resumable_join',
  'feedback_event',
  'feedback_marker',
  'feedback_tokens',
] as const
export type CapabilityName = (typeof capabilityNames)[number]

const Capability = z.looseObject({
  /** `unknown`: it could not be told without leaving something behind, or there was nothing to ask. */
  status: z.string(),
  /** Why, in a sentence for people. */
  reason: z.string(),
})

/** What a test found, and when. */
export const ConnectionProbe = z.looseObject({
  checked_at: z.string(),
  /** What kind of server answered and its version, as it tells itself; null when it does not. */
  server: z.nullish(z.string()),
  /** The deployment whose agent server was asked; null where there was none. */
  deployment_id: z.nullish(z.string()),
  /** By capability, each `yes`, `no` or `unknown`. */
  capabilities: z.record(z.string(), Capability),
})
export type ConnectionProbe = z.infer<typeof ConnectionProbe>

/** What a connection can be marked with, so that nobody takes one server for another. */
export const connectionColors = ['blue', 'cyan', 'green', 'amber', 'red', 'grey'] as const
export type ConnectionColor = (typeof connectionColors)[number]

/** A server that the console can work with. The gateway keeps its key; the browser never sees it. */
export const Connection = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** One of `connectionKinds`. */
  kind: z.string(),
  /** {base_url} of the control plane; of a bare agent server, {deployment_url}. */
  base_url: z.string(),
  /** {tracing_url}: its origin is the only one that feedback is sent to. */
  tracing_url: z.string(),
  /**
   * True where the servers have no feedback service: runs are started without feedback keys, and this server
   * keeps the votes. Their addresses are then of `feedback_origin`.
   */
  keeps_votes: z.nullish(z.boolean()),
  /** The origin of the addresses that votes go to; absent: that of `tracing_url`. */
  feedback_origin: z.nullish(z.string()),
  has_key: z.boolean(),
  /** The workspace of a key that sees several (`X-Tenant-Id`). */
  tenant_id: z.nullish(z.string()),
  /** Further origins that the key may be sent to, each an origin or `https://*.example.com`. */
  key_origins: z.nullish(z.array(z.string())),
  /** One of `connectionColors`; null: not marked. */
  color: z.nullish(z.string()),
  /** What cannot be undone is asked with its name. */
  is_production: z.nullish(z.boolean()),
  /** The last test; null when there was none since the connection was last changed. */
  probe: z.nullish(ConnectionProbe),
  created_at: z.nullish(z.string()),
  updated_at: z.nullish(z.string()),
})
export type Connection = z.infer<typeof Connection>

/** The connection that is always there. */
export const localConnectionId = 'local'

/**
 * Why a feature is not offered on this connection, in a sentence, or null when nothing speaks against
 * it: it works, or nobody has tested.
 */
export function refusalOf(connection: Connection, name: CapabilityName): string | null {
  const capability = connection.probe?.capabilities[name]
  return capability?.status === 'no' ? capability.reason : null
}

/**
 * Whether runs of this connection may be started with `feedback_keys` (§2.5). A bare agent server must have said
 * that it makes addresses: one that does not may spend its time looking for a service, and fail the run.
 */
export function makesFeedbackAddresses(connection: Pick<Connection, 'kind' | 'probe'>): boolean {
  const { status } = connection.probe?.capabilities.feedback_event ?? {}
  return connection.kind === 'agent_server' ? status === 'yes' : status !== 'no'
}

/** Whether the servers of this connection search runs over all threads: ours do, and say so. */
export function searchesRuns(connection: Pick<Connection, 'kind' | 'probe'>): boolean {
  const { status } = connection.probe?.capabilities.run_search ?? {}
  return connection.kind === 'local' || status === 'yes'
}

/** Whether they search over all deployments: an agent server alone has one. */
export function searchesAll(connection: Pick<Connection, 'kind' | 'probe'>): boolean {
  return connection.kind !== 'agent_server' && searchesRuns(connection)
}

/** The origin of the addresses that votes on runs of this connection go to. */
export function feedbackOrigin(connection: Connection): string {
  return connection.feedback_origin ?? new URL(connection.tracing_url).origin
}

const name = z.string().check(z.trim(), z.minLength(1, 'Give it a name.'), z.maxLength(100))
const address = z
  .string()
  .check(
    z.trim(),
    z.maxLength(2_000),
    z.refine(
      isServerAddress,
      'Write an address that begins with https:// or http://, without a user, a query or a fragment.',
    ),
  )
const apiKey = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Write the key, or leave the field out.'),
    z.maxLength(4_096),
    z.regex(/^[\x21-\x7e]+$/, 'A key holds no spaces and no special characters.'),
  )
const tenantId = z
  .string()
  .check(z.trim(), z.regex(/^[\w-]{1,100}$/, 'Write the id of a workspace.'))
const keyOrigins = z
  .array(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(300),
        z.refine(isOriginPattern, 'Write an origin such as https://host or https://*.example.com.'),
      ),
  )
  .check(z.maxLength(20))

function isServerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && !username && !password && !search && !hash
}

function isOriginPattern(text: string): boolean {
  const plain = text.replace(/^(https?:\/\/)\*\.(?=[^.*/]+\.[^*/]+$)/, '$1')
  return (
    !plain.includes('*') && URL.canParse(plain) && new URL(plain).origin === plain.toLowerCase()
  )
}

const marks = {
  color: z.nullish(z.enum(connectionColors)),
  is_production: z.optional(z.boolean()),
}

/** `base_url` and `tracing_url` follow from the kind where it is a cloud; a name may be given all the same. */
export const ConnectionCreate = z
  .strictObject({
    name,
    kind: z.enum(['cloud_us', 'cloud_eu', 'self_hosted', 'agent_server']),
    base_url: z.optional(address),
    /** Absent: the origin of `base_url`. */
    tracing_url: z.optional(address),
    tenant_id: z.nullish(tenantId),
    key_origins: z.optional(keyOrigins),
    ...marks,
    /** Write-only. */
    api_key: z.nullish(apiKey),
  })
  .check(
    z.refine((body) => body.base_url !== undefined || body.kind in connectionPresets, {
      path: ['base_url'],
      message: 'Write the address of the server.',
    }),
  )

/**
 * Only what is named changes. The key belongs to the origins that it was given for: whoever changes
 * one of them gives the key again (422 at `api_key` otherwise), or removes it with null.
 */
export const ConnectionPatch = z.strictObject({
  name: z.optional(name),
  base_url: z.optional(address),
  tracing_url: z.optional(address),
  tenant_id: z.nullish(tenantId),
  key_origins: z.optional(keyOrigins),
  ...marks,
  api_key: z.nullish(apiKey),
})

const params = z.object({ connection_id: z.string().check(z.minLength(1), z.maxLength(100)) })

export const listConnections = endpoint({
  name: 'listConnections',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/connections',
  role: 'viewer',
  isAudited: false,
  response: z.array(Connection),
})

export const getConnection = endpoint({
  name: 'getConnection',
  area: 'gateway',
  method: 'GET',
  path: '/gateway/connections/{connection_id}',
  role: 'viewer',
  isAudited: false,
  params,
  response: Connection,
})

/** Answers 201. Administrators only, like every change of a connection. */
export const createConnection = endpoint({
  name: 'createConnection',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/connections',
  role: 'admin',
  isAudited: true,
  body: ConnectionCreate,
  response: Connection,
})

/** Of the local stack only its marks, `color` and `is_production`, can be changed: 409 for the rest. */
export const patchConnection = endpoint({
  name: 'patchConnection',
  area: 'gateway',
  method: 'PATCH',
  path: '/gateway/connections/{connection_id}',
  role: 'admin',
  isAudited: true,
  params,
  body: ConnectionPatch,
  response: Connection,
})

/** 204; 409 for the local stack. */
export const deleteConnection = endpoint({
  name: 'deleteConnection',
  area: 'gateway',
  method: 'DELETE',
  path: '/gateway/connections/{connection_id}',
  role: 'admin',
  isAudited: true,
  params,
  response: noContent,
})

/**
 * Asks the server what it can do and remembers the answer. Nothing is made there and no run is started:
 * requests that cannot be right tell what is understood. `deployment_id` names whose agent server is asked; absent: the first that has one.
 */
export const testConnection = endpoint({
  name: 'testConnection',
  area: 'gateway',
  method: 'POST',
  path: '/gateway/connections/{connection_id}/test',
  role: 'operator',
  isAudited: true,
  params,
  body: z.strictObject({ deployment_id: z.optional(id) }),
  response: ConnectionProbe,
})

/**
 * Where the gateway forwards to, by connection. What follows the prefix is the upstream's own path:
 * `${controlPlane}/v2/deployments`, `${agent}/threads`, `${tracing}/api/v1/feedback/tokens/…`.
 * A bare agent server is listed as the one deployment of its connection, with the connection's id.
 */
export function gatewayPaths(connectionId: string) {
  const root = `/gateway/connections/${encodeURIComponent(connectionId)}`
  return {
    controlPlane: `${root}/control-plane`,
    agent: (deploymentId: string) => `${root}/agents/${encodeURIComponent(deploymentId)}`,
    tracing: `${root}/tracing`,
  }
}
