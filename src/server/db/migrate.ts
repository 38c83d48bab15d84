import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

/** The names of all migrations of this version, in the order of their numbers. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
}

/** Every migration, in the order of its number. */
export async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const names = await migrationNames()
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })),
  )
}

/**
 * Brings the schema up to date: each file of `migrations/` once, in order, all in one transaction.
 * Several processes on one server wait for each other by an advisory lock.
 */
export async function migrate(database: Database): Promise<void> {
  const migrations = await readMigrations()
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(4100)')
    await tx.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = new Set(
      (await tx.query<{ name: string }>('select name from migrations')).map((row) => row.name),
    )
    for (const migration of migrations) {
      if (applied.has(migration.name)) continue
      await tx.query(migration.sql)
      await tx.query('insert into migrations (name) values ($1)', [migration.name])
    }
  })
}
