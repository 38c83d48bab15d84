// @ts-check
/**
 * The embedded PostgreSQL, in a thread of its own: a statement blocks the thread that it runs in.
 * It speaks PostgreSQL's wire protocol over the message port, bytes in and bytes out. Plain
 * JavaScript, because a worker thread does not inherit the TypeScript loader.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const port = parentPort
if (!port) throw new Error('The embedded database runs in a worker thread only.')

/** @type {{ dataDir: string | null, template: Uint8Array<ArrayBuffer> | null }} */
const { dataDir, template } = workerData
const settings = [
  // The default of 128 MB is for a machine of its own; the system caches the files as well.
  'shared_buffers=32MB',
  // What it has logged stays little, see keepUp.
  'min_wal_size=32MB',
  'max_wal_size=128MB',
  // ANALYZE looks at so many rows, times 300, and nobody is answered meanwhile.
  'default_statistics_target=25',
]
const database = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, ...settings.flatMap((one) => ['-c', one])],
  ...(dataDir ? { dataDir } : {}),
  ...(template ? { loadDataDir: new Blob([template]) } : {}),
})

let queue = Promise.resolve()
port.on('message', (message) => {
  queue = queue.then(() => handle(message))
})
port.postMessage('ready')

/** @param {Uint8Array | 'dump' | 'close'} message */
async function handle(message) {
  if (message === 'close') {
    await database.close()
    port?.postMessage('closed')
    port?.close()
  } else if (message === 'dump') {
    const dump = await database.dumpDataDir('none')
    port?.postMessage({ dump: new Uint8Array(await dump.arrayBuffer()) })
  } else {
    port?.postMessage(await database.execProtocolRaw(message))
  }
}
