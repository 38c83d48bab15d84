import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { type Database, databaseOver } from './database.ts'
import { DatabaseAwayError } from './database-errors.ts'
import { MessageBatches } from './message-batches.ts'
import { SoleSession } from './sole-session.ts'
import { keepUp } from './upkeep.ts'

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
  /** The engine has ended by itself, or can store nothing any more: every query is refused from now on. */
  onLost?: ((reason: string) => void) | undefined
}): Promise<EmbeddedDatabase> {
  const { dataDir, template = null, onLost } = options
  if (dataDir && !template && !existsSync(path.join(dataDir, 'PG_VERSION'))) await create(dataDir)
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { dataDir, template },
    // What a statement leaves behind is short-lived: a larger space for it would only stay full.
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  })
  await answer(worker, (message) => message === 'ready')
  let lost: Error | null = null
  let isClosing = false
  const lose = (reason: string) => {
    if (lost || isClosing) return
    lost = new DatabaseAwayError(`The embedded database has ended: ${reason}`)
    void worker.terminate()
    onLost?.(reason)
  }
  worker.on('error', (error) => lose(error.message))
  worker.on('exit', (code) => lose(`its thread ended with code ${code}`))
  const session = new SoleSession(
    () =>
      new pg.Client({
        user: 'postgres',
        database: 'postgres',
        pipeline: true,
        stream: () => new WorkerStream(worker, () => lost) as never,
      }),
  )
  const onClose = async () => {
    isClosing = true
    if (lost) return
    const closed = answer(worker, (message) => message === 'closed')
    worker.postMessage('close')
    await closed
    await worker.terminate()
  }
  const database = databaseOver(session, {
    notices: null,
    isPrepared: true,
    onClose,
    // The engine goes on after it, and answers nothing right.
    onPanic: lose,
  })
  return {
    ...database,
    dump: () =>
      session.alone(async (client) => {
        await client.query('checkpoint')
        return dumpOf(worker)
      }),
    keepUp: (isBusy) => keepUp(database, { isBusy }),
  }
}

export interface EmbeddedDatabase extends Database {
  /** The whole data directory as a tar archive, taken between two transactions. */
  dump(): Promise<Uint8Array>
  /** See `keepUp`; to be done every few seconds. */
  keepUp(isBusy: () => boolean): Promise<void>
}

async function dumpOf(worker: Worker): Promise<Uint8Array> {
  const dumped = answer(worker, (message) => typeof message === 'object' && 'dump' in message)
  worker.postMessage('dump')
  return ((await dumped) as { dump: Uint8Array }).dump
}

type WorkerMessage = Uint8Array | 'ready' | 'closed' | { dump: Uint8Array }

/**
 * Makes the files of a new database: in a process of its own, since it takes hundreds of megabytes
 * that the engine would keep, and under another name until they are complete.
 */
async function create(dataDir: string): Promise<void> {
  const unfinished = `${dataDir}.new-`
  const parent = path.dirname(dataDir)
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent)) {
    const left = path.join(parent, name)
    if (left.startsWith(unfinished)) await rm(left, { recursive: true, force: true })
  }
  const folder = await mkdtemp(unfinished)
  const program = fileURLToPath(new URL('./create-embedded.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [program, folder])
  await rename(folder, dataDir)
}

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
  readonly #worker: Worker
  readonly #batches = new MessageBatches()
  readonly #lost: () => Error | null

  constructor(worker: Worker, lost: () => Error | null) {
    super()
    this.#worker = worker
    this.#lost = lost
    worker.on('message', this.#onBytes).on('exit', this.#onExit)
  }

  readonly #onBytes = (message: WorkerMessage) => {
    if (message instanceof Uint8Array && message.length > 0) this.push(message)
  }

  readonly #onExit = (code: number) => {
    this.destroy(this.#lost() ?? new Error(`The embedded database stopped (exit code ${code}).`))
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void) {
    const batches = this.#batches.add(chunk)
    if (batches) this.#worker.postMessage(new Uint8Array(batches))
    done()
  }

  override _final(done: (error?: Error | null) => void) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void) {
    this.#worker.off('message', this.#onBytes).off('exit', this.#onExit)
    done(error)
  }

  /** The driver treats its stream as a socket. */
  connect() {
    queueMicrotask(() => {
      const lost = this.#lost()
      if (lost) this.destroy(lost)
      else this.emit('connect')
    })
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    this.#worker.ref()
    return this
  }
  unref() {
    this.#worker.unref()
    return this
  }
}
