import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import type { Feedback, FeedbackGroup } from '../../../src/contract/tracing/feedback.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

/** Verdicts as feedback on the runs that they are about. */
/** Posts are sent after the verdict was answered. */
const eventually = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: waitMs })

let qa: QaStack
let suite: Suite
let database: Database
beforeAll(async () => {
  database = await emptyDatabase()
  qa = await startQaStack({ openDatabase: async () => ({ ...database, close: async () => {} }) })
  suite = await qa.suite([{ key: 'a', turns: [{ do: 'send', text: '1 step of 0 seconds' }] }], {
    rubric: [
      { key: 'correct', label: 'Correct', kind: 'pass' },
      { key: 'tone', label: 'Tone', kind: 'scale' },
    ],
  })
})
afterAll(() => qa?.stack.close())

async function tried(more: object = {}): Promise<Session> {
  const targets = [{ ...qa.target('slow'), revision_id: null }]
  const { session_id } = await qa.begin(suite, { targets, ...more })
  return qa.ended(session_id)
}

const judge = ({ session_id }: Session, verdict: object) =>
  qa.stack.json('PUT', `/gateway/qa/sessions/${session_id}/review/0`, verdict)

/** What stands on the runs of a session, of each target; what was taken back says nothing. */
async function posted({ session_id }: Session) {
  const [row] = await qa.grid(session_id)
  const runs = await Promise.all(
    (row?.attempts ?? []).map(async ({ attempt_id }) => {
      const path = `/gateway/qa/sessions/${session_id}/attempts/${attempt_id}`
      return (await qa.stack.json<{ run_ids: string[] }>('GET', path)).run_ids[0]
    }),
  )
  return Promise.all(runs.map((run) => votesOn(`run=${run}`)))
}

async function votesOn(query: string) {
  const votes = await qa.stack.json<Feedback[]>(
    'GET',
    `/gateway/connections/local/tracing/api/v1/feedback?${query}`,
  )
  return votes
    .map(({ key, score, value, comment, correction, metadata, feedback_source }) => ({
      key,
      score,
      value,
      comment,
      correction,
      metadata,
      client: feedback_source?.metadata?.client,
    }))
    .filter(({ score, value, comment }) => score != null || value != null || comment != null)
    .sort((one, other) => (one.key < other.key ? -1 : 1))
}

it('posts a verdict on its run, marked with the session, changes it there, and takes it back', async () => {
  const session = await tried()
  await judge(session, { a: { correct: 'pass', tone: 4 }, note: 'Clear.', correction: 'Clearer.' })
  const [attempt] = (await qa.grid(session.session_id))[0]?.attempts ?? []
  const metadata = {
    qa_session: session.session_id,
    qa_attempt: attempt?.attempt_id,
    reviewer: 'somebody',
  }
  await eventually(async () =>
    expect(await posted(session)).toMatchObject([
      [
        {
          key: 'correct',
          score: true,
          value: 'pass',
          comment: 'Clear.',
          correction: 'Clearer.',
          metadata,
          client: 'qa',
        },
        { key: 'tone', score: 4, comment: null, metadata },
      ],
    ]),
  )
  await judge(session, { a: { correct: 'fail' } })
  await eventually(async () =>
    expect(await posted(session)).toMatchObject([
      [{ key: 'correct', score: false, value: 'fail', comment: null }],
    ]),
  )
  await judge(session, { note: 'I am not sure.' })
  await eventually(async () =>
    expect(await posted(session)).toMatchObject([[{ key: 'qa_note', comment: 'I am not sure.' }]]),
  )
  await judge(session, {})
  await eventually(async () => expect(await posted(session)).toEqual([[]]))
})

