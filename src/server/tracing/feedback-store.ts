import type { Feedback, FeedbackSubmission } from '../../contract/feedback.ts'
import type { Queryable } from '../db/database.ts'
import type { TokenRow } from './token-store.ts'

interface FeedbackRow {
  id: string
  run_id: string
  key: string
  score: number | boolean | null
  value: number | boolean | string | null
  comment: string | null
  correction: unknown
  metadata: Record<string, unknown> | null
  created_at: Date
  first_created_at: Date
}

/** Records a submission; an earlier one of the same token becomes history. */
export async function recordFeedback(
  tx: Queryable,
  token: TokenRow,
  submission: FeedbackSubmission,
  { id, at }: { id: string; at: Date },
): Promise<Feedback> {
  await tx.query(
    'update feedback set superseded_at = $2 where token_id = $1 and superseded_at is null',
    [token.id, at.toISOString()],
  )
  const rows = await tx.query<FeedbackRow>(
    `insert into feedback (id, token_id, run_id, deployment_id, key, score, value, comment,
       correction, metadata, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     returning *, (select min(created_at) from feedback where token_id = $2) as first_created_at`,
    [
      id,
      token.id,
      token.run_id,
      token.deployment_id,
      token.feedback_key,
      json(submission.score),
      json(submission.value),
      submission.comment ?? null,
      json(submission.correction),
      json(submission.metadata),
      at.toISOString(),
    ],
  )
  return rows.map(present)[0] as Feedback
}

/** What stands now, newest first; superseded submissions are left out. */
export async function listCurrentFeedback(
  db: Queryable,
  filter: { runs: string[]; keys: string[] | undefined; limit: number; offset: number },
): Promise<Feedback[]> {
  const rows = await db.query<FeedbackRow>(
    `select f.*, (select min(created_at) from feedback old where old.token_id = f.token_id)
       as first_created_at
     from feedback f
     where f.run_id = any ($1::uuid[]) and f.superseded_at is null
       and ($2::text[] is null or f.key = any ($2))
     order by f.number desc limit $3 offset $4`,
    [filter.runs, filter.keys ?? null, filter.limit, filter.offset],
  )
  return rows.map(present)
}

function present(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    run_id: row.run_id,
    key: row.key,
    score: row.score,
    value: row.value,
    comment: row.comment,
    correction: row.correction,
    metadata: row.metadata,
    created_at: (row.first_created_at ?? row.created_at).toISOString(),
    modified_at: row.created_at.toISOString(),
    // Whoever holds the address may vote: there is no person to name.
    feedback_source: { type: 'api', user_id: null },
  }
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
