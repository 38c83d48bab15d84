import pg from 'pg'
import { type Database, databaseOver } from './database.ts'

/** Connects to a PostgreSQL server (`DATABASE_URL`). Rejects when it cannot be reached. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on('error', () => {
    // An idle connection broke; the pool opens a new one for the next query.
  })
  const database = databaseOver(pool, async () => {})
  try {
    await database.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}
