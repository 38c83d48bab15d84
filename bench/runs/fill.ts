import type { Database } from '../../src/server/db/database.ts'

export const deploymentCount = 300
export const revisionsEach = 20
const runsAtOnce = 50_000

/** The id of the deployment, assistant, revision, thread or run of a number, as SQL. */
export const idOf = (kind: number, number: string) =>
  `('00000000-0000-4000-8${kind}00-' || lpad(to_hex(${number}), 12, '0'))::uuid`

/** The same, for a request. */
export function idAt(kind: number, number: number): string {
  return `00000000-0000-4000-8${kind}00-${number.toString(16).padStart(12, '0')}`
}

export const kinds = { deployment: 1, assistant: 2, revision: 3, thread: 4, run: 5 } as const

/**
 * Fills an empty database with the runs of 300 deployments over 30 days, ten to a thread: most succeed, a few
 * fail, wait or were stopped, one in fifty has a vote; their words follow the spread of a language, their
 * metadata that of channels and customers.
 */
export async function fill(database: Database, runCount: number): Promise<void> {
  await fillRows(database, runCount)
  for (const table of ['runs', 'threads', 'feedback']) await database.query(`analyze ${table}`)
}

/** Every thread asks somebody something. */
export async function letWait(database: Database): Promise<void> {
  await database.query(
    `update threads set status = 'interrupted', interrupts = '{"a": [{"value": "May I?"}]}'::jsonb`,
  )
  await database.query('vacuum analyze threads')
}

/** The same without statistics of what is there now. */
export async function fillRows(database: Database, runCount: number): Promise<void> {
  await database.query('select setseed(0.42)')
  await database.query(
    `insert into threads (thread_id, deployment_id, status, interrupts, summary, metadata, created_at, updated_at)
     select ${idOf(kinds.thread, 't')}, ${idOf(kinds.deployment, `t % ${deploymentCount}`)},
       case when t % 200 = 0 or t % 10 = 1 then 'interrupted' else 'idle' end,
       case when t % 200 = 0 then '{"a": [{"value": "May I?"}]}'::jsonb else '{}'::jsonb end,
       jsonb_build_object('first_message', 'Thread ' || t), '{}', now() - interval '30 days', now()
     from generate_series(0, ${Math.ceil(runCount / 10)}) t`,
  )
  for (let from = 0; from < runCount; from += runsAtOnce) {
    const to = Math.min(runCount, from + runsAtOnce) - 1
    await database.query(
      `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, metadata,
         multitask_strategy, revision_id, question, answer, words, created_at, updated_at, started_at, ended_at)
       select ${idOf(kinds.run, 'r')}, ${idOf(kinds.thread, 'r / 10')},
         ${idOf(kinds.deployment, `r / 10 % ${deploymentCount}`)},
         ${idOf(kinds.assistant, `r / 10 % ${deploymentCount} * 4 + r % 4`)}, 'agent',
         case when r % 1000 = 7 then 'timeout' when r % 50 = 3 then 'error' when r % 60 = 9 then 'interrupted'
           else 'success' end, '{}',
         jsonb_build_object('channel', (array['web', 'mail', 'api'])[1 + r % 3], 'customer', 'c' || r % 20000),
         'enqueue', ${idOf(kinds.revision, `r / 10 % ${deploymentCount} * ${revisionsEach} + r * ${revisionsEach} / ${runCount}`)},
         'Where is order ' || r, 'It is on its way',
         array_to_tsvector(array(select distinct 'w' || floor(5000 * power(random(), 3))::int
           from generate_series(1, 12) where r is not null) || array['n' || r]),
         at, at, at, at + make_interval(secs => 0.2 + 30 * power(random(), 6))
       from (select r, now() - interval '30 days' * (${runCount} - r) / ${runCount} as at
         from generate_series(${from}, ${to}) r) made`,
    )
  }
  await database.query(
    `insert into feedback_tokens (id, token_hash, run_id, feedback_key, expires_at)
     select run_id, run_id::text, run_id, 'user_score', now() from runs where position % 50 = 0`,
  )
  await database.query(
    `insert into feedback (id, token_id, run_id, key, score, created_at, first_created_at)
     select run_id, run_id, run_id, 'user_score', case when position % 250 = 0 then '-1' else '1' end::jsonb,
       created_at, created_at from runs where position % 50 = 0`,
  )
}
