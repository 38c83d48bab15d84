import type { StackHealth } from '../../../contract/gateway/stack.ts'
import { type Database, first } from '../../db/database.ts'

const largestTables = 8

/**
 * How large the database is and what fills it, and how many connections it has.
 * @param address where it is, without a password
 */
export async function readDatabase(
  database: Database,
  address: string,
): Promise<StackHealth['database']> {
  const [sizes, tables, connections] = await Promise.all([
    database.query<{ version: string; bytes: number }>(
      `select current_setting('server_version') as version,
         pg_database_size(current_database())::float8 as bytes`,
    ),
    database.query<{ name: string; bytes: number; rows: number | null }>(
      `select c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes,
         case when c.reltuples >= 0 then c.reltuples::float8 end as rows
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = current_schema()
       order by 2 desc, 1 limit $1`,
      [largestTables],
    ),
    database.notices === null ? null : readConnections(database),
  ])
  const { version = '', bytes = 0 } = first(sizes) ?? {}
  const kind = database.notices === null ? 'embedded' : 'postgresql'
  return { kind, version, bytes, tables, connections, address }
}

/** Connections that are no client's, as of the server's own workers, have no database. */
async function readConnections(database: Database) {
  const rows = await database.query<{ open: number; all: number; most: number }>(
    `select count(*) filter (where datname = current_database())::int as open,
       count(datname)::int as all, current_setting('max_connections')::int as most
     from pg_stat_activity`,
  )
  return first(rows) ?? null
}
