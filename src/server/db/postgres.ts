import pg from 'pg'
import { type Database, databaseOver } from './database.ts'
import { postgresNotices } from './notices.ts'
import { sessionsOf } from './sessions.ts'

/** Connections that one process opens at most, besides the one that it hears notices on. */
const defaultPoolSize = 10

/** Connects to a PostgreSQL server (`DATABASE_URL`). Rejects when it cannot be reached. */
export async function openPostgres(
  url: string,
  { poolSize = defaultPoolSize }: { poolSize?: number | undefined } = {},
): Promise<Database> {
  // Statements of a transaction that need not wait for each other travel together.
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    pipeline: true,
  })
  pool.on('error', () => {
    // An idle connection broke; the pool opens a new one for the next query.
  })
  const database = databaseOver(sessionsOf(pool), {
    notices: postgresNotices(url),
    isPrepared: false,
    onClose: async () => {},
  })
  try {
    await database.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}
