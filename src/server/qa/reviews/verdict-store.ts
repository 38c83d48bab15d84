import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import type { VerdictRow } from '../verdict-row.ts'
import { standingVerdict } from './standing-verdict.ts'

const columns = `session_id, case_index, reviewer, marks, attempt_ids, better, left_target, note, tags, correction,
  seconds::float8 as seconds, at`

/** Keeps a verdict. What the reviewer said before of the case stays below it. */
export async function insertVerdict(
  tx: Queryable,
  sessionId: string,
  row: VerdictRow,
): Promise<void> {
  await tx.query(
    `insert into qa_verdicts (verdict_id, session_id, case_index, reviewer, marks, attempt_ids, better, left_target, note, tags,
       correction, seconds, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      randomUUID(),
      sessionId,
      row.case_index,
      row.reviewer,
      jsonb(row.marks),
      jsonb(row.attempt_ids),
      row.better,
      row.left_target,
      row.note,
      jsonb(row.tags),
      row.correction,
      row.seconds,
      row.at,
    ],
  )
}

/** The newest verdict of each reviewer about each case of some sessions, by case and reviewer. */
export async function listNewest(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<(VerdictRow & { session_id: string })[]> {
  return db.query<VerdictRow & { session_id: string }>(
    `select distinct on (session_id, case_index, reviewer) ${columns} from qa_verdicts
     where session_id = any($1::uuid[]) order by session_id, case_index, reviewer, position desc`,
    [sessionIds],
  )
}

/** The same, of what they said of answers that stand: some cases are tried again after they were judged. */
export async function listStanding(
  db: Queryable,
  sessionIds: readonly string[],
): Promise<(VerdictRow & { session_id: string })[]> {
  const rows = await listNewest(db, sessionIds)
  const replaced = await listReplaced(db, sessionIds)
  return rows.map((row) => standingVerdict(row, replaced))
}

/** Attempts that others stand for. */
async function listReplaced(db: Queryable, sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ attempt_id: string }>(
    'select attempt_id from qa_attempts where session_id = any($1::uuid[]) and not is_current',
    [sessionIds],
  )
  return new Set(rows.map(({ attempt_id }) => attempt_id))
}

/**
 * All that reviewers said in a session, by case and reviewer, the oldest first; of one case where it is named.
 */
export async function listHistory(
  db: Queryable,
  sessionId: string,
  wanted: { case_index?: number | undefined; limit?: number; offset?: number } = {},
): Promise<VerdictRow[]> {
  const { case_index, limit, offset } = wanted
  return db.query<VerdictRow>(
    `select ${columns} from qa_verdicts where session_id = $1 and ($2::int is null or case_index = $2)
     order by case_index, reviewer, position limit $3 offset $4`,
    [sessionId, case_index ?? null, limit ?? null, offset ?? 0],
  )
}

/** What one reviewer said last of answers that stand, by case. */
export async function listOwn(
  db: Queryable,
  sessionId: string,
  reviewer: string,
): Promise<VerdictRow[]> {
  const rows = await db.query<VerdictRow>(
    `select distinct on (case_index) ${columns} from qa_verdicts
     where session_id = $1 and reviewer = $2 order by case_index, position desc`,
    [sessionId, reviewer],
  )
  const replaced = await listReplaced(db, [sessionId])
  return rows.map((row) => standingVerdict(row, replaced))
}
