import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import type * as z from 'zod/mini'
import {
  type ConnectionPatch,
  connectionPresets,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  localConnectionId,
  patchConnection,
  testConnection,
} from '../../../contract/gateway/connections.ts'
import { HttpError, invalidField } from '../../http/http-error.ts'
import { route } from '../../http/route.ts'
import type { AskUpstream } from '../../outgoing/upstream.ts'
import type { ConnectionStore } from './connection-store.ts'
import { type KeptConnection, presentConnection } from './connections.ts'
import type { DeploymentAddresses } from './deployment-addresses.ts'
import { probeConnection } from './probe.ts'

/** Answers the connection; 404 when there is none of that id. */
export async function findConnection(store: ConnectionStore, id: string): Promise<KeptConnection> {
  const connection = await store.find(id)
  if (connection) return connection
  throw new HttpError(404, 'There is no such connection.')
}

/** Reading, changing and testing connections. */
export function connectionRoutes(
  routes: Hono,
  deps: {
    store: ConnectionStore
    local: KeptConnection
    /** Are forgotten where a connection's addresses or key may be others now. */
    addresses: DeploymentAddresses
    ask: AskUpstream
    now: () => Date
  },
): void {
  const { store, addresses } = deps
  const present = async (id: string) =>
    presentConnection(await findConnection(store, id), deps.local)

  route(routes, listConnections, async () =>
    (await store.list()).map((one) => presentConnection(one, deps.local)),
  )
  route(routes, getConnection, ({ params }) => present(params.connection_id))

  route(
    routes,
    createConnection,
    async ({ body }) => {
      const preset =
        body.kind in connectionPresets
          ? connectionPresets[body.kind as keyof typeof connectionPresets]
          : null
      const baseUrl = tidy(body.base_url ?? preset?.base_url ?? '')
      const id = randomUUID()
      await store.save({
        id,
        name: body.name,
        kind: body.kind,
        base_url: baseUrl,
        tracing_url: tidy(body.tracing_url ?? preset?.tracing_url ?? new URL(baseUrl).origin),
        tenant_id: body.tenant_id ?? null,
        key_origins: body.key_origins ?? [],
        key: body.api_key ?? null,
      })
      await store.mark(id, {
        color: body.color ?? null,
        is_production: body.is_production ?? false,
      })
      return present(id)
    },
    { status: 201 },
  )

  route(routes, patchConnection, async ({ params, body }) => {
    const known = await findConnection(store, params.connection_id)
    const { color, is_production, ...facts } = body
    if (Object.values(facts).some((value) => value !== undefined)) await change(known, facts)
    if (color !== undefined || is_production !== undefined) {
      await store.mark(known.id, {
        color: color === undefined ? known.color : color,
        is_production: is_production ?? known.is_production,
      })
    }
    return present(known.id)
  })

  async function change(
    known: KeptConnection,
    body: Omit<z.output<typeof ConnectionPatch>, 'color' | 'is_production'>,
  ): Promise<void> {
    refuseLocal(known)
    const next = {
      id: known.id,
      kind: known.kind,
      name: body.name ?? known.name,
      base_url: body.base_url === undefined ? known.base_url : tidy(body.base_url),
      tracing_url: body.tracing_url === undefined ? known.tracing_url : tidy(body.tracing_url),
      tenant_id: body.tenant_id === undefined ? known.tenant_id : body.tenant_id,
      key_origins: body.key_origins ?? known.key_origins,
      key: body.api_key === undefined ? known.key : body.api_key,
    }
    if (known.key !== null && body.api_key === undefined && leadsElsewhere(known, next)) {
      throw invalidField(
        ['body', 'api_key'],
        'The key was given for another address. Write it again for this one.',
      )
    }
    await store.save(next)
    addresses.forget(known.id)
  }

  route(routes, deleteConnection, async ({ params }) => {
    const known = await findConnection(store, params.connection_id)
    refuseLocal(known)
    await store.remove(known.id)
    addresses.forget(known.id)
  })
  route(routes, testConnection, async ({ params, body }) => {
    const connection = await findConnection(store, params.connection_id)
    addresses.forget(connection.id)
    const probe = await probeConnection(deps, connection, body.deployment_id ?? null)
    await store.keepProbe(connection.id, probe)
    return probe
  })
}

function refuseLocal(connection: KeptConnection): void {
  if (connection.id !== localConnectionId) return
  throw new HttpError(
    409,
    'The local stack is always there. Only its colour and its mark as production can be changed.',
  )
}

interface Addresses {
  base_url: string
  tracing_url: string
  key_origins: readonly string[]
}

/** Whether the kept key would be sent to an origin that it is not sent to now. */
function leadsElsewhere(known: Addresses, next: Addresses): boolean {
  const origin = (text: string) => new URL(text).origin
  const added = next.key_origins.filter((pattern) => !known.key_origins.includes(pattern))
  return (
    origin(known.base_url) !== origin(next.base_url) ||
    origin(known.tracing_url) !== origin(next.tracing_url) ||
    added.length > 0
  )
}

/** An address in its normal form, without a slash at its end. */
function tidy(address: string): string {
  return new URL(address).href.replace(/\/+$/, '')
}
