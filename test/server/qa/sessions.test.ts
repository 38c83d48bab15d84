import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionSummary } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

let qa: QaStack
let suite: Suite
const quick = { do: 'send' as const, text: '1 step of 0 seconds' }

beforeAll(async () => {
  qa = await startQaStack()
  suite = await qa.suite([
    { key: 'a', tags: ['one'], turns: [quick] },
    { key: 'b', turns: [quick], checks: [{ check: 'contains', text: 'never said' }] },
    { key: 'c', tags: ['two'], turns: [quick], has_side_effects: true },
  ])
})
afterAll(() => qa?.stack.close())

const slow = () => ({ ...qa.target('slow'), revision_id: null })
const refused = async (body: object) => {
  const response = await qa.stack.call('POST', '/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    targets: [slow()],
    ...body,
  })
  return { status: response.status, ...((await response.json()) as { detail: unknown }) }
}

describe('a session', () => {
  it('tries each case on each target as often as is asked, and tells how it stands', async () => {
    const begun = await qa.begin(suite, {
      targets: [slow(), { ...qa.target('approval'), revision_id: null }],
      repeats: 3,
      name: 'Three times',
      accepts_side_effects: true,
      caps: { at_once: 2 },
    })
    expect(begun).toMatchObject({
      name: 'Three times',
      suite_name: 'Suite',
      attempts: 18,
      passes_needed: 2,
      is_hidden: false,
      targets: [
        { deployment_name: 'examples', assistant_name: 'slow', assistant_id: 'slow' },
        { deployment_name: 'examples', assistant_name: 'approval' },
      ],
    })
    const session = await qa.ended(begun.session_id)
    expect(session).toMatchObject({
      status: 'done',
      ended_attempts: 18,
      tallies: [
        { ended_cases: 3, passed_cases: 2, attempts: 9, ended_attempts: 9 },
        { ended_cases: 3, passed_cases: 2 },
      ],
    })
    const rows = await qa.grid(session.session_id)
    expect(rows.map(({ case_key, attempts }) => [case_key, attempts.length])).toEqual([
      ['a', 6],
      ['b', 6],
      ['c', 6],
    ])
    expect(rows[0]?.attempts.map(({ target, repeat }) => [target, repeat])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
      [1, 2],
      [1, 3],
    ])
    expect(
      new Set(rows.flatMap(({ attempts }) => attempts.map((one) => one.attempt_id))).size,
    ).toBe(18)
    expect(rows[0]?.differs).toBeGreaterThan(0.5)
    const listed = await qa.stack.json<SessionSummary[]>(
      'GET',
      `/gateway/qa/sessions?suite_id=${suite.suite_id}`,
    )
    expect(listed[0]).toMatchObject({ name: 'Three times', tallies: session.tallies })
    const of = (status: string) =>
      qa.stack.json<SessionSummary[]>('GET', `/gateway/qa/sessions?status=${status}`)
    expect((await of('done')).map(({ name }) => name)).toContain('Three times')
    expect((await of('running')).map(({ name }) => name)).not.toContain('Three times')
  })

  it('has its cases’ threads and runs marked, and outlives their deletion', async () => {
    const begun = await qa.begin(suite, { targets: [slow()], tags: ['one'] })
    await qa.ended(begun.session_id)
    const { a } = await qa.attempts(begun.session_id)
    const thread = `/agents/examples/threads/${a?.thread_id}`
    expect(await qa.stack.json('GET', thread)).toMatchObject({
      metadata: { qa_session: begun.session_id, qa_attempt: a?.attempt_id },
    })
    expect((await qa.stack.call('DELETE', thread)).status).toBe(204)
    const again = await qa.attempts(begun.session_id)
    expect(again.a?.transcript.length).toBeGreaterThan(1)
    expect(again).toEqual({ a })
    const at = `/gateway/qa/sessions/${begun.session_id}/attempts/${a?.attempt_id}/events`
    const { events } = await qa.stack.json<{ events: { run_id: string }[] }>('GET', at)
    expect(events.length).toBeGreaterThan(1)
    expect(new Set(events.map(({ run_id }) => run_id))).toEqual(new Set(a?.run_ids))
  })

  it('is refused at the field that cannot be done', async () => {
    expect(await refused({})).toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'accepts_side_effects'], msg: expect.stringMatching(/: c\. Say/) }],
    })
    expect(await refused({ tags: ['nothing'] })).toMatchObject({
      detail: [{ loc: ['body', 'tags'] }],
    })
    expect(await refused({ repeats: 2, passes_needed: 3, tags: ['one'] })).toMatchObject({
      detail: [{ loc: ['body', 'passes_needed'], msg: 'At most the 2 repeats can pass.' }],
    })
    const away = {
      connection_id: 'local',
      deployment_id: crypto.randomUUID(),
      assistant_id: 'slow',
    }
    const nobody = { ...slow(), assistant_id: 'nobody' }
    expect(await refused({ targets: [away, nobody], tags: ['one'] })).toMatchObject({
      status: 422,
      detail: [
        {
          loc: ['body', 'targets', 0, 'deployment_id'],
          msg: expect.stringMatching(/not found|no /i),
        },
        {
          loc: ['body', 'targets', 1, 'assistant_id'],
          msg: expect.stringMatching(/nobody|assistant/i),
        },
      ],
    })
    const gone = { ...slow(), revision_id: crypto.randomUUID() }
    expect(await refused({ targets: [gone], tags: ['one'] })).toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'targets', 0, 'revision_id'] }],
    })
    expect(await refused({ suite_id: crypto.randomUUID() })).toMatchObject({
      status: 404,
      detail: 'There is no such suite, or not in this version.',
    })
    const many = await qa.suite(
      Array.from({ length: 501 }, (_, at) => ({ key: `k${at}`, turns: [quick] })),
    )
    const body = { suite_id: many.suite_id, targets: [slow(), slow()], repeats: 20 }
    expect(await refused(body)).toMatchObject({
      status: 422,
      detail: [
        { msg: expect.stringMatching(/are 20,040 attempts\. A session has at most 20,000/) },
      ],
    })
  })

  it('is paused, goes on, and is ended by hand', async () => {
    const long = await qa.suite(
      Array.from({ length: 6 }, (_, at) => ({
        key: `k${at}`,
        turns: [{ do: 'send' as const, text: '1 step of 60 seconds' }],
      })),
    )
    const { session_id: id } = await qa.begin(long, { targets: [slow()], caps: { at_once: 2 } })
    await expect
      .poll(async () => statuses(await qa.grid(id)).slice(0, 3))
      .toEqual(['running', 'running', 'waiting'])
    // One at work has begun its run a moment later.
    const begun = { status: 'busy', metadata: { qa_session: id } }
    await expect
      .poll(() => qa.stack.json('POST', '/agents/examples/threads/search', begun))
      .toHaveLength(2)
    expect((await qa.stack.call('DELETE', `/gateway/qa/sessions/${id}`)).status).toBe(409)
    expect((await qa.act(id, 'close')).status).toBe(409)
    expect((await qa.act(id, 'pause')).status).toBe(200)
    expect((await qa.session(id)).status).toBe('paused')
    expect((await qa.act(id, 'resume')).status).toBe(200)
    expect((await qa.act(id, 'cancel')).status).toBe(200)
    await expect
      .poll(async () => new Set(statuses(await qa.grid(id))))
      .toEqual(new Set(['cancelled']))
    const { k0 } = await qa.attempts(id)
    expect(k0?.error).toBe('The session was cancelled.')
    const run = `/agents/examples/threads/${k0?.thread_id}/runs/${k0?.run_ids[0]}`
    await expect
      .poll(async () => (await qa.stack.json<{ status: string }>('GET', run)).status)
      .toBe('interrupted')
    expect((await qa.act(id, 'close')).status).toBe(200)
    expect(await qa.session(id)).toMatchObject({
      status: 'closed',
      closed_at: expect.any(String),
    })
    expect((await qa.stack.call('DELETE', `/gateway/qa/sessions/${id}`)).status).toBe(204)
    expect((await qa.stack.call('GET', `/gateway/qa/sessions/${id}`)).status).toBe(404)
  })

  it('34.1: has no more at work at once than it may, also when one ends before the others', async () => {
    const twelve = await qa.suite(
      Array.from({ length: 12 }, (_, at) => ({ key: `k${at}`, turns: [quick] })),
    )
    const { session_id } = await qa.begin(twelve, { targets: [slow()], caps: { at_once: 2 } })
    await qa.ended(session_id)
    const times = Object.values(await qa.attempts(session_id)).map(({ started_at, ended_at }) => ({
      from: Date.parse(String(started_at)),
      until: Date.parse(String(ended_at)),
    }))
    const beside = times.map(
      ({ from }) => times.filter((other) => other.from <= from && from < other.until).length,
    )
    expect(times).toHaveLength(12)
    expect(Math.max(...beside)).toBe(2)
  })

  it('33.3.4: closed while it is paused, it ends what is at work and what waits', async () => {
    const long = await qa.suite(
      ['a', 'b', 'c'].map((key) => ({
        key,
        turns: [{ do: 'send' as const, text: '1 step of 60 seconds' }],
      })),
    )
    const { session_id: id } = await qa.begin(long, { targets: [slow()], caps: { at_once: 2 } })
    await expect.poll(async () => statuses(await qa.grid(id))).toContain('running')
    await qa.act(id, 'pause')
    expect((await qa.act(id, 'close')).status).toBe(200)
    await expect
      .poll(async () => new Set(statuses(await qa.grid(id))))
      .toEqual(new Set(['cancelled']))
    expect((await qa.attempts(id)).a?.error).toBe('The session was closed.')
    expect((await qa.act(id, 'run_failed_again')).status).toBe(409)
  })

  it('ends an attempt that takes too long', async () => {
    const late = await qa.suite([
      { key: 'late', turns: [{ do: 'send', text: '1 step of 60 seconds' }] },
    ])
    const begun = await qa.begin(late, { targets: [slow()], caps: { attempt_seconds: 1 } })
    await qa.ended(begun.session_id)
    expect((await qa.attempts(begun.session_id)).late).toMatchObject({
      status: 'failed',
      error: 'It took longer than 1 s and was stopped.',
    })
  })

  it('33.3.8: ends one whose patterns take too long', async () => {
    const check = { check: 'matches' as const, pattern: '^((.|.)+)+\\*$' }
    const stuck = await qa.suite([
      { key: 'stuck', turns: [quick], checks: Array.from({ length: 20 }, () => check) },
    ])
    const begun = await qa.begin(stuck, { targets: [slow()], caps: { attempt_seconds: 2 } })
    await qa.ended(begun.session_id)
    expect((await qa.attempts(begun.session_id)).stuck).toMatchObject({
      status: 'failed',
      error: 'It took longer than 2 s and was stopped.',
    })
  })

  it('keeps what ended when its target vanishes in the middle, and says so of the rest', async () => {
    const { deployment } = await qa.stack.deploy(
      (await makeRepository(path.join(qa.stack.folder, 'vanishes'), agentProject('Here'))).folder,
      { name: 'vanishes' },
    )
    const many = await qa.suite(
      Array.from({ length: 20 }, (_, at) => ({
        key: `k${at}`,
        turns: [{ do: 'send', text: 'Hi' }],
      })),
    )
    const target = { connection_id: 'local', deployment_id: deployment.id, assistant_id: 'agent' }
    const { session_id } = await qa.begin(many, {
      targets: [{ ...target, revision_id: null }],
      caps: { at_once: 1 },
    })
    await expect.poll(async () => (await qa.session(session_id)).ended_attempts).toBeGreaterThan(0)
    await qa.act(session_id, 'pause')
    await qa.stack.call('DELETE', `/api-host/v2/deployments/${deployment.id}`)
    await qa.act(session_id, 'resume')
    expect((await qa.ended(session_id)).status).toBe('done')
    const { k0, k19 } = await qa.attempts(session_id)
    expect(k0?.status).toBe('passed')
    expect(k19).toMatchObject({
      status: 'error',
      error: expect.stringMatching(/not found|no deployment/),
    })
  })

  it('runs again what failed, and keeps what was there first', async () => {
    const begun = await qa.begin(suite, { targets: [slow()], accepts_side_effects: true })
    const id = begun.session_id
    await qa.ended(id)
    const before = await qa.attempts(id)
    const judge = (index: number) =>
      qa.stack.json('PUT', `/gateway/qa/sessions/${id}/review/${index}`, { a: { correct: 'pass' } })
    await judge(0)
    await judge(1)
    expect((await qa.act(id, 'run_failed_again')).status).toBe(200)
    await qa.ended(id)
    // What was said of the first answer is not said of the second.
    expect(await qa.stack.json('GET', `/gateway/qa/sessions/${id}/review/1`)).toMatchObject({
      judged: 1,
      verdict: { a: nothing },
      saved_at: null,
    })
    expect(await qa.stack.json('GET', `/gateway/qa/sessions/${id}/grid`)).toMatchObject({
      rows: [
        { marked: [{ passed: 1 }], said_by: 1 },
        { marked: [{ passed: 0 }], said_by: 0 },
        { said_by: 0 },
      ],
    })
    expect(await qa.stack.json('GET', `/gateway/qa/sessions/${id}/verdicts`)).toHaveLength(2)
    const after = await qa.attempts(id)
    expect(before.b?.status).toBe('failed')
    expect(after.b?.attempt_id).not.toBe(before.b?.attempt_id)
    expect([after.a, after.c]).toEqual([before.a, before.c])
    const first = `/gateway/qa/sessions/${id}/attempts/${before.b?.attempt_id}`
    expect(await qa.stack.json('GET', first)).toMatchObject({ status: 'failed' })
    const all = await qa.begin(suite, { targets: [slow()], tags: ['one'] })
    await qa.ended(all.session_id)
    const none = await qa.act(all.session_id, 'run_failed_again')
    expect([none.status, await none.json()]).toEqual([409, { detail: 'Nothing has failed.' }])
  })
})

const statuses = (rows: { attempts: { status: string }[] }[]) =>
  rows.flatMap(({ attempts }) => attempts.map(({ status }) => status))
