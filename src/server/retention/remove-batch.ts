import { type RetentionName, retentionNames } from '../../contract/control-plane/retention.ts'
import { first, type Queryable } from '../db/database.ts'
import { nothing, type Removed } from './rule-store.ts'
import {
  eventsGo,
  inScope,
  lineGoes,
  runGoes,
  type Scope,
  threadGoes,
  voteGoes,
} from './what-goes.ts'

/** Few enough that nobody waits for a batch. */
const batchSizes: Record<RetentionName, number> = {
  threads: 50,
  runs: 100,
  events: 100,
  logs: 2_000,
  votes: 500,
}

export interface Batch {
  removed: Removed
  /** There may be more of the kind. */
  hasMore: boolean
}

/** Removes some of one kind within a transaction, with all that belongs to it. */
export async function removeBatch(
  tx: Queryable,
  scope: Scope,
  name: RetentionName,
): Promise<Batch> {
  if (scope.before[name] === null) return { removed: nothing, hasMore: false }
  const size = batchSizes[name]
  const { removed, found } = await removals[name](tx, scope, size)
  return { removed: { ...nothing, ...removed }, hasMore: found >= size }
}

type Removal = (
  tx: Queryable,
  scope: Scope,
  size: number,
) => Promise<{
  removed: Partial<Removed>
  /** How many were looked at: what somebody else holds stays for later. */
  found: number
}>

const removals: Record<RetentionName, Removal> = {
  async threads(tx, scope, size) {
    const held = await inScope<{ thread_id: string }>(
      tx,
      scope,
      `select t.thread_id from threads t where ${threadGoes}
       order by t.updated_at limit $8 for update of t skip locked`,
      [size],
    )
    // Now that they are held nobody begins anything there; what was begun before is seen by another statement.
    const still = await inScope<{ thread_id: string }>(
      tx,
      scope,
      `select t.thread_id from threads t where t.thread_id = any($8::uuid[]) and ${threadGoes}`,
      [held.map(({ thread_id }) => thread_id)],
    )
    const ids = still.map(({ thread_id }) => thread_id)
    const runs = await tx.query<{ run_id: string }>(
      'select run_id from runs where thread_id = any($1::uuid[])',
      [ids],
    )
    const withRuns = await countOfRuns(tx, runs)
    await tx.query('delete from threads where thread_id = any($1::uuid[])', [ids])
    return { removed: { ...withRuns, threads: ids.length }, found: held.length }
  },

  async runs(tx, scope, size) {
    const found = await inScope<{ run_id: string; thread_id: string }>(
      tx,
      scope,
      `select r.run_id, r.thread_id from runs r join threads t on t.thread_id = r.thread_id
       where ${runGoes} order by r.ended_at limit $8`,
      [size],
    )
    const held = await tx.query<{ thread_id: string }>(
      `select thread_id from threads where thread_id = any($1::uuid[])
       order by thread_id for no key update skip locked`,
      [[...new Set(found.map(({ thread_id }) => thread_id))]],
    )
    const still = await inScope<{ run_id: string }>(
      tx,
      scope,
      `select r.run_id from runs r join threads t on t.thread_id = r.thread_id
       where r.run_id = any($8::uuid[]) and t.thread_id = any($9::uuid[]) and ${runGoes}`,
      [found.map(({ run_id }) => run_id), held.map(({ thread_id }) => thread_id)],
    )
    const removed = await countOfRuns(tx, still)
    await tx.query('delete from runs where run_id = any($1::uuid[])', [
      still.map(({ run_id }) => run_id),
    ])
    // What is held by somebody else would be found again at once.
    return { removed, found: still.length === 0 ? 0 : found.length }
  },

  async events(tx, scope, size) {
    const runs = await inScope<{ run_id: string }>(
      tx,
      scope,
      `, old as (
         select r.run_id from runs r where ${eventsGo}
         order by r.ended_at limit $8 for no key update skip locked
       ) update runs set is_logged = false where run_id in (select run_id from old) returning run_id`,
      [size],
    )
    const gone = await tx.query<{ count: number }>(
      'delete from run_events where run_id = any($1::uuid[]) returning count',
      [runs.map(({ run_id }) => run_id)],
    )
    const events = gone.reduce((sum, { count }) => sum + count, 0)
    return { removed: { events }, found: runs.length }
  },

  async logs(tx, scope, size) {
    const gone = await inScope(
      tx,
      scope,
      `, old as (
         select l.id from revision_logs l, revisions v where ${lineGoes} order by l.id limit $8
       ) delete from revision_logs where id in (select id from old) returning 1`,
      [size],
    )
    return { removed: { logs: gone.length }, found: gone.length }
  },

  async votes(tx, scope, size) {
    const gone = await inScope<{ token_id: string; is_current: boolean }>(
      tx,
      scope,
      `, old as (
         select f.id from feedback f where ${voteGoes} order by f.first_created_at limit $8
       ) delete from feedback where id in (select id from old)
       returning token_id, superseded_at is null as is_current`,
      [size],
    )
    // Nobody has an address for those.
    await tx.query(
      `delete from feedback_tokens t where t.id = any($1::uuid[]) and t.is_direct
         and not exists (select 1 from feedback f where f.token_id = t.id)`,
      [[...new Set(gone.map(({ token_id }) => token_id))]],
    )
    const votes = gone.filter(({ is_current }) => is_current).length
    return { removed: { votes }, found: gone.length }
  },
}

/** What goes with runs: they take their events with them, and their votes (by the trigger on `runs`). */
async function countOfRuns(
  tx: Queryable,
  runs: readonly { run_id: string }[],
): Promise<Partial<Removed>> {
  const rows = await tx.query<{ events: number; votes: number }>(
    `select (select coalesce(sum(count), 0) from run_events where run_id = any($1::uuid[]))::float8 as events,
       (select count(*) from feedback f join feedback_tokens t on t.id = f.token_id
        where t.run_id = any($1::uuid[]) and f.superseded_at is null)::float8 as votes`,
    [runs.map(({ run_id }) => run_id)],
  )
  const { events = 0, votes = 0 } = first(rows) ?? {}
  return { runs: runs.length, events, votes }
}

/** What two batches removed. */
export function sumOf(one: Removed, other: Removed): Removed {
  const sums = retentionNames.map((name) => [name, one[name] + other[name]] as const)
  return Object.fromEntries(sums) as Removed
}
