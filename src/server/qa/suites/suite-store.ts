import type { Case } from '../../../contract/qa/cases.ts'
import type { RubricItem, Suite, SuiteSummary } from '../../../contract/qa/suites.ts'
import { first, type Queryable } from '../../db/database.ts'
import { jsonb } from '../../db/jsonb.ts'
import { isGoing } from '../../deletions/deletion-store.ts'

interface SuiteRow {
  suite_id: string
  name: string
  description: string
  version: number
  case_count: number
  created_at: Date
  updated_at: Date
  updated_by: string | null
  rubric: RubricItem[]
}

/** The rubric and the cases of one version. */
export interface SuiteContent {
  rubric: readonly RubricItem[]
  cases: readonly Case[]
}

/** Who changes it, and when. */
interface Change {
  by: string | null
  at: Date
}

const select = `select s.*, v.rubric from qa_suites s
  join qa_suite_versions v on v.suite_id = s.suite_id and v.version = s.version`

/** Those changed last first, but for those that were deleted and can be brought back. */
export async function listSuiteRows(db: Queryable): Promise<SuiteSummary[]> {
  const rows = await db.query<SuiteRow>(
    `${select} where not ${isGoing('s.suite_id')} order by s.updated_at desc, s.suite_id`,
  )
  return rows.map(summary)
}

/** A suite at its newest version, or at the one that is named; null where there is none. */
export async function findSuite(
  db: Queryable,
  suiteId: string,
  version?: number,
): Promise<Suite | null> {
  const row = first(
    await db.query<SuiteRow & { cases: Case[]; own_version: number }>(
      `select s.*, v.rubric, v.cases, v.version as own_version from qa_suites s
       join qa_suite_versions v on v.suite_id = s.suite_id and v.version = coalesce($2, s.version)
       where s.suite_id = $1`,
      [suiteId, version ?? null],
    ),
  )
  if (!row) return null
  const { cases, own_version } = row
  return { ...summary(row), version: own_version, case_count: cases.length, cases }
}

/** What a session tried, also when its suite is deleted. Throws when it is not there, which cannot be. */
export async function readContent(
  db: Queryable,
  suiteId: string,
  version: number,
): Promise<{ rubric: RubricItem[]; cases: Case[] }> {
  const row = first(
    await db.query<{ rubric: RubricItem[]; cases: Case[] }>(
      'select rubric, cases from qa_suite_versions where suite_id = $1 and version = $2',
      [suiteId, version],
    ),
  )
  if (!row) throw new Error(`Version ${version} of suite ${suiteId} is gone.`)
  return row
}

export async function insertSuite(
  tx: Queryable,
  suite: { suite_id: string; name: string; description: string } & SuiteContent,
  change: Change,
): Promise<void> {
  const { suite_id, name, description, cases } = suite
  await tx.query(
    `insert into qa_suites (suite_id, name, description, version, case_count, created_at, updated_at, updated_by)
     values ($1, $2, $3, 1, $4, $5, $5, $6)`,
    [suite_id, name, description, cases.length, change.at, change.by],
  )
  await insertVersion(tx, suite_id, 1, suite, change)
}

/** Its newest version, held until the end of the transaction; null where there is no such suite. */
export async function lockSuite(tx: Queryable, suiteId: string): Promise<number | null> {
  const rows = await tx.query<{ version: number }>(
    'select version from qa_suites where suite_id = $1 for update',
    [suiteId],
  )
  return first(rows)?.version ?? null
}

export async function renameSuite(
  tx: Queryable,
  suiteId: string,
  names: { name: string; description: string },
  change: Change,
): Promise<void> {
  await tx.query(
    'update qa_suites set name = $2, description = $3, updated_at = $4, updated_by = $5 where suite_id = $1',
    [suiteId, names.name, names.description, change.at, change.by],
  )
}

/** Makes the next version. */
export async function addVersion(
  tx: Queryable,
  suiteId: string,
  version: number,
  content: SuiteContent,
  change: Change,
): Promise<void> {
  await insertVersion(tx, suiteId, version, content, change)
  await tx.query(
    `update qa_suites set version = $2, case_count = $3, updated_at = $4, updated_by = $5
     where suite_id = $1`,
    [suiteId, version, content.cases.length, change.at, change.by],
  )
}

async function insertVersion(
  tx: Queryable,
  suiteId: string,
  version: number,
  { rubric, cases }: SuiteContent,
  { at, by }: Change,
): Promise<void> {
  await tx.query(
    `insert into qa_suite_versions (suite_id, version, rubric, cases, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [suiteId, version, jsonb(rubric), jsonb(cases), at, by],
  )
}

/** With the versions that no session tried. Answers false when there was none. */
export async function removeSuite(tx: Queryable, suiteId: string): Promise<boolean> {
  const rows = await tx.query('delete from qa_suites where suite_id = $1 returning suite_id', [
    suiteId,
  ])
  await removeUnusedVersions(tx, suiteId)
  return rows.length > 0
}

/** Versions that neither a suite nor a session has any more. */
export async function removeUnusedVersions(tx: Queryable, suiteId: string): Promise<void> {
  await tx.query(
    `delete from qa_suite_versions v where suite_id = $1
       and not exists (select 1 from qa_suites s where s.suite_id = v.suite_id)
       and not exists (
         select 1 from qa_sessions q
         where q.suite_id = v.suite_id and q.suite_version = v.version
       )`,
    [suiteId],
  )
}

function summary(row: SuiteRow): SuiteSummary {
  const { suite_id, name, description, version, rubric, case_count, updated_by } = row
  return {
    suite_id,
    name,
    description,
    version,
    rubric,
    case_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    updated_by,
  }
}
