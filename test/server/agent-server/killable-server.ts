/**
 * A server in a process of its own, for tests that kill it: `DATA_DIR` keeps its database, `GATE_URL`
 * is where its graphs wait. Prints its address once it serves.
 */
import type { AddressInfo } from 'node:net'
import { openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { serveFixtures } from './serve-fixtures.ts'

const { DATA_DIR: dataDir, GATE_URL: gateUrl } = process.env
if (!dataDir || !gateUrl) throw new Error('DATA_DIR and GATE_URL are needed.')
const database = await openEmbeddedDatabase({ dataDir })
await migrate(database)
const { http } = await serveFixtures({
  database,
  gateUrl,
  deploymentId: '00000000-0000-4000-8000-000000000001',
  revisionId: '00000000-0000-4000-8000-000000000002',
  graphs: { steps: './steps.ts:graph' },
  heartbeatMs: 60_000,
  stopGraceMs: 5_000,
  report: (error) => console.error(error),
  onLog: (_level, message) => console.error(message),
})
console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}/agents/fixtures`)
