import type pg from 'pg'
import type { Sessions, Statement, Transaction } from './sessions.ts'

/**
 * The one session of the embedded engine, for everybody. Statements are sent as they come and answered in that order:
 * the engine goes on with the next one while the answer of the one before is on its way. A transaction has the session
 * for itself, from when it was asked for until its end is sent.
 */
export class SoleSession implements Sessions {
  readonly #open: () => pg.Client
  #client: Promise<pg.Client> | null = null
  /** Over when the end of the transaction that was asked for last is sent. */
  #free: Promise<void> = Promise.resolve()

  /** @param open makes a client, not yet connected, that sends without waiting for answers */
  constructor(open: () => pg.Client) {
    this.#open = open
  }

  async query<Row extends object>(statement: Statement): Promise<pg.QueryResult<Row>> {
    await this.#free
    return (await this.#connected()).query<Row>(statement)
  }

  async begin(): Promise<Transaction> {
    const release = await this.#take()
    try {
      const client = await this.#connected()
      const begun = client.query('begin')
      begun.catch(() => {
        // Its end tells.
      })
      return {
        query: (statement) => client.query(statement),
        async end(word) {
          const ended = client.query(word)
          release()
          await Promise.all([begun, ended])
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Runs `work` while no transaction is half done and nothing else is sent. */
  async alone<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const release = await this.#take()
    try {
      return await work(await this.#connected())
    } finally {
      release()
    }
  }

  async end(): Promise<void> {
    await this.#free
    const client = await this.#client?.catch(() => null)
    await client?.end()
  }

  async #take(): Promise<() => void> {
    const before = this.#free
    let release = () => {}
    this.#free = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect()
    return this.#client
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#open()
    const leave = () => {
      this.#client = null
    }
    // Whoever has asked it something is told; the next statement begins anew.
    client.on('error', leave).on('end', leave)
    try {
      await client.connect()
      // The engine is as the client before left it.
      await client.query('rollback')
      await client.query('deallocate all')
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
}
