import type { Queryable } from '../../src/server/db/database.ts'
import { deploymentCount, idOf, kinds, revisionsEach } from '../runs/fill.ts'

/** Rows beside the runs of `fill`, as the server itself would have written them, without the work behind them. */

/** The deployments of those runs, `agent-000` and on, each with its revisions, of which the newest serves. */
export async function insertDeployments(database: Queryable): Promise<void> {
  const revision = (number: string) => idOf(kinds.revision, `d * ${revisionsEach} + ${number}`)
  await database.query(
    `insert into deployments (id, name, source, source_config, status, latest_revision_id, active_revision_id,
       created_at, updated_at)
     select ${idOf(kinds.deployment, 'd')}, 'agent-' || lpad(d::text, 3, '0'), 'github',
       jsonb_build_object('repo_url', '/srv/agents/' || d), 'READY', ${revision(`${revisionsEach - 1}`)},
       ${revision(`${revisionsEach - 1}`)}, now() - interval '40 days', now() - d * interval '10 minutes'
     from generate_series(0, ${deploymentCount - 1}) d`,
  )
  const at = `now() - (${revisionsEach} - n) * interval '30 days' / ${revisionsEach}`
  await database.query(
    `insert into revisions (id, deployment_id, source_revision_config, secrets, status, status_history, started_by,
       created_at, updated_at)
     select ${revision('n')}, ${idOf(kinds.deployment, 'd')},
       jsonb_build_object('repo_ref', 'main', 'repo_commit_sha', md5(d || '-' || n) || left(md5(n::text), 8),
         'repo_commit_message', 'Change ' || n, 'repo_commit_author', 'Ada'),
       '[]', 'DEPLOYED',
       jsonb_build_array(jsonb_build_object('status', 'CREATING', 'at', ${at}),
         jsonb_build_object('status', 'DEPLOYED', 'at', ${at} + interval '40 seconds')),
       '{"via": "push"}', ${at}, ${at}
     from generate_series(0, ${deploymentCount - 1}) d, generate_series(0, ${revisionsEach - 1}) n order by d, n`,
  )
}

/** What the agents printed: so many lines of each of the newest revisions, one for each run that `fill` made of them. */
export async function insertLogs(database: Queryable): Promise<void> {
  await database.query(
    `insert into revision_logs (revision_id, type, level, message, logged_at, run_id, stream)
     select r.revision_id, 'deploy', case when r.status = 'error' then 'ERROR' else 'INFO' end,
       'order ' || r.position || ' was looked up', r.created_at, r.run_id, 'agent'
     from runs r join deployments d on d.active_revision_id = r.revision_id`,
  )
  await database.query('analyze revision_logs')
}

/** A hundred runs of a revision that took about so many seconds each, over the last days. */
export async function insertPastRuns(
  database: Queryable,
  of: { deployment: string; revision: string; seconds: number; daysAgo: number },
): Promise<void> {
  await database.query(
    `with made as (
       select gen_random_uuid() as thread_id, now() - $4::int * interval '1 day' + n * interval '5 minutes' as at, n
       from generate_series(1, 100) n
     ), inserted as (
       insert into threads (thread_id, deployment_id, metadata, graph_id, summary, created_at, updated_at)
       select thread_id, $1::uuid, '{}', 'agent', '{}', at, at from made
     )
     insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
       multitask_strategy, revision_id, created_at, updated_at, started_at, ended_at, question, words)
     select gen_random_uuid(), thread_id, $1::uuid, gen_random_uuid(), 'agent', 'success', '{}', 'enqueue', $2::uuid,
       at, at, at, at + make_interval(secs => $3::float * (0.8 + n / 250.0)), 'Where is my order?',
       to_tsvector('simple', 'where is my order')
     from made`,
    [of.deployment, of.revision, of.seconds, of.daysAgo],
  )
}
