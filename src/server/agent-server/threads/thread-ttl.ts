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

/**
 * Deletes every checkpoint of a thread but the newest of each namespace, with what only those had. Of channels that
 * keep what steps add, and only now and then the whole (the metadata counts for them since when), those before it are
 * kept as well, as far as the whole is back.
 */
export async function keepLatest(tx: Queryable, threadId: string): Promise<void> {
  const counters = `c.metadata->'counters_since_delta_snapshot'`
  // Callers may add to the metadata whatever they like.
  const counted = `array(
    select key from jsonb_each(case jsonb_typeof(${counters}) when 'object' then ${counters} else '{}' end))`
  const withoutValue = (channels: string, point: string) => `array(
    select name from unnest(${channels}) name where not exists (
      select 1 from checkpoint_blobs b where b.thread_id = $1 and b.type <> 'empty'
      and b.checkpoint_ns = ${point}.checkpoint_ns and b.channel = name
      and b.version = ${point}.checkpoint->'channel_versions'->>name))`
  await tx.query(
    `with recursive newest as (
       select distinct on (checkpoint_ns) * from checkpoints where thread_id = $1
       order by checkpoint_ns, checkpoint_id desc
     ), kept as (
       select c.checkpoint_ns, c.checkpoint_id, c.parent_checkpoint_id,
         ${withoutValue(counted, 'c')} as open
       from newest c
       union all
       select c.checkpoint_ns, c.checkpoint_id, c.parent_checkpoint_id, ${withoutValue('k.open', 'c')}
       from kept k cross join lateral (
         select * from checkpoints c where c.thread_id = $1 and c.checkpoint_ns = k.checkpoint_ns
         and c.checkpoint_id = k.parent_checkpoint_id offset 0
       ) c
       where cardinality(k.open) > 0
     )
     delete from checkpoints c where c.thread_id = $1 and not exists (
       select 1 from kept k where k.checkpoint_ns = c.checkpoint_ns
       and k.checkpoint_id = c.checkpoint_id)`,
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
