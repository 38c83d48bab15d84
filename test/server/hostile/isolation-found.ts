import { openIsolation } from '../../../src/server/isolation/open-isolation.ts'

/** Tells what keeps agents apart on this machine, as it is where this program runs. */
const isolation = await openIsolation({
  ...{ mode: 'auto', memoryPercent: 50, processes: 100, openFiles: 4_096, folders: [] },
  ...{ metadata: 'open', systemCalls: 'filtered', secretFiles: [] },
  dataDir: String(process.argv[2]),
})
const { kind, notSeparated } = isolation
console.log(JSON.stringify({ kind, notSeparated }))
