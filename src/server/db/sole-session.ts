import type pg from 'pg'
import type { DatabaseSessions, Statement, Transaction } from './sessions.ts'

/**
 * The one session of the embedded engine, for everybody. Statements are sent as they come and answered in that order:
 * the engine goes on with the next one while the answer of the one before is on its way. A transaction has the session
 * for itself, from when it was asked for until its end is sent; one that failed until that is answered.
 */
export class SoleSession implements DatabaseSessions {
  readonly #open: () => pg.Client
  #client: Promise<pg.Client> | null = null
  /** Over when the transaction that was asked for last needs the session no more. */
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
          if (word === 'commit') release()
          try {
            await Promise.all([begun, ended])
          } finally {
            // Only now the driver knows which of the statements that failed with it were not prepared.
            release()
          }
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
    if (this.#client) return this.#client
    const client = this.#open()
    const connected = this.#connect(client, () => {
      if (this.#client === connected) this.#client = null
    })
    this.#client = connected
    return connected
  }

  async #connect(client: pg.Client, leave: () => void): Promise<pg.Client> {
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
