import path from 'node:path'
import { installVendor, startVendor } from '../../bench/server/vendor.ts'

/** The vendor's open server with our graphs, for a test in a DOM; tells its parent where it is. */
const project = path.join(import.meta.dirname, '../fixtures/vendor-chat')
await installVendor()
const server = await startVendor('vendor', project, { GATE_URL: process.env.GATE_URL ?? '' })
process.send?.({ url: server.url })
process.on('disconnect', () => void server.stop().finally(() => process.exit()))
