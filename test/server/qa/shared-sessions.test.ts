import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

/** Sessions of servers that share a database: what one of them tries is stopped through any of them. */
let qa: QaStack
let another: Stack
let database: Database
let options: Parameters<typeof startQaStack>[0]
beforeAll(async () => {
  const databaseUrl = await createPostgresDatabase()
  database = await openPostgres(databaseUrl)
  const secretKey = 'one secret key for both of the servers'
  options = { databaseUrl, secretKey, openDatabase: undefined }
  qa = await startQaStack(options)
})
afterAll(async () => {
  await another?.close()
  await qa?.stack.close()
  await database?.close()
})

interface Tried {
  status: string
  error: string | null
  thread_id: string | null
  run_ids: string[]
}

const attempts = (id: string) =>
  database.query<Tried>(
    `select status, error, thread_id, run_ids from qa_attempts
     where session_id = $1 and is_current order by position`,
    [id],
  )
const statuses = async (id: string) => (await attempts(id)).map(({ status }) => status)

/** A session whose first case is at work, with its run; its second one waits. */
async function begun() {
  const turns = [{ do: 'send' as const, text: '1 step of 60 seconds' }]
  const suite = await qa.suite(['a', 'b'].map((key) => ({ key, turns })))
  const { session_id: id } = await qa.begin(suite, {
    targets: [{ ...qa.target('slow'), revision_id: null }],
    caps: { at_once: 1 },
  })
  const busy = { status: 'busy', metadata: { qa_session: id } }
  const threads = () =>
    qa.stack.json<{ thread_id: string }[]>('POST', '/agents/examples/threads/search', busy)
  await expect.poll(threads).toHaveLength(1)
  const [thread] = await threads()
  const runs = `/agents/examples/threads/${thread?.thread_id}/runs`
  const [run] = await qa.stack.json<{ run_id: string }[]>('GET', runs)
  return { id, run: `${runs}/${run?.run_id}` }
}

it('34.1: nothing more is begun of a session that is paused in the moment that it is looked at', async () => {
  const { id, run } = await begun()
  const waiting = async () =>
    database.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of q%'`,
    )
  await database.transaction(async (tx) => {
    await tx.query('select 1 from qa_sessions where session_id = $1 for update', [id])
    // There is room for the other case now: whoever tries the session asks for it, and waits.
    await qa.stack.call('POST', `${run}/cancel?wait=true`)
    await expect.poll(waiting).not.toEqual([])
    await tx.query(
      `update qa_sessions set status = 'paused', running_since = null where session_id = $1`,
      [id],
    )
  })
  await expect.poll(waiting).toEqual([])
  // Whoever had it before has given it back by then.
  await database.query(`update qa_sessions set name = 'Paused' where session_id = $1`, [id])
  expect((await statuses(id))[1]).toBe('waiting')
})

it('34.1: what one server tries ends when its session is cancelled, or closed as it is, through another', async () => {
  const [cancelled, closed] = [await begun(), await begun()]
  another = await startStack(options)
  const act = async (id: string, action: string) => {
    const at = `/gateway/qa/sessions/${id}/actions/${action}`
    expect([action, (await another.call('POST', at, {})).status]).toEqual([action, 200])
  }
  await act(cancelled.id, 'cancel')
  await act(closed.id, 'pause')
  await act(closed.id, 'close')
  for (const [{ id, run }, error] of [
    [cancelled, 'The session was cancelled.'],
    [closed, 'The session was closed.'],
  ] as const) {
    await expect.poll(() => statuses(id)).toEqual(['cancelled', 'cancelled'])
    expect((await attempts(id))[0]).toMatchObject({ error, run_ids: [run.split('/').at(-1)] })
    await expect
      .poll(async () => (await qa.stack.json<{ status: string }>('GET', run)).status)
      .toBe('interrupted')
  }
})