it('posts those of a blind session once it is closed, on both runs', async () => {
  const target = { ...qa.target('slow'), revision_id: null }
  const open = await tried({ targets: [target, target], is_blind: true })
  await judge(open, { a: { correct: 'pass' }, b: { correct: 'fail' }, better: 'a' })
  // What is posted comes in order: this is after what would have been posted of the blind one.
  const other = await tried()
  await judge(other, { a: { correct: 'pass' } })
  await eventually(async () => expect((await posted(other))[0]).toHaveLength(1))
  expect((await qa.session(open.session_id)).is_hidden).toBe(true)
  const since = (await qa.session(open.session_id)).created_at
  expect(
    (await votesOn(`key=qa_preference&min_created_at=${since}&with_previews=true`)).length,
  ).toBe(0)

  await qa.act(open.session_id, 'close')
  await eventually(async () => {
    const votes = await posted(open)
    const values = votes.map((own) => own.map(({ key, value }) => `${key} ${value}`).join())
    expect(values.sort()).toEqual([
      'correct fail,qa_preference worse',
      'correct pass,qa_preference better',
    ])
  })
})

it('keeps a verdict that is refused, says so with the session, and posts what is changed', async () => {
  const session = await tried()
  // As JSON it is twice as long, and more than the feedback service takes.
  const verdict = { a: { correct: 'pass' }, correction: '"'.repeat(150_000) }
  await judge(session, verdict)
  await eventually(async () =>
    expect((await qa.session(session.session_id)).unposted).toEqual({
      verdicts: 1,
      why: 'The correction is larger than 256 KiB.',
    }),
  )
  const item = `/gateway/qa/sessions/${session.session_id}/review/0`
  expect(await qa.stack.json('GET', item)).toMatchObject({ verdict })
  await judge(session, { a: { correct: 'pass' }, correction: 'Short.' })
  await eventually(async () =>
    expect(await posted(session)).toMatchObject([[{ key: 'correct', correction: 'Short.' }]]),
  )
  expect((await qa.session(session.session_id)).unposted).toBeNull()
})

const kept = ({ session_id }: Session) =>
  database.query<{ tries: number; next_try_at: Date }>(
    'select tries, next_try_at from qa_posts where session_id = $1',
    [session_id],
  )

it('34.1: lets a verdict on a run that is gone stand with the session, and sends it nowhere', async () => {
  const session = await tried()
  const { a } = await qa.attempts(session.session_id)
  const thread = `/agents/examples/threads/${a?.thread_id}`
  expect((await qa.stack.call('DELETE', thread)).status).toBe(204)
  await judge(session, { a: { correct: 'pass' } })
  await eventually(async () => expect(await kept(session)).toEqual([]))
  expect((await qa.session(session.session_id)).unposted).toBeNull()
  const item = `/gateway/qa/sessions/${session.session_id}/review/0`
  expect(await qa.stack.json('GET', item)).toMatchObject({ verdict: { a: { correct: 'pass' } } })
})

it('34.1: sends what is refused again and again less and less often', async () => {
  const session = await tried()
  await judge(session, { a: { correct: 'pass' }, correction: '"'.repeat(150_000) })
  await eventually(async () => expect(await kept(session)).toMatchObject([{ tries: 1 }]))
  const since = Date.now()
  await database.query('update qa_posts set next_try_at = now() where session_id = $1', [
    session.session_id,
  ])
  // Whatever else is said has it looked at.
  await judge(await tried(), { a: { correct: 'pass' } })
  await eventually(async () => expect(await kept(session)).toMatchObject([{ tries: 2 }]))
  const [post] = await kept(session)
  expect((post?.next_try_at.getTime() ?? 0) - since).toBeGreaterThanOrEqual(10_000)
})

it('leaves verdicts on a preview out of the deployment’s sums', async () => {
  const sum = async () => {
    const query = `session=${qa.deployment.id}&group_by=key`
    const { groups } = await qa.stack.json<{ groups: FeedbackGroup[] }>(
      'GET',
      `/gateway/connections/local/tracing/api/v1/feedback/summary?${query}`,
    )
    return groups.find(({ key }) => key === 'correct')?.count ?? 0
  }
  const before = await sum()
  const target = { ...qa.target('slow'), revision_id: qa.deployment.latest_revision_id }
  const session = await tried({ targets: [target] })
  await judge(session, { a: { correct: 'pass' } })
  await eventually(async () => expect((await posted(session))[0]).toHaveLength(1))
  expect(await sum()).toBe(before)
})
