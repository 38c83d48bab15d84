import type { Queryable } from '../../db/database.ts'

/** What the repeats of one case on one target came to. */
export interface CellSum {
  case_index: number
  target: number
  repeats: number
  /** Of them: ended in any way, ended without being cancelled, and passed. */
  ended: number
  tried: number
  passed: number
  tokens: number
  /** How long each took that ended. */
  ms: number[]
}

/** Of each session, by case and target; the newest attempt of each repeat counts. */
export async function listCellSums(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<Map<string, CellSum[]>> {
  const rows = await db.query<CellSum & { session_id: string }>(
    `select session_id, case_index, target, count(*)::int as repeats,
       count(*) filter (where status not in ('waiting', 'running'))::int as ended,
       count(*) filter (where status not in ('waiting', 'running', 'cancelled'))::int as tried,
       count(*) filter (where status = 'passed')::int as passed,
       coalesce(sum(tokens), 0)::float8 as tokens,
       coalesce(jsonb_agg(ms) filter (where ms is not null), '[]') as ms
     from qa_attempts where session_id = any($1::uuid[]) and is_current
     group by session_id, case_index, target order by case_index, target`,
    [sessionIds],
  )
  const sums = new Map<string, CellSum[]>(sessionIds.map((id) => [id, []]))
  for (const { session_id, ...sum } of rows) sums.get(session_id)?.push(sum)
  return sums
}
