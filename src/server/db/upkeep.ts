import type { Queryable } from './database.ts'

/** What was written since the last checkpoint, in bytes: a start after a crash reads it all again. */
const mostBehind = 64 * 1024 * 1024

/**
 * Does what processes of a PostgreSQL server do beside its sessions, and an engine of one session leaves undone: a
 * checkpoint, without which the log of writes is kept from the first on; and for the tables that PostgreSQL's own
 * thresholds name, room for new rows in the place of deleted ones (VACUUM) and statistics for plans (ANALYZE).
 * Each statement holds up what is asked meanwhile, so while `isBusy` only what is twice as due is done. Rejects with
 * the driver's error; the next time goes on.
 */
export async function keepUp(
  database: Queryable,
  { isBusy, behind = mostBehind }: { isBusy: () => boolean; behind?: number },
): Promise<void> {
  if ((await bytesSinceCheckpoint(database)) >= behind) await database.query('checkpoint')
  for (const table of await dueTables(database)) {
    const least = isBusy() ? 2 : 1
    const words = [
      // It has no other processes.
      table.vacuum >= least ? 'vacuum (parallel 0)' : null,
      table.analyze >= least ? 'analyze' : null,
    ]
    for (const word of words) if (word) await database.query(`${word} ${table.name}`)
  }
}

async function bytesSinceCheckpoint(database: Queryable): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes
     from pg_control_checkpoint()`,
  )
  return row?.bytes ?? 0
}

interface DueTable {
  /** Quoted, with its schema. */
  name: string
  /** From 1 on it is due. */
  vacuum: number
  analyze: number
}

/** The tables for which something is due by the thresholds of PostgreSQL's autovacuum, the most urgent first. */
function dueTables(database: Queryable): Promise<DueTable[]> {
  return database.query<DueTable>(
    `with found as (
       select format('%I.%I', schemaname, s.relname) as name,
         greatest(n_dead_tup / (50 + 0.2 * rows), n_ins_since_vacuum / (1000 + 0.2 * rows), age(relfrozenxid) / 2e8)
           as vacuum,
         -- Of the engine's own tables nothing is planned that would gain by it.
         case when schemaname = 'pg_catalog' then 0 else n_mod_since_analyze / (50 + 0.1 * rows) end as analyze
       from pg_stat_all_tables s join pg_class c on c.oid = relid cross join lateral (select greatest(reltuples, 0) as rows)
       -- What is stored apart goes with its table.
       where relkind = 'r' and schemaname <> 'pg_toast'
     )
     select name, vacuum::float8, "analyze"::float8 from found where greatest(vacuum, "analyze") >= 1
     order by greatest(vacuum, "analyze") desc`,
  )
}
