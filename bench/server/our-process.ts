import { startServer } from '../../src/server/process/start-server.ts'

/** Our server in a process of its own, as it is shipped; tells its parent where it is. */
const server = await startServer({
  port: 0,
  host: '127.0.0.1',
  dataDir: String(process.argv[2]),
  databaseUrl: process.env.DATABASE_URL ?? null,
  hasExamples: false,
  isolation: {
    mode: process.env.QUARTERDECK_ISOLATION === 'none' ? 'none' : 'auto',
    memoryPercent: 50,
    processes: 1_000,
    openFiles: 4_096,
    folders: [],
    metadata: 'open',
    systemCalls: 'filtered',
    secretFiles: [],
  },
})
process.send?.({ url: server.url, apiKey: server.apiKey })
process.on('disconnect', () => process.exit(0))
