import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** Makes an empty database on the run's PostgreSQL server and answers its address, for `DATABASE_URL`. */
export async function createPostgresDatabase(): Promise<string> {
  const server = await serverUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await ask(server, `create database ${name}`)
  return new URL(`/${name}`, server).href
}

/** Ends every connection to a database but the asker's, as a restart of the server would. */
export async function breakConnections(url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1)
  await ask(
    await serverUrl(),
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [database],
  )
}

/** See `postgres-host.ts`. */
async function serverUrl(): Promise<string> {
  const answer = await fetch(inject('postgresHost'))
  const said = await answer.text()
  if (!answer.ok) throw new Error(said)
  return said
}

async function ask(server: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(sql, values)
  } finally {
    await client.end()
  }
}
