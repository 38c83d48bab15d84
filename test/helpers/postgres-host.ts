import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresHost: string
  }
}

/**
 * The one PostgreSQL server of a test run, for all workers: started when the first of them asks for it, so that
 * a run without such tests needs none. It answers the server's address, or 500 and why there is none.
 */
export default async function setup({ provide }: TestProject) {
  let started: Promise<PostgresServer> | undefined
  const host = createServer((_request, response) => {
    started ??= startPostgresServer()
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  provide('postgresHost', `http://127.0.0.1:${(host.address() as AddressInfo).port}`)
  return async () => {
    host.close()
    host.closeAllConnections()
    const server = await started?.catch(() => undefined)
    await server?.stop()
  }
}
