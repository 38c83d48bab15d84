import type { Queryable } from '../../db/database.ts'

/** So long an address says that it has expired; then there is none. */
const keepExpiredMs = 30 * 24 * 3_600_000

/**
 * Keeps the addresses for votes on the runs of these threads, which are about to go by themselves: nobody could vote
 * before, and nobody has deleted anything. Projects that decide by themselves who may read what keep what was said.
 */
export async function keepAddresses(tx: Queryable, threadIds: readonly string[]): Promise<void> {
  await tx.query(
    `update feedback_tokens f set outlives_run = true, revision_id = r.revision_id,
       about = case when not exists (
         select 1 from guarded_deployments g where g.deployment_id = r.deployment_id and g.has_auth
       ) then jsonb_build_object('question', r.question, 'answer', r.answer) end
     from runs r where r.thread_id = any($1::uuid[]) and f.run_id = r.run_id and f.connection_id is null`,
    [threadIds],
  )
}

/** What was said goes when nobody has voted in time, and the address a while later. */
export async function sweepKeptAddresses(db: Queryable, now: Date): Promise<void> {
  const isUnused =
    'f.outlives_run and not exists (select 1 from feedback v where v.token_id = f.id)'
  await db.query(
    `update feedback_tokens f set about = null
     where ${isUnused} and f.expires_at <= $1 and about is not null`,
    [now],
  )
  await db.query(`delete from feedback_tokens f where ${isUnused} and f.expires_at <= $1`, [
    new Date(now.getTime() - keepExpiredMs),
  ])
}

/** They go with their deployment, and their votes with them. */
export async function deleteKeptAddresses(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query('delete from feedback_tokens where deployment_id = $1 and outlives_run', [
    deploymentId,
  ])
}
