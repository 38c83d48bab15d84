import type { Connection } from '../../contract/connections.ts'

/** A connection with what only the server may know. */
export interface KeptConnection {
  id: string
  name: string
  kind: string
  /** {base_url}, without a slash at its end. */
  base_url: string
  /** {tracing_url}, without a slash at its end. */
  tracing_url: string
  key: string | null
  /** Where an address of this connection is reached from here, when that is not the address itself. */
  reach: (url: URL) => URL
}

/** The part that a browser may see. */
export function presentConnection(connection: KeptConnection): Connection {
  const { id, name, kind, base_url, tracing_url, key } = connection
  return { id, name, kind, base_url, tracing_url, has_key: key !== null }
}

/**
 * The local stack, known to everybody at `publicOrigin`. The gateway speaks HTTP to it like any
 * other client, at `ownOrigin`, which works where the public address leads through a proxy.
 */
export function localConnection(stack: {
  publicOrigin: string
  ownOrigin: string
  key: string
}): KeptConnection {
  return {
    id: 'local',
    name: 'Local stack',
    kind: 'local',
    base_url: `${stack.publicOrigin}/api-host`,
    tracing_url: stack.publicOrigin,
    key: stack.key,
    reach: (url) =>
      url.origin === stack.publicOrigin
        ? new URL(`${stack.ownOrigin}${url.pathname}${url.search}`)
        : url,
  }
}
