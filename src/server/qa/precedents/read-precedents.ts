import type { TranscriptStep } from '../../../contract/qa/attempts.ts'
import type { Case } from '../../../contract/qa/cases.ts'
import type { Queryable } from '../../db/database.ts'
import { fingerprintOf } from '../attempts/fingerprint.ts'
import { type JudgedAnswer, verdictOf } from '../results/judged-answer.ts'
import { hasDecidingCheck, type Precedents } from '../results/unchecked-cases.ts'
import { listNewest } from '../reviews/verdict-store.ts'
import type { SessionRow } from '../session-store.ts'
import { readContent } from '../suites/suite-store.ts'

interface EqualRow {
  attempt_id: string
  session_id: string
  session_name: string
  suite_version: number
  case_index: number
  target: number
  fingerprint: string
}

/**
 * What the answers of a session's cases without deciding checks are compared with: those of the same suite that equal one of
 * them and were judged. A blind session that is not closed tells nothing.
 */
export async function readPrecedents(
  db: Queryable,
  session: SessionRow,
  cases: readonly Case[],
): Promise<Precedents> {
  const indexes = session.case_indexes.filter((index) => {
    const one = cases[index]
    return one !== undefined && !hasDecidingCheck(one)
  })
  if (indexes.length === 0) return { fingerprints: new Map(), judged: [] }
  await fillIn(db, session.suite_id)
  const own = await db.query<{ attempt_id: string; fingerprint: string }>(
    `select attempt_id, fingerprint from qa_attempts
     where session_id = $1 and is_current and status = 'passed' and fingerprint is not null
       and case_index = any($2::int[])`,
    [session.session_id, indexes],
  )
  const fingerprints = new Map(own.map((row) => [row.attempt_id, row.fingerprint]))
  const equal = await db.query<EqualRow>(
    `select a.attempt_id, a.session_id, q.name as session_name, q.suite_version, a.case_index, a.target, a.fingerprint
     from qa_attempts a join qa_sessions q on q.session_id = a.session_id
     where a.fingerprint = any($1::text[]) and q.suite_id = $2 and (not q.is_blind or q.status = 'closed')
       and exists (select 1 from qa_verdicts v where v.session_id = a.session_id
         and v.case_index = a.case_index and v.attempt_ids ? a.attempt_id::text)`,
    [[...new Set(fingerprints.values())], session.suite_id],
  )
  return { fingerprints, judged: await judgedOf(db, session.suite_id, equal) }
}

async function judgedOf(
  db: Queryable,
  suiteId: string,
  rows: readonly EqualRow[],
): Promise<JudgedAnswer[]> {
  const verdicts = await listNewest(db, [...new Set(rows.map(({ session_id }) => session_id))])
  const versions = [...new Set(rows.map(({ suite_version }) => suite_version))]
  const contents = new Map(
    await Promise.all(
      versions.map(async (version) => [version, await readContent(db, suiteId, version)] as const),
    ),
  )
  return rows.flatMap(({ suite_version, case_index, target, ...row }) => {
    const content = contents.get(suite_version)
    const one = content?.cases[case_index]
    const about = verdicts.filter(
      (verdict) =>
        verdict.session_id === row.session_id && verdict.attempt_ids[target] === row.attempt_id,
    )
    const found = content && verdictOf(about, target, content.rubric)
    return one && found ? [{ ...row, case: one, ...found }] : []
  })
}

const batch = 200

/** Attempts of a suite that were judged before fingerprints were kept, and those that wait to be compared. */
async function fillIn(db: Queryable, suiteId: string): Promise<void> {
  for (;;) {
    const rows = await db.query<{ attempt_id: string; transcript: TranscriptStep[] }>(
      `select a.attempt_id, a.transcript from qa_attempts a
       join qa_sessions q on q.session_id = a.session_id
       where q.suite_id = $1 and a.fingerprint is null and a.status = 'passed' limit ${batch}`,
      [suiteId],
    )
    for (const { attempt_id, transcript } of rows) {
      await db.query('update qa_attempts set fingerprint = $2 where attempt_id = $1', [
        attempt_id,
        fingerprintOf(transcript),
      ])
    }
    if (rows.length < batch) return
  }
}
