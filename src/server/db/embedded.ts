import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Database, databaseOver } from './database.ts'
import { MessageBatches } from './message-batches.ts'

/**
 * Starts the embedded PostgreSQL in a worker thread and answers it behind the same driver as a
 * server: the driver's bytes travel over a message port instead of a socket.
 *
 * `dataDir` null keeps the data in memory. `template` is a dump to start from (see `dump`).
 * The data directory must be locked by the caller: the engine does not refuse a second process.
 * Committed data survives a crash of the process, not a power cut.
 */
export async function openEmbeddedDatabase(options: {
  dataDir: string | null
  template?: Uint8Array
}): Promise<Database & { dump(): Promise<Uint8Array> }> {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { dataDir: options.dataDir, template: options.template ?? null },
  })
  await answer(worker, (message) => message === 'ready')
  const pool = new pg.Pool({
    // One connection: the engine has one session, so a second would share its transaction.
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    stream: () => new WorkerStream(worker) as never,
  })
  pool.on('error', () => {
    // An idle connection broke with its worker; the next query reports it.
  })
  const database = databaseOver(pool, async () => {
    const closed = answer(worker, (message) => message === 'closed')
    worker.postMessage('close')
    await closed
    await worker.terminate()
  })
  return {
    ...database,
    async dump() {
      const dumped = answer(worker, (message) => typeof message === 'object' && 'dump' in message)
      worker.postMessage('dump')
      return ((await dumped) as { dump: Uint8Array }).dump
    },
  }
}

type WorkerMessage = Uint8Array | 'ready' | 'closed' | { dump: Uint8Array }

/** The worker's first message that fits; rejects if the worker fails or ends before. */
function answer(worker: Worker, fits: (message: WorkerMessage) => boolean): Promise<WorkerMessage> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: WorkerMessage) => {
      if (!(message instanceof Uint8Array) && fits(message)) finish(() => resolve(message))
    }
    const onError = (error: Error) => finish(() => reject(error))
    const onExit = (code: number) =>
      finish(() => reject(new Error(`The embedded database stopped (exit code ${code}).`)))
    const finish = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}

/** The driver's socket: what it writes goes to the worker, what the worker answers is read. */
class WorkerStream extends Duplex {
  private readonly worker: Worker
  private readonly batches = new MessageBatches()

  constructor(worker: Worker) {
    super()
    this.worker = worker
    worker.on('message', this.onBytes).on('exit', this.onExit)
  }

  private readonly onBytes = (message: WorkerMessage) => {
    if (message instanceof Uint8Array && message.length > 0) this.push(message)
  }

  private readonly onExit = (code: number) => {
    this.destroy(new Error(`The embedded database stopped (exit code ${code}).`))
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    const batches = this.batches.add(chunk)
    if (batches) this.worker.postMessage(new Uint8Array(batches))
    done()
  }

  override _final(done: (error?: Error | null) => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.worker.off('message', this.onBytes).off('exit', this.onExit)
    done(error)
  }

  /** The driver treats its stream as a socket. */
  connect() {
    queueMicrotask(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    this.worker.ref()
    return this
  }
  unref() {
    this.worker.unref()
    return this
  }
}
