import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { copyNewDatabase } from '../../helpers/new-database.ts'
import { type ServerProcess, startProcess } from '../../server/app/server-process.ts'
import { FaultyLine } from './faulty-line.ts'

const faults = path.resolve(import.meta.dirname, 'server-faults.mjs')
const startAgainMs = 300

/** Of all servers. */
export const apiKey = 'qd_chaos-chaos-chaos-chaos'
/** The settings that they have in common. */
const shared = {
  QUARTERDECK_SECRET_KEY: 'the secret key of all servers of this tester',
  QUARTERDECK_LEASE_SECONDS: '3',
  // A clock that jumps by an hour takes runs past their limit.
  QUARTERDECK_RUN_TIMEOUT_SECONDS: '0',
  QUARTERDECK_EXAMPLES: 'false',
  QUARTERDECK_LOG_LEVEL: 'warn',
  // Whoever kills executors has to find them.
  QUARTERDECK_ISOLATION: 'none',
}

/** A server process that is started again whenever it ends, as a service manager does, behind a line of its own. */
export class ChaosServer {
  readonly clientLine: FaultyLine
  /** Null for one with an embedded database. */
  readonly databaseLine: FaultyLine | null
  readonly #dataDir: string
  readonly #order: string
  readonly #report: (defect: string) => void
  /** Of the line. */
  #databaseUrl: string | null = null
  readonly #env: Record<string, string>
  #process: ServerProcess | null = null
  /** One fault of the process after the other. */
  #busy: Promise<void> = Promise.resolve()
  #isEndExpected = false
  #isClosed = false
  /** Of all its processes, the end alone. */
  #said = ''

  private constructor(
    folder: string,
    lines: { client: FaultyLine; database: FaultyLine | null },
    env: Record<string, string>,
    report: (defect: string) => void,
  ) {
    this.#env = env
    this.#dataDir = path.join(folder, 'data')
    this.#order = path.join(folder, 'order')
    this.clientLine = lines.client
    this.databaseLine = lines.database
    this.#report = report
  }

  /** Resolves when it answers. `databaseUrl` is PostgreSQL's; null for an embedded database. */
  static async start(options: {
    folder: string
    databaseUrl: string | null
    /** More of its environment. */
    env: Record<string, string>
    report: (defect: string) => void
  }): Promise<ChaosServer> {
    const { folder, databaseUrl, env, report } = options
    const database = databaseUrl ? await FaultyLine.open() : null
    database?.lead(Number(new URL(databaseUrl ?? '').port))
    const lines = { client: await FaultyLine.open(), database }
    const server = new ChaosServer(folder, lines, env, report)
    await mkdir(server.#dataDir, { mode: 0o700 })
    await writeFile(path.join(server.#dataDir, 'api-key'), apiKey, { mode: 0o600 })
    if (!database) await copyNewDatabase(path.join(server.#dataDir, 'db'))
    if (database && databaseUrl) {
      const url = new URL(databaseUrl)
      url.port = String(database.port)
      server.#databaseUrl = url.href
    }
    await server.#up()
    return server
  }

  get url(): string {
    return `http://127.0.0.1:${this.clientLine.port}`
  }

  get pid(): number | null {
    return this.#process?.child.pid ?? null
  }

  /** Does something to the process, which is up, when the fault before is over. */
  whileUp(fault: (pid: number) => Promise<void>): Promise<void> {
    const done = this.#busy.then(async () => {
      const { pid } = this
      if (pid !== null && !this.#isClosed) await fault(pid)
    })
    this.#busy = done.catch(() => {
      // Whoever made the fault is told.
    })
    return done
  }

  /** Ends the process, and starts it again after so many ms. */
  endFor(ms: number, signal: NodeJS.Signals): Promise<void> {
    return this.whileUp(async () => {
      this.#isEndExpected = true
      await this.#process?.end(signal)
      this.#process = null
      await pause(ms)
      await this.#up()
    })
  }

  /** As `endFor`: the process has to end by itself when its database does. */
  endDatabase(ms: number): Promise<void> {
    return this.whileUp(async () => {
      this.#isEndExpected = true
      const ended = this.#process?.child
      const exit = new Promise<number | null>((resolve) => ended?.once('close', resolve))
      await this.#tell('end-database')
      const code = await exit
      if (code !== 1 || !/The embedded database has ended/.test(this.#said)) {
        this.#report(`The server ended with ${code} when its database did, and said: ${this.#said}`)
      }
      this.#process = null
      await pause(ms)
      await this.#up()
    })
  }

  /** Sets its clock forward, or back. */
  setClock(by: number): Promise<void> {
    return this.whileUp(() => this.#tell(String(by)))
  }

  async close(): Promise<void> {
    await this.#busy
    this.#isClosed = true
    this.#isEndExpected = true
    await this.#process?.end('SIGKILL')
    this.clientLine.close()
    this.databaseLine?.close()
  }

  async #tell(order: string): Promise<void> {
    await writeFile(this.#order, order)
    this.#process?.child.kill('SIGUSR2')
  }

  /** Starts it, again and again while its database is away. */
  async #up(): Promise<void> {
    const env = {
      ...shared,
      ...this.#env,
      NODE_OPTIONS: `--import=${faults}`,
      CHAOS_ORDER: this.#order,
      ...(this.#databaseUrl ? { DATABASE_URL: this.#databaseUrl } : {}),
    }
    while (!this.#isClosed) {
      try {
        this.#process = await startProcess(this.#dataDir, { env })
        break
      } catch (error) {
        const said = (error as Error).message
        if (!/DATABASE_URL|Connection terminated|brought up to date/.test(said)) {
          this.#report(`The server does not start: ${said.slice(-2_000)}`)
        }
        await pause(startAgainMs)
      }
    }
    const started = this.#process
    if (!started) return
    this.#isEndExpected = false
    this.#said = ''
    for (const stream of [started.child.stdout, started.child.stderr]) {
      stream?.on('data', (text: string) => {
        this.#said = (this.#said + text).slice(-4_000)
      })
    }
    started.child.once('close', (code, signal) => {
      if (this.#isEndExpected || this.#process !== started) return
      this.#report(`The server ended by itself with ${code ?? signal}. It said: ${this.#said}`)
      this.#process = null
      this.#busy = this.#busy.then(() => this.#up())
    })
    this.clientLine.lead(Number(new URL(started.url).port))
  }
}
