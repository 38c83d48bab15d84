import type { TokenCounts } from '../../contract/agent-server/tokens.ts'
import type { Queryable } from '../db/database.ts'
import type { ModelTokens } from './usage-sums.ts'

/** What one answer of a model took. */
export interface UsageRow extends TokenCounts {
  run_id: string
  message_id: string
  deployment_id: string
  thread_id: string
  assistant_id: string
  revision_id: string | null
  step: number | null
  node: string | null
  model: string | null
  /** A QA session made the run on what serves. */
  of_session: boolean
  at: Date
}

/** Counts an answer; one that was counted is not counted again. */
export async function insertUsage(db: Queryable, row: UsageRow): Promise<void> {
  await db.query(
    `insert into run_usage (run_id, message_id, deployment_id, thread_id, assistant_id, revision_id,
       step, node, model, input_tokens, output_tokens, cached_tokens, reasoning_tokens, of_session, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (run_id, message_id) do nothing`,
    [
      row.run_id,
      row.message_id,
      row.deployment_id,
      row.thread_id,
      row.assistant_id,
      row.revision_id,
      row.step,
      row.node,
      row.model,
      row.input_tokens,
      row.output_tokens,
      row.cached_tokens,
      row.reasoning_tokens,
      row.of_session,
      row.at,
    ],
  )
}

/** A run is taken back (§3 rollback): it is no part of its thread any more. What it spent stays spent. */
export async function takeBackUsage(tx: Queryable, runId: string): Promise<void> {
  await tx.query('update run_usage set is_rolled_back = true where run_id = $1', [runId])
}

/** With the deployment that they are of. */
export async function deleteUsage(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query('delete from run_usage where deployment_id = $1', [deploymentId])
}

/** Sums are exact up to 2^53. */
const sums = `sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens,
  sum(cached_tokens)::float8 as cached_tokens, sum(reasoning_tokens)::float8 as reasoning_tokens`

/** Of each of the runs, by model. */
export function usageOfRuns(
  db: Queryable,
  runIds: readonly string[],
): Promise<(ModelTokens & { run_id: string })[]> {
  return db.query(
    `select run_id, model, ${sums} from run_usage where run_id = any($1::uuid[]) group by 1, 2`,
    [runIds],
  )
}

/** An answer of a model that was counted. */
export type ToldAnswer = ModelTokens & Pick<UsageRow, 'message_id' | 'step' | 'node' | 'at'>

/** Each answer of a run, oldest first. */
export function answersOfRun(db: Queryable, runId: string): Promise<ToldAnswer[]> {
  return db.query(
    `select message_id, step, node, at, model, input_tokens::float8, output_tokens::float8,
       cached_tokens::float8, reasoning_tokens::float8
     from run_usage where run_id = $1 order by at, message_id`,
    [runId],
  )
}

/** By run, step and model, oldest first. */
export function usageOfThread(
  db: Queryable,
  key: { deployment_id: string; thread_id: string },
): Promise<(ModelTokens & { run_id: string; step: number | null; node: string | null })[]> {
  return db.query(
    `select run_id, step, node, model, ${sums} from run_usage
     where deployment_id = $1 and thread_id = $2 and not is_rolled_back
     group by 1, 2, 3, 4 order by min(at), step, node`,
    [key.deployment_id, key.thread_id],
  )
}

/** By day, assistant, revision and model, oldest first; that of sessions apart. */
export function usageOfDeployment(
  db: Queryable,
  deploymentId: string,
  since: Date,
): Promise<
  (ModelTokens & {
    day: string
    assistant_id: string
    name: string | null
    revision_id: string | null
    of_session: boolean
  })[]
> {
  return db.query(
    `select to_char(u.at at time zone 'UTC', 'YYYY-MM-DD') as day, u.assistant_id, a.name,
       u.revision_id, u.of_session, u.model, ${sums}
     from run_usage u left join assistants a on a.assistant_id = u.assistant_id
     where u.deployment_id = $1 and u.at >= $2 group by 1, 2, 3, 4, 5, 6 order by 1`,
    [deploymentId, since],
  )
}

/** Of several deployments since a moment, by model. */
export function usageSince(
  db: Queryable,
  deploymentIds: readonly string[],
  since: Date,
): Promise<ModelTokens[]> {
  return db.query(
    `select model, ${sums} from run_usage where deployment_id = any($1::uuid[]) and at >= $2 group by 1`,
    [deploymentIds, since],
  )
}

/**
 * Of several deployments in a span that is cut into equal parts, by deployment, part and model; of runs that sessions
 * made on what serves only where they are wanted.
 */
export function usageOfSpan(
  db: Queryable,
  deploymentIds: readonly string[],
  span: { since: Date; until: Date; partMs: number; withSessions: boolean },
): Promise<(ModelTokens & { deployment_id: string; part: number })[]> {
  return db.query(
    `select deployment_id, model, ${sums},
       floor(extract(epoch from at - $2::timestamptz) * 1000 / $4::float8)::int as part
     from run_usage where deployment_id = any($1::uuid[]) and at >= $2 and at < $3
       and ($5 or not of_session)
     group by deployment_id, model, part`,
    [deploymentIds, span.since, span.until, span.partMs, span.withSessions],
  )
}

/** Tokens of those of the runs, input and output together, since a moment. */
export async function tokensSince(
  db: Queryable,
  runIds: readonly string[],
  since: Date,
): Promise<number> {
  const rows = await db.query<{ tokens: number | null }>(
    `select sum(input_tokens + output_tokens)::float8 as tokens from run_usage
     where run_id = any($1::uuid[]) and at >= $2`,
    [runIds, since],
  )
  return rows[0]?.tokens ?? 0
}
