import { isAlive } from '../../cluster/server-store.ts'
import { first, type Queryable } from '../../db/database.ts'
import type { RunRow } from '../run-row.ts'
import { runColumns } from '../run-store/run-store.ts'

/** What a process can take. */
interface RunClaim {
  /** The graphs that it serves, by deployment. */
  graphs: { deployment_id: string; graph_id: string }[]
  /** Runs of another graph are taken only when they waited since before this; null for at once. */
  patience: Date | null
  /** The deployments where a suspect works already. */
  withSuspect: string[]
  process: string
  /** Others may listen at their own processes. */
  isShared: boolean
  now: Date
}

/** A run that can start: held, with its thread, until the end of the transaction. */
interface StartableRun {
  run_id: string
  deployment_id: string
  /** It was started before and handed back. */
  has_begun: boolean
}

/** Whether any run waits, for whatever: cheaper than to look for one that can start. */
export async function doesAnyWait(db: Queryable, graphs: RunClaim['graphs']): Promise<boolean> {
  const rows = await db.query(
    "select 1 from runs where status = 'pending' and deployment_id = any($1::uuid[]) limit 1",
    [deploymentsOf(graphs)],
  )
  return rows.length > 0
}

/**
 * Finds the oldest waiting run whose thread is free and whose time has come; on each thread one that
 * has begun and was handed back goes before all others. Of the suspects of a crash those go first that
 * were there at the fewest. Several processes may ask at once: each gets another run.
 */
export async function findStartable(
  tx: Queryable,
  claim: RunClaim,
): Promise<StartableRun | undefined> {
  // Run and thread at once and without waiting: no order of locks, no deadlock.
  const free = await tx.query<StartableRun>(
    `select r.run_id, r.deployment_id, r.thread_before is not null as has_begun
     from runs r join threads t on t.thread_id = r.thread_id
     where r.status = 'pending' and r.deployment_id = any($1::uuid[]) and ${isDue('r', '$3')}
     and not exists (
       select 1 from runs o where o.thread_id = r.thread_id and (
         o.status = 'running' or (
           o.status = 'pending' and r.thread_before is null and (
             o.thread_before is not null or (o.position < r.position and ${isDue('o', '$3')})
           )
         )
       )
     ) and not (r.is_suspect and (r.deployment_id = any($2::uuid[]) or exists (
       select 1 from runs o where o.deployment_id = r.deployment_id and o.is_suspect
       and o.status = 'pending' and o.attempt < r.attempt
     )))
     and ($4::timestamptz is null or r.updated_at < $4 or exists (
       select 1 from unnest($5::uuid[], $6::text[]) g(deployment_id, graph_id)
       where g.deployment_id = r.deployment_id and g.graph_id = r.graph_id
     ))
     order by r.position limit 1 for no key update of r, t skip locked`,
    [
      deploymentsOf(claim.graphs),
      claim.withSuspect,
      claim.now,
      claim.patience,
      claim.graphs.map(({ deployment_id }) => deployment_id),
      claim.graphs.map(({ graph_id }) => graph_id),
    ],
  )
  return first(free)
}

/** What may have come up between the claim of a run and its start; null when it was deleted. */
export async function pollStart(
  db: Queryable,
  runId: string,
): Promise<Pick<RunRow, 'is_logged' | 'cancel_action'> | null> {
  const rows = await db.query<Pick<RunRow, 'is_logged' | 'cancel_action'>>(
    'select is_logged, cancel_action from runs where run_id = $1',
    [runId],
  )
  return first(rows) ?? null
}

function deploymentsOf(graphs: RunClaim['graphs']): string[] {
  return [...new Set(graphs.map(({ deployment_id }) => deployment_id))]
}

/** SQL that is true for a run that is not scheduled for later. */
function isDue(run: string, now: string): string {
  return `(${run}.scheduled_at is null or ${run}.scheduled_at <= ${now})`
}

/** When the next scheduled run is due. */
export async function nextDue(db: Queryable, now: Date): Promise<Date | null> {
  const rows = await db.query<{ next: Date | null }>(
    `select min(scheduled_at) as next from runs
     where status = 'pending' and scheduled_at is not null and scheduled_at > $1`,
    [now],
  )
  return first(rows)?.next ?? null
}

/** The one that crashed its process is found: the others are no suspects any more. */
export async function clearSuspects(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query(
    `update runs set is_suspect = false
     where deployment_id = $1 and is_suspect and status in ('pending', 'running')`,
    [deploymentId],
  )
}

/** Running runs that no process holds which is there; those of `process` itself are none. */
export async function listOrphans(
  db: Queryable,
  deployments: readonly string[],
  process: string,
): Promise<RunRow[]> {
  return db.query<RunRow>(
    `select ${runColumns} from runs r where status = 'running' and deployment_id = any($1::uuid[])
     and claimed_by is distinct from $2 and not ${isAlive('r.claimed_by')} order by position`,
    [deployments, process],
  )
}

/** How the runs are that somebody follows here. */
export async function pollRuns(
  db: Queryable,
  runIds: readonly string[],
): Promise<Pick<RunRow, 'run_id' | 'status' | 'claimed_by' | 'is_logged'>[]> {
  return db.query(
    'select run_id, status, claimed_by, is_logged from runs where run_id = any($1::uuid[])',
    [runIds],
  )
}

/** Has the events of an active run stored, for listeners at another process than its own. */
export async function wantLogged(db: Queryable, runId: string): Promise<void> {
  await db.query(
    `update runs set is_logged = true
     where run_id = $1 and not is_logged and status in ('pending', 'running')`,
    [runId],
  )
}

/** Runs that a process has had since before a moment. */
export async function listClaimed(db: Queryable, process: string, before: Date): Promise<RunRow[]> {
  return db.query<RunRow>(
    `select ${runColumns} from runs where status = 'running' and claimed_by = $1 and updated_at < $2
     order by position`,
    [process, before],
  )
}
