import pg from 'pg'
import { parseJson } from '../../contract/exact-json.ts'
import { databaseError } from './database-errors.ts'
import type { Notices } from './notices.ts'
import type { DatabaseSessions, Transaction } from './sessions.ts'

for (const type of [pg.types.builtins.JSON, pg.types.builtins.JSONB]) {
  pg.types.setTypeParser(type, parseJson)
}

/** Anything that runs SQL: the pool, or the one connection of a transaction. */
export interface Queryable {
  /**
   * Runs one statement with `$1` parameters and answers its rows, in wire shape.
   * Rejects with the driver's error (`code` is the SQLSTATE), or as `databaseError` has it.
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

interface DatabaseOptions {
  notices: Notices | null
  /**
   * Parses and plans each statement once a connection: a quarter less to do where statements are
   * small. Not for a server that is reached through a pooler of connections. Each connection of the
   pool must begin with nothing prepared.
   */
  isPrepared: boolean
  onClose(): Promise<void>
  /** The server has told that it cannot go on. */
  onPanic?(reason: string): void
}

/**
 * A database over sessions. The embedded one has a single one, so `work` must use the `tx` that it is given: another
 * query inside a transaction would wait for itself.
 */
export function databaseOver(
  sessions: DatabaseSessions,
  { notices, isPrepared, onClose, onPanic }: DatabaseOptions,
): Database {
  const nameOf = isPrepared ? statementNames() : () => undefined
  const inOurWords = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.severity === 'PANIC') onPanic?.(error.message)
      throw databaseError(error)
    }
  }
  const run = async <Row extends object>(
    target: Pick<DatabaseSessions | Transaction, 'query'>,
    sql: string,
    params?: readonly unknown[],
  ): Promise<Row[]> => {
    const statement = params ? { text: sql, values: params.map(storable), name: nameOf(sql) } : sql
    const result = await inOurWords(target.query<Row>(statement))
    return result.rows
  }
  return {
    notices,
    query: (sql, params) => run(sessions, sql, params),
    async transaction(work) {
      const transaction = await inOurWords(sessions.begin())
      let result: Awaited<ReturnType<typeof work>>
      try {
        result = await work({ query: (sql, params) => run(transaction, sql, params) })
      } catch (error) {
        await transaction.end('rollback').catch(() => {
          // Its session is broken, and nothing of it was kept.
        })
        throw error
      }
      await inOurWords(transaction.end('commit'))
      return result
    },
    async close() {
      await sessions.end()
      await onClose()
    },
  }
}

/** No text column holds a NUL, so every parameter goes through here; halves of characters the driver replaces. */
function storable(param: unknown): unknown {
  if (typeof param === 'string')
    return param.includes('\0') ? param.replaceAll('\0', '\ufffd') : param
  return Array.isArray(param) ? param.map(storable) : param
}

const mostStatements = 500

/** One name a statement; none once there are many, since a connection keeps what it has prepared. */
function statementNames(): (sql: string) => string | undefined {
  const names = new Map<string, string>()
  return (sql) => {
    const known = names.get(sql)
    if (known || names.size >= mostStatements) return known
    const name = `s${names.size}`
    names.set(sql, name)
    return name
  }
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
