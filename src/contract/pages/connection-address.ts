/** An address of the console below the base path, taken apart. */
export interface ConnectionAddress {
  /** The connection that the page works with; null in an address that names none. */
  connectionId: string | null
  /** What follows: the page's own address, with a slash in front. */
  path: string
}

/**
 * `/c/local/deployments` to `local` and `/deployments`: a page belongs to the server that its address names,
 * so a link leads everybody, and every tab, to the same one.
 * @param pathname still encoded
 */
export function connectionAddress(pathname: string): ConnectionAddress {
  const [, id, path] = /^\/c\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
  const connectionId = id === undefined ? null : decoded(id)
  return connectionId === null
    ? { connectionId, path: pathname }
    : { connectionId, path: path ?? '/' }
}

/** What stands before the addresses of all pages of a connection. */
export function connectionBase(connectionId: string): string {
  return `/c/${encodeURIComponent(connectionId)}`
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
