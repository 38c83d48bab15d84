import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Notices } from './notices.ts'

/** Anything that runs SQL: the pool, or the one connection of a transaction. */
export interface Queryable {
  /**
   * Runs one statement with `$1` parameters and answers its rows, in wire shape.
   * Rejects with the driver's error (`code` is the SQLSTATE).
   */
  query<Row extends object>(sql: string, params?: readonly unknown[]): Promise<Row[]>
}

/** The database, embedded or a PostgreSQL server: one dialect, one driver. */
export interface Database extends Queryable {
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
  transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result>
  /** How to hear of other processes' changes; null where no other process can share the database. */
  readonly notices: Notices | null
  close(): Promise<void>
}

/**
 * A database over a pool. The embedded one has a single connection, so `work` must use the
 * `tx` that it is given: a query through the pool inside a transaction would wait for itself.
 */
export function databaseOver(
  pool: pg.Pool,
  notices: Notices | null,
  onClose: () => Promise<void>,
): Database {
  return {
    notices,
    query: (sql, params) => run(pool, sql, params),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      // A connection that breaks between two statements says so here, or it ends this process.
      const onBroken = (error: Error) => {
        broken = error
      }
      client.on('error', onBroken)
      try {
        await client.query('begin')
        const result = await work({ query: (sql, params) => run(client, sql, params) })
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
        client.off('error', onBroken)
      }
    },
    async close() {
      await pool.end()
      await onClose()
    },
  }
}

async function run<Row extends object>(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  params?: readonly unknown[],
): Promise<Row[]> {
  const result = await target.query<Row>(
    params
      ? { text: sql, name: createHash('sha1').update(sql).digest('base64'), values: [...params] }
      : sql,
  )
  return result.rows
}

/** The first row, or undefined. */
export function first<Row>(rows: readonly Row[]): Row | undefined {
  return rows[0]
}

/** True for a violated unique constraint (SQLSTATE 23505), of that name if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const failure = error as { code?: unknown; constraint?: unknown } | null
  if (failure?.code !== '23505') return false
  return constraint === undefined || failure.constraint === constraint
}
