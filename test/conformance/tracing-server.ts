import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { findRunOrigin } from '../../src/server/agent-server/runs/run-origin.ts'
import { answerErrors } from '../../src/server/http/route.ts'
import { secretBox } from '../../src/server/secrets/secret-box.ts'
import { pathOfService } from '../../src/server/tracing/root-address.ts'
import { createTracing } from '../../src/server/tracing/tracing.ts'
import { noPrices } from '../../src/server/usage/prices.ts'
import type { Harness } from '../server/agent-server/harness.ts'
import { apiKey } from '../server/agent-server/serve-fixtures.ts'

/** The tracing service beside an agent server, at the address that it tells. */
export async function startTracing(h: Harness, prices = noPrices) {
  const reported: Error[] = []
  let handle: Hono['fetch'] | undefined
  const http = await new Promise<ServerType>((resolve) => {
    const listening = serve(
      { fetch: (request) => handle?.(request), port: 0, hostname: '127.0.0.1' },
      () => resolve(listening),
    )
  })
  const root = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const { routes } = createTracing({
    database: h.database,
    apiKey: () => apiKey,
    tracingUrl: root,
    secretBox: secretBox('a secret key for tests, long enough'),
    findRun: findRunOrigin,
    history: h.server.history,
    prices: () => prices,
    now: () => new Date(),
    report: (error) => reported.push(error),
  })
  const app = new Hono({ getPath: pathOfService })
  answerErrors(app, (error) => reported.push(error))
  app.route('/', routes)
  handle = app.fetch
  return { root, reported, close: () => void http.close() }
}
