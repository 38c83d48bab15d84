import type pg from 'pg'

export type Statement = string | { text: string; values: unknown[]; name?: string | undefined }

/** A session that one transaction has for itself. */
export interface Transaction {
  query<Row extends object>(statement: Statement): Promise<pg.QueryResult<Row>>
  /** Ends it, and gives the session back. */
  end(word: 'commit' | 'rollback'): Promise<void>
}

/** Where statements go: the sessions of a pool, or one. */
export interface DatabaseSessions {
  query<Row extends object>(statement: Statement): Promise<pg.QueryResult<Row>>
  begin(): Promise<Transaction>
  end(): Promise<void>
}

/** As many sessions as a pool has, one for each that asks at the same time. */
export function sessionsOf(pool: pg.Pool): DatabaseSessions {
  return {
    query: (statement) => pool.query(statement),
    async begin() {
      const client = await pool.connect()
      let broken: Error | undefined
      // A connection that breaks between two statements says so here, or it ends this process.
      const onBroken = (error: Error) => {
        broken = error
      }
      client.on('error', onBroken)
      const release = () => {
        client.release(broken)
        client.off('error', onBroken)
      }
      try {
        await client.query('begin')
      } catch (error) {
        broken ??= error as Error
        release()
        throw error
      }
      return {
        query: (statement) => client.query(statement),
        async end(word) {
          try {
            await client.query(word)
          } catch (error) {
            broken ??= error as Error
            throw error
          } finally {
            release()
          }
        },
      }
    },
    end: () => pool.end(),
  }
}
