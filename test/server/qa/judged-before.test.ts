import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { openEmbeddedDatabase } from '../../../src/server/db/embedded.ts'
import { jsonb } from '../../../src/server/db/jsonb.ts'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { readPrecedents } from '../../../src/server/qa/precedents/read-precedents.ts'
import { findSession } from '../../../src/server/qa/session-store.ts'
import { readContent } from '../../../src/server/qa/suites/suite-store.ts'
import { sampleSession } from './sample-session.ts'

/** Verdicts that were given before it was kept which attempts they are about. */
let database: Database
const newest = '023-judged-answers.sql'
beforeAll(async () => {
  database = await openEmbeddedDatabase({ dataDir: null })
  for (const { name, sql } of await readMigrations()) {
    if (name < newest) await database.query(sql)
  }
})
afterAll(() => database?.close())

it('are about the first repeat that had ended when they were given, and count as precedents', async () => {
  const { session, cases } = sampleSession({ refund: ['pp', 'pp'] })
  const [suite, id, ...ids] = Array.from({ length: 6 }, () => randomUUID())
  const at = (minute: number) => `2026-11-03T10:0${minute}:00Z`
  await database.query(
    'insert into qa_suite_versions (suite_id, version, rubric, cases, created_at) values ($1, 1, $2, $3, $4)',
    [suite, jsonb(session.rubric), jsonb(cases), at(0)],
  )
  await database.query(
    `insert into qa_sessions (session_id, name, suite_id, suite_name, suite_version, case_indexes, targets, repeats,
       passes_needed, status, is_blind, reviewers, seed, caps, has_side_effects, created_at)
     values ($1, 'Before', $2, 'Suite', 1, '[0]', $3, 2, 1, 'done', false, '[]', 1, $4, false, $5)`,
    [id, suite, jsonb(session.targets), jsonb(session.caps), at(0)],
  )
  // Of the candidate the second repeat had ended first, of the other target the first one.
  const ends = [1, 2, 5, 2]
  for (const [place, attempt] of ids.entries()) {
    await database.query(
      `insert into qa_attempts (attempt_id, session_id, case_index, case_key, target, repeat, status, ended_at, transcript)
       values ($1, $2, 0, 'refund', $3, $4, 'passed', $5, $6)`,
      [
        attempt,
        id,
        Math.floor(place / 2),
        (place % 2) + 1,
        at(ends[place] ?? 0),
        jsonb([{ step: 'answer', text: '30 days' }]),
      ],
    )
  }
  await database.query(
    `insert into qa_verdicts (verdict_id, session_id, case_index, reviewer, marks, left_target, note, tags, correction,
       seconds, at) values ($1, $2, 0, 'anna', $3, 0, '', '[]', '', 1, $4)`,
    [randomUUID(), id, jsonb([{ correct: 'pass' }, { correct: 'fail' }]), at(3)],
  )

  const migration = (await readMigrations()).find(({ name }) => name === newest)
  await database.query(migration?.sql ?? '')
  expect(await database.query('select attempt_ids from qa_verdicts')).toEqual([
    { attempt_ids: [ids[0], ids[3]] },
  ])
  const row = await findSession(database, id ?? '')
  if (!row) throw new Error('The session is gone.')
  const content = await readContent(database, suite ?? '', 1)
  const { fingerprints, judged } = await readPrecedents(database, row, content.cases)
  expect(new Set(fingerprints.values()).size).toBe(1)
  expect(
    judged
      .map(({ attempt_id, verdict, reviewers }) => [attempt_id, verdict, reviewers])
      .sort(([, one], [, other]) => (String(one) < String(other) ? -1 : 1)),
  ).toEqual([
    [ids[3], 'fail', ['anna']],
    [ids[0], 'pass', ['anna']],
  ])
})
