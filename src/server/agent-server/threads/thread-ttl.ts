import type { ThreadTtl } from '../../../contract/agent-server/threads.ts'
import type { Database, Queryable } from '../../db/database.ts'

/** Threads of one round; the next round takes the others. */
const threadsAtOnce = 200

const isIdle = `not exists (
  select 1 from runs r where r.thread_id = t.thread_id and r.status in ('pending', 'running'))`

/** Lets a thread expire so many minutes from now, or never any more for null. */
export async function setThreadTtl(
  db: Queryable,
  deploymentId: string,
  threadId: string,
  ttl: ThreadTtl | null,
  now: Date,
): Promise<void> {
  await db.query(
    `update threads set ttl_minutes = $3, ttl_strategy = $4, expires_at = $5
     where deployment_id = $1 and thread_id = $2`,
    [
      deploymentId,
      threadId,
      ttl?.ttl ?? null,
      ttl && (ttl.strategy ?? 'delete'),
      ttl && new Date(now.getTime() + ttl.ttl * 60_000),
    ],
  )
}

/**
 * Deletes the threads whose time is over, or leaves only their newest state and lets their time begin anew. A
 * thread with a run that waits or works is left until that has ended.
 */
export async function sweepExpiredThreads(database: Database, now: Date): Promise<void> {
  await database.query(
    `delete from threads t where t.expires_at <= $1 and t.ttl_strategy = 'delete' and ${isIdle}`,
    [now],
  )
  await database.transaction(async (tx) => {
    const due = await tx.query<{ thread_id: string }>(
      `select thread_id from threads t where t.expires_at <= $1 and t.ttl_strategy = 'keep_latest'
       and ${isIdle} limit $2 for no key update skip locked`,
      [now, threadsAtOnce],
    )
    for (const { thread_id } of due) await keepLatest(tx, thread_id)
    await tx.query(
      `update threads set expires_at = $2::timestamptz + ttl_minutes * interval '1 minute'
       where thread_id = any($1::uuid[])`,
      [due.map(({ thread_id }) => thread_id), now],
    )
  })
}

/** Deletes every checkpoint of a thread but the newest of each namespace, with what only those had. */
export async function keepLatest(tx: Queryable, threadId: string): Promise<void> {
  await tx.query(
    `delete from checkpoints c where c.thread_id = $1 and c.checkpoint_id < (
       select max(k.checkpoint_id) from checkpoints k
       where k.thread_id = $1 and k.checkpoint_ns = c.checkpoint_ns)`,
    [threadId],
  )
  await tx.query(
    `delete from checkpoint_writes w where w.thread_id = $1 and not exists (
       select 1 from checkpoints c where c.thread_id = $1 and c.checkpoint_ns = w.checkpoint_ns
       and c.checkpoint_id = w.checkpoint_id)`,
    [threadId],
  )
  await tx.query(
    `delete from checkpoint_blobs b where b.thread_id = $1 and not exists (
       select 1 from checkpoints c where c.thread_id = $1 and c.checkpoint_ns = b.checkpoint_ns
       and c.checkpoint->'channel_versions'->>b.channel = b.version)`,
    [threadId],
  )
}
