import type { Queryable } from '../../src/server/db/database.ts'

/** Rows as the server itself would have written them, without the work behind them. */

/** So many deployments, `agent-00001` and on, each with one revision that serves. */
export async function insertDeployments(database: Queryable, count: number): Promise<void> {
  await database.query(
    `with made as (
       select number, gen_random_uuid() as id, gen_random_uuid() as revision_id
       from generate_series(1, $1::int) as number
     ), inserted as (
       insert into deployments (id, name, source, source_config, status, latest_revision_id,
         active_revision_id, created_at, updated_at)
       select id, 'agent-' || lpad(number::text, 5, '0'), 'github',
         jsonb_build_object('repo_url', '/srv/agents/' || number), 'READY', revision_id, revision_id,
         now() - number * interval '1 minute', now() - number * interval '1 minute'
       from made
     )
     insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history)
     select revision_id, id, jsonb_build_object('repo_ref', 'main', 'repo_commit_sha', md5(id::text)),
       '[]', 'DEPLOYED', '[]'
     from made`,
    [count],
  )
}

/** So many threads of a deployment, `Conversation 00001` and on, each with `runs` runs that are done. */
export async function insertThreads(
  database: Queryable,
  deploymentId: string,
  { threads, runs, title }: { threads: number; runs: number; title: string },
): Promise<void> {
  await database.query(
    `with made as (
       select number, gen_random_uuid() as thread_id, now() - number * interval '1 minute' as at
       from generate_series(1, $2::int) as number
     ), inserted as (
       insert into threads (thread_id, deployment_id, metadata, graph_id, summary, created_at, updated_at)
       select thread_id, $1::uuid,
         jsonb_build_object('title', $4::text || ' ' || lpad(number::text, 5, '0')), 'agent',
         jsonb_build_object('first_message', 'Where is order ' || number || '?',
           'last_message', 'Order ' || number || ' was sent **yesterday**.', 'message_count', 2),
         at, at
       from made
     )
     insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
       multitask_strategy, created_at, updated_at, started_at, ended_at, question, words)
     select gen_random_uuid(), thread_id, $1::uuid, gen_random_uuid(), 'agent', 'success',
       '{"input":{"messages":[]}}', 'enqueue', at, at, at, at + interval '2 seconds',
       'Where is order ' || number || '?', to_tsvector('simple', 'where is order ' || number)
     from made, generate_series(1, $3::int)`,
    [deploymentId, threads, runs, title],
  )
}

/** The lines of a revision's deploy log from one number to another. */
export async function insertLogLines(
  database: Queryable,
  revisionId: string,
  [first, last]: readonly [number, number],
): Promise<void> {
  await database.query(
    `insert into revision_logs (revision_id, type, level, message, logged_at)
     select $1, 'deploy', case when number % 50 = 0 then 'WARNING' else 'INFO' end,
       'line ' || number || ': ' || repeat('a request was answered; ', 4), now()
     from generate_series($2::int, $3::int) as number`,
    [revisionId, first, last],
  )
}
