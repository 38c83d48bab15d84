import {
  type Connection,
  type ConnectionProbe,
  localConnectionId,
  makesFeedbackAddresses,
} from '../../../contract/gateway/connections.ts'
import type { ApiKey } from '../../http/require-key.ts'
import type { Reach } from '../../outgoing/address-policy.ts'

/** A connection with what only the server may know. */
export interface KeptConnection {
  id: string
  name: string
  /** One of `connectionKinds`. */
  kind: string
  /** {base_url}, without a slash at its end. */
  base_url: string
  /** {tracing_url}, without a slash at its end. */
  tracing_url: string
  key: string | null
  tenant_id: string | null
  key_origins: readonly string[]
  /** One of `connectionColors`. */
  color: string | null
  is_production: boolean
  probe: ConnectionProbe | null
  created_at: string | null
  updated_at: string | null
  /** Where an address of this connection is reached from here, when that is not the address itself. */
  reach: (url: URL) => URL
}

/** The part that a browser may see. `local`: the stack that keeps the votes of servers that have no place for them. */
export function presentConnection(connection: KeptConnection, local: KeptConnection): Connection {
  const { key, reach: _, key_origins, ...shown } = connection
  const keepsVotes = keepsVotesOf(connection)
  return {
    ...shown,
    key_origins: [...key_origins],
    has_key: key !== null,
    keeps_votes: keepsVotes,
    feedback_origin: new URL((keepsVotes ? local : connection).tracing_url).origin,
  }
}

/** Whether this server keeps the votes on a connection's runs: of agent servers that make no addresses for them. */
export function keepsVotesOf(connection: KeptConnection): boolean {
  return connection.kind === 'agent_server' && !makesFeedbackAddresses(connection)
}

/**
 * The local stack, known to everybody at `publicUrl`. The gateway speaks HTTP to it like any other
 * client, at `ownUrl`, which works where the public address leads through a proxy.
 */
export function localConnection(stack: {
  publicUrl: string
  ownUrl: string
  key: ApiKey
}): KeptConnection {
  const [publicUrl, ownUrl] = [new URL(stack.publicUrl), new URL(stack.ownUrl)]
  return {
    id: localConnectionId,
    name: 'Local stack',
    kind: 'local',
    base_url: `${stack.publicUrl}/api-host`,
    tracing_url: stack.publicUrl,
    // It may be replaced while the server runs.
    get key() {
      return stack.key()
    },
    tenant_id: null,
    key_origins: [],
    color: null,
    is_production: false,
    probe: null,
    created_at: null,
    updated_at: null,
    // The public address and its own have the same path.
    reach: (url) =>
      url.origin === publicUrl.origin ? new URL(ownUrl.origin + url.pathname + url.search) : url,
  }
}

/** How private an address may be that a person typed for this connection: they may mean this machine. */
export const typedLimit: Reach = 'loopback'

/**
 * The credentials that may go to an address. A key belongs to the origins that it was given for: those
 * of the connection, the further ones that it names, and for a vendor's cloud the hosts that the vendor
 * gives to deployments. Elsewhere the request goes without. With the key goes that it is the operators' (published):
 * a project with an authorization of its own then knows whom it is asked for.
 */
export function credentialsFor(connection: KeptConnection, url: URL): Record<string, string> {
  if (connection.key === null || !mayCarryKey(connection, url)) return {}
  return {
    'x-api-key': connection.key,
    ...asOperator,
    ...(connection.tenant_id === null ? {} : { 'x-tenant-id': connection.tenant_id }),
  }
}

const asOperator = { 'x-auth-scheme': 'langsmith' }

function mayCarryKey(connection: KeptConnection, url: URL): boolean {
  const own = [connection.base_url, connection.tracing_url].map((text) => new URL(text).origin)
  if (own.includes(url.origin)) return true
  const patterns = connection.kind.startsWith('cloud_')
    ? [...connection.key_origins, 'https://*.langgraph.app']
    : connection.key_origins
  return patterns.some((pattern) => matchesOrigin(url, pattern))
}

/** Whether an address has the origin that a pattern names: `https://host` or `https://*.host`. */
export function matchesOrigin(url: URL, pattern: string): boolean {
  const [scheme, host = ''] = pattern.toLowerCase().split('://')
  if (url.protocol !== `${scheme}:`) return false
  return host.startsWith('*.') ? url.host.endsWith(host.slice(1)) : url.host === host
}
