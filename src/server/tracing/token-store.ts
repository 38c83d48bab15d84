import { writeJson } from '../../contract/exact-json.ts'
import type { FeedbackConfig, VotedRun } from '../../contract/tracing/feedback-tokens.ts'
import { first, type Queryable } from '../db/database.ts'

export interface TokenRow {
  id: string
  token_hash: string
  run_id: string
  deployment_id: string | null
  /** The connection whose votes are kept here; null for the local stack's own. */
  connection_id: string | null
  feedback_key: string
  feedback_config: FeedbackConfig | null
  /** Of a run that is not here. */
  about?: VotedRun | null
  /** The same: which revision answered. */
  revision_id?: string | null
  expires_at: Date
  /** There is no address: a vote was made with the key. */
  is_direct?: boolean
}

export async function insertTokens(db: Queryable, rows: readonly TokenRow[]): Promise<void> {
  for (const row of rows) {
    await db.query(
      `insert into feedback_tokens
         (id, token_hash, run_id, deployment_id, feedback_key, feedback_config, expires_at, connection_id,
          is_direct, about)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        row.id,
        row.token_hash,
        row.run_id,
        row.deployment_id,
        row.feedback_key,
        row.feedback_config ? writeJson(row.feedback_config) : null,
        row.expires_at.toISOString(),
        row.connection_id,
        row.is_direct ?? false,
        row.about ? writeJson(row.about) : null,
      ],
    )
  }
}

/** With the row held, so that two submissions of one token come one after the other. */
export async function lockToken(tx: Queryable, tokenHash: string): Promise<TokenRow | undefined> {
  const rows = await tx.query<TokenRow>(
    'select * from feedback_tokens where token_hash = $1 for update',
    [tokenHash],
  )
  return first(rows)
}

/** Of a run that went by itself when it had ended: what its addresses, which stay, know of it. */
export async function findGoneRun(
  db: Queryable,
  runId: string,
): Promise<{ deployment_id: string; revision_id: string | null } | undefined> {
  const rows = await db.query<{ deployment_id: string; revision_id: string | null }>(
    'select deployment_id, revision_id from feedback_tokens where run_id = $1 and outlives_run limit 1',
    [runId],
  )
  return first(rows)
}

/** Oldest first; all of them unless a page is asked for. */
export function listTokens(
  db: Queryable,
  { runId, connection }: { runId: string; connection: string | null },
  page: { limit: number; offset: number } | null,
): Promise<TokenRow[]> {
  return db.query<TokenRow>(
    `select * from feedback_tokens
     where run_id = $1 and connection_id is not distinct from $4 and not is_direct
     order by created_at, id limit $2 offset $3`,
    [runId, page?.limit ?? null, page?.offset ?? 0, connection],
  )
}
