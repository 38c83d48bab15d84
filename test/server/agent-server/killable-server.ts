/**
 * A server in a process of its own, for tests that kill it: `DATA_DIR` keeps its database, or
 * `DATABASE_URL` is one that it shares with others; `GATE_URL` is where its graphs wait, `VARIABLES` are those of
 * the deployment. With `IS_IDLE` it has no executor. Prints its address once it serves.
 */
import type { AddressInfo } from 'node:net'
import { openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { serveFixtures } from './serve-fixtures.ts'

const { DATA_DIR: dataDir, DATABASE_URL: url, GATE_URL: gateUrl } = process.env
const { LIMITS, IS_IDLE, VARIABLES } = process.env
if (!gateUrl) throw new Error('GATE_URL is needed.')
const database = url
  ? await openPostgres(url)
  : await openEmbeddedDatabase({ dataDir: dataDir ?? null })
await migrate(database)
const { http } = await serveFixtures({
  database,
  gateUrl,
  deploymentId: '00000000-0000-4000-8000-000000000001',
  revisionId: '00000000-0000-4000-8000-000000000002',
  graphs: {
    steps: './steps.ts:graph',
    troubled: './troubled.ts:graph',
    conversation: './conversation.ts:graph',
  },
  isIdle: IS_IDLE === 'true',
  env: JSON.parse(VARIABLES ?? '{}') as Record<string, string>,
  limits: JSON.parse(LIMITS ?? '{}') as object,
  heartbeatMs: 60_000,
  report: (error) => console.error(error),
  onLog: (_level, message) => console.error(message),
})
console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}/agents/fixtures`)
