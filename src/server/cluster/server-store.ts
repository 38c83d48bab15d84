import type { Queryable } from '../db/database.ts'

/**
 * Writes down a process that holds a lease for `lengthMs` from now on, and what it tells of itself. Those whose lease
 * ended an hour ago are forgotten. Answers whether its lease was valid until now.
 */
export async function renewLease(
  db: Queryable,
  serverId: string,
  { startedMsAgo, lengthMs, facts }: { startedMsAgo: number; lengthMs: number; facts: object },
): Promise<boolean> {
  const rows = await db.query<{ was_valid: boolean | null }>(
    `with before as (select lease_until > now() as was_valid from servers where server_id = $1),
     renewed as (
       insert into servers (server_id, started_at, lease_until, facts, told_at)
       values (
         $1, now() - $4::float8 * interval '1 millisecond',
         now() + $2::float8 * interval '1 millisecond', $3::jsonb, now()
       )
       on conflict (server_id) do update
       set lease_until = excluded.lease_until, facts = excluded.facts, told_at = now()
     ), gone as (
       delete from servers where lease_until < now() - interval '1 hour' and server_id <> $1
     )
     select (select was_valid from before) as was_valid`,
    [serverId, lengthMs, JSON.stringify(facts), startedMsAgo],
  )
  return rows[0]?.was_valid ?? false
}

/** Ends the lease of every process that ever had one. */
export async function endEveryLease(db: Queryable): Promise<void> {
  await db.query('delete from servers')
}

/** Ends the lease of a process that leaves, or is known to be gone, before it has run out. */
export async function endLease(db: Queryable, serverId: string): Promise<void> {
  await db.query('delete from servers where server_id = $1', [serverId])
}

/** SQL that is true when the process whose id, a uuid or a text, `server` names holds a valid lease. */
export function isAlive(server: string): string {
  return `exists (
    select 1 from servers s where s.server_id::text = ${server}::text and s.lease_until > now()
  )`
}

/** SQL that is true when any process besides `server` holds a valid lease. */
export function hasPeers(server: string): string {
  return `exists (
    select 1 from servers s where s.server_id::text <> ${server}::text and s.lease_until > now()
  )`
}

/** How many processes besides `serverId` hold a valid lease. */
export async function countPeers(db: Queryable, serverId: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from servers where server_id <> $1 and lease_until > now()`,
    [serverId],
  )
  return rows[0]?.count ?? 0
}

/** How many processes are alive that share the database; one that has it to itself does not count. */
export async function countSharers(db: Queryable): Promise<number> {
  const rows = await db.query<{ count: number }>(
    `select count(*)::int as count from servers
     where lease_until > now() and lease_until < now() + interval '1 year'`,
  )
  return rows[0]?.count ?? 0
}
