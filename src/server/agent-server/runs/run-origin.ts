import { first, type Queryable } from '../../db/database.ts'

/** The deployment of a run, and the revision that answered or will; undefined for an unknown run. */
export async function findRunOrigin(
  db: Queryable,
  runId: string,
): Promise<{ deployment_id: string; revision_id: string | null } | undefined> {
  const rows = await db.query<{ deployment_id: string; revision_id: string | null }>(
    'select deployment_id, revision_id from runs where run_id = $1',
    [runId],
  )
  return first(rows)
}
