import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { failingDatabase, noOutage } from '../../helpers/failing-database.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

/** A session outlasts a database that is away for a moment, and no attempt of it stays at work for ever. */
let qa: QaStack
let database: Database
let outage = noOutage
beforeAll(async () => {
  database = await emptyDatabase()
  const failing = failingDatabase(database, () => outage)
  qa = await startQaStack({
    openDatabase: async () => ({ ...failing, close: async () => {} }),
    cluster: { pollMs: 50 },
  })
})
afterAll(() => qa?.stack.close())

const claim = /update qa_attempts set status = 'running'/
const lost = 'The server that tried it ended, or lost its database. Another attempt stands for it.'

it.each([
  ['it is taken up', claim, 2, []],
  ['its cases are read', /^select rubric, cases from qa_suite_versions/, 1, [lost]],
  ['its end is kept', /update qa_attempts set status = \$3/, 2, []],
])(
  '35: an attempt whose database is away when %s comes to its end',
  async (_when, of, times, errors) => {
    const suite = await qa.suite([
      { key: 'a', turns: [{ do: 'send', text: '1 step of 0 seconds' }] },
    ])
    // Nothing is taken up until the session is made.
    outage = { of: claim, times: Number.POSITIVE_INFINITY }
    const { session_id } = await qa.begin(suite, {
      targets: [{ ...qa.target('slow'), revision_id: null }],
    })
    outage = { of, times }
    const session = await qa.ended(session_id)
    expect(outage.times).toBe(0)
    expect(session).toMatchObject({ status: 'done', tallies: [{ passed_cases: 1 }] })
    const before = await database.query<{ error: string }>(
      'select error from qa_attempts where session_id = $1 and not is_current',
      [session_id],
    )
    expect(before.map(({ error }) => error)).toEqual(errors)
  },
)
