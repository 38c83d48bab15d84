/**
 * Serves the fixtures' graphs in a process of its own, for tests in a DOM, whose globals are not Node's:
 * `GRAPHS` maps a graph's id to its export, `GATE_URL` is where they wait. Prints its address once it
 * serves, and ends with its parent.
 */
import type { AddressInfo } from 'node:net'
import { emptyDatabase } from '../helpers/database.ts'
import { serveFixtures } from '../server/agent-server/serve-fixtures.ts'

const { GRAPHS: graphs, GATE_URL: gateUrl } = process.env
if (!graphs || !gateUrl) throw new Error('GRAPHS and GATE_URL are needed.')
const { http } = await serveFixtures({
  database: await emptyDatabase(),
  gateUrl,
  deploymentId: '00000000-0000-4000-8000-000000000001',
  revisionId: '00000000-0000-4000-8000-000000000002',
  graphs: JSON.parse(graphs) as Record<string, string>,
  heartbeatMs: 60_000,
  report: (error) => console.error(error),
  onLog: (_level, message) => console.error(message),
})
process.send?.(`http://127.0.0.1:${(http.address() as AddressInfo).port}/agents/fixtures`)
process.on('disconnect', () => process.exit())
