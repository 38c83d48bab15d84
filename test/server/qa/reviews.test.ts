import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import type { CaseRow, Session } from '../../../src/contract/qa/sessions.ts'
import type { KeptVerdict } from '../../../src/contract/qa/verdict-history.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

const password = 'open sesame'
let qa: QaStack
let session: Session
const cookies: Record<string, string> = {}

/** A request of a person who has signed in. */
const ask = (name: string, method: string, path: string, body?: unknown) =>
  fetch(`${qa.stack.url}${path}`, {
    method,
    headers: { cookie: cookies[name] ?? '', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const read = async <Answer>(name: string, path: string) =>
  (await (await ask(name, 'GET', path)).json()) as Answer
const at = (rest = '') => `/gateway/qa/sessions/${session.session_id}${rest}`
const item = (name: string, index: number) => read<ReviewItem>(name, at(`/review/${index}`))
const say = (name: string, index: number, verdict: object) =>
  ask(name, 'PUT', at(`/review/${index}`), verdict)

async function signIn(name: string, given: string) {
  const response = await ask(name, 'POST', '/gateway/session', { name, password: given })
  cookies[name] = response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const cases = Array.from({ length: 12 }, (_, index) => ({
  key: `case-${index}`,
  turns: [{ do: 'send' as const, text: 'refund €84 for order 4411' }],
}))

beforeAll(async () => {
  qa = await startQaStack({ password })
  await signIn('admin', password)
  for (const name of ['ana', 'ben', 'cleo']) {
    const user = { name, password: 'a password', role: 'operator' }
    await ask('admin', 'POST', '/gateway/users', user)
    await signIn(name, 'a password')
  }
  const suite = await (
    await ask('admin', 'POST', '/gateway/qa/suites', {
      name: 'Refunds',
      cases,
      rubric: [
        { key: 'correct', label: 'Correct', kind: 'pass' },
        { key: 'tone', label: 'Tone', kind: 'scale' },
      ],
    })
  ).json()
  const targets = ['approval', 'faulty'].map((name) => ({
    ...qa.target(name),
    revision_id: null,
  }))
  const asked = { suite_id: suite.suite_id, targets, is_blind: true, reviewers: ['ana', 'ben'] }
  session = await (await ask('admin', 'POST', '/gateway/qa/sessions', asked)).json()
  await vi.waitFor(
    async () => expect(await read('admin', at())).toMatchObject({ status: 'done' }),
    { timeout: waitMs },
  )
})
afterAll(() => qa?.stack.close())

it('tells a blind reviewer nothing of which is which, in any answer', async () => {
  const hidden = await read<Session>('ana', at())
  expect(hidden).toMatchObject({
    is_hidden: true,
    targets: [],
    tallies: [],
    to_judge: 12,
    judged: 0,
  })
  const rows = await read<{ rows: CaseRow[] }>('admin', at('/grid'))
  const attempts = rows.rows.flatMap((row) => row.attempts)
  const whole = await Promise.all(
    attempts.map((one) =>
      read<{ thread_id: string; run_ids: string[] }>('admin', at(`/attempts/${one.attempt_id}`)),
    ),
  )
  const [target] = (await read<Session>('admin', at())).targets
  expect(target?.commit_message).toMatch(/\w/)
  const telling = [
    qa.deployment.id,
    String(target?.commit),
    String(target?.commit_message),
    String(qa.deployment.latest_revision_id),
    '"faulty"',
    '"approval"',
    ...attempts.map((one) => one.attempt_id),
    ...whole.flatMap((one) => [one.thread_id, ...one.run_ids]),
  ]
  const answers = await Promise.all(
    [
      at(),
      '/gateway/qa/sessions',
      ...cases.map((_, index) => at(`/review/${index}`)),
      at('/grid'),
      at('/results'),
      at('/verdicts'),
      at('/report?format=html'),
      at(`/attempts/${attempts[0]?.attempt_id}`),
      at(`/attempts/${attempts[0]?.attempt_id}/events`),
    ].map(async (path) => (await ask('ana', 'GET', path)).text()),
  )
  for (const answer of answers) {
    for (const word of telling) expect(answer).not.toContain(word)
  }
  for (const path of [
    '/grid',
    '/results',
    '/verdicts',
    '/report?format=html',
    `/attempts/${attempts[0]?.attempt_id}`,
    `/attempts/${attempts[0]?.attempt_id}/events`,
  ]) {
    expect((await ask('ana', 'GET', at(path))).status).toBe(403)
  }
})

it('draws the sides by case and reviewer, and keeps them', async () => {
  const left = async (name: string) =>
    Promise.all(
      cases.map(async (_, index) => {
        const { sides } = await item(name, index)
        const steps = sides[0]?.transcript ?? []
        return steps.some(({ step }) => step === 'interrupt') ? 'approval' : 'faulty'
      }),
    )
  const ana = await left('ana')
  expect(new Set(ana).size).toBe(2)
  expect(await left('ana')).toEqual(ana)
  expect(await left('ben')).not.toEqual(ana)
})

it('keeps what each reviewer says, by target, beside what the others say', async () => {
  const first = await item('ana', 3)
  expect(first).toMatchObject({
    total: 12,
    place: 4,
    verdict: null,
    is_ready: true,
    next_index: 4,
    previous_index: 2,
    next_open_index: 4,
    rubric: [{ key: 'correct' }, { key: 'tone' }],
  })
  const verdict = {
    a: { correct: 'pass', tone: 5 },
    b: { correct: 'fail' },
    better: 'a',
    note: 'Clear.',
    tags: ['good'],
    correction: '',
    seconds: 12.5,
  }
  const [ana, ben] = await Promise.all([say('ana', 3, verdict), say('ben', 3, { better: 'tie' })])
  expect([ana.status, ben.status]).toEqual([200, 200])
  expect(await ana.json()).toMatchObject({ judged: 1 })
  expect(await item('ana', 3)).toMatchObject({ verdict, judged: 1 })
  expect((await item('ben', 3)).verdict).toMatchObject({ better: 'tie', note: '' })
  const { rows } = await read<{ rows: CaseRow[] }>('admin', at('/grid'))
  const isLeftFirst = first.sides[0]?.transcript?.some(({ step }) => step === 'interrupt')
  expect(rows[3]?.better).toEqual({ [isLeftFirst ? '0' : '1']: 1, tie: 1 })
  await say('ana', 3, { ...verdict, better: 'b', note: 'No.' })
  expect(await item('ana', 3)).toMatchObject({ verdict: { better: 'b', note: 'No.' }, judged: 1 })
  expect((await item('ana', 2)).next_open_index).toBe(4)
  const all = await read<KeptVerdict[]>('admin', at('/verdicts'))
  const [chosen, other] = isLeftFirst ? ['0', '1'] : ['1', '0']
  expect(all.map(({ reviewer, better, note }) => [reviewer, better, note])).toEqual([
    ['ana', chosen, 'Clear.'],
    ['ana', other, 'No.'],
    ['ben', 'tie', ''],
  ])
  expect(all[0]).toMatchObject({ case_index: 3, seconds: 12.5, looked_before: false })
  expect(all[0]?.marks[Number(chosen)]).toEqual({ correct: 'pass', tone: 5 })
  expect(all[0]?.attempt_ids).toHaveLength(2)
  expect(await read('admin', at('/verdicts?case_index=3&limit=1&offset=2'))).toEqual([all[2]])
  expect(await read('admin', at('/verdicts?case_index=4'))).toEqual([])
})

it('33.3: refuses a verdict that was given over another than the one that stands, unless it says the same', async () => {
  const over = (when: string, verdict: object) =>
    ask('ana', 'PUT', at(`/review/5?over=${encodeURIComponent(when)}`), verdict)
  const first = await over('none', { better: 'a' })
  const { saved_at } = (await first.json()) as { saved_at: string }
  expect((await item('ana', 5)).saved_at).toBe(saved_at)
  const late = await over('none', { better: 'b' })
  expect([late.status, await late.json()]).toEqual([
    409,
    {
      detail: 'Another verdict of the same reviewer was saved meanwhile.',
      code: 'judged_elsewhere',
    },
  ])
  // Sent once more, as after an answer that was lost.
  expect((await over('none', { better: 'a' })).status).toBe(200)
  expect((await item('ana', 5)).verdict).toMatchObject({ better: 'a' })
  expect((await over(saved_at, { better: 'b' })).status).toBe(409)
  expect((await say('ana', 5, {})).status).toBe(200)
  expect((await over('none', { better: 'tie' })).status).toBe(200)
  expect((await say('ana', 5, {})).status).toBe(200)
})

it('refuses who is no reviewer, what the rubric does not know, and cases that are not there', async () => {
  expect((await ask('cleo', 'GET', at('/review/0'))).status).toBe(403)
  expect(await (await say('cleo', 0, {})).json()).toEqual({
    detail: 'This session is judged by ana, ben. You are not among them.',
  })
  const odd = { a: { correct: 'yes', size: 3 }, b: { tone: 6 } }
  expect(await (await say('ana', 0, odd)).json()).toMatchObject({
    detail: [
      { loc: ['body', 'a', 'correct'], msg: '“Correct” is pass, fail or unsure.' },
      { loc: ['body', 'a', 'size'], msg: 'The rubric has no “size”.' },
      { loc: ['body', 'b', 'tone'], msg: '“Tone” is 1 to 5.' },
    ],
  })
  for (const index of ['12', '-1', 'x']) {
    expect((await ask('ana', 'GET', at(`/review/${index}`))).status).toBe(404)
  }
})

it('lets a reviewer look early, keeps that, and ends it all with its close', async () => {
  expect((await ask('ana', 'POST', at('/looks'), {})).status).toBe(204)
  expect((await ask('ana', 'POST', at('/looks'), {})).status).toBe(204)
  expect(await read<Session>('ana', at())).toMatchObject({ is_hidden: false, judged: 1 })
  expect((await read<Session>('ben', at())).is_hidden).toBe(true)
  const { looked_early } = await read<{ looked_early: string[] }>('ana', at('/results'))
  expect(looked_early).toEqual(['ana'])
  await say('ana', 5, { better: 'tie' })
  const said = await read<KeptVerdict[]>('ana', at('/verdicts'))
  expect(
    said.filter(({ looked_before }) => looked_before).map(({ case_index }) => case_index),
  ).toEqual([5])
  // The sides stay as they were judged.
  expect((await item('ana', 3)).verdict).toMatchObject({ better: 'b' })

  const decision = { decision: 'approve', sentence: 'Better in every case.' }
  expect((await ask('ben', 'PUT', at('/decision'), decision)).status).toBe(403)
  expect(await (await ask('admin', 'PUT', at('/decision'), decision)).json()).toMatchObject({
    ...decision,
    by: 'admin',
  })
  expect((await ask('admin', 'POST', at('/actions/close'), {})).status).toBe(200)
  expect((await read<Session>('ben', at())).is_hidden).toBe(false)
  expect(await (await say('ben', 4, { better: 'a' })).json()).toEqual({
    detail: 'The session is closed: its verdicts are final.',
  })
  const about = `connection_id=local&deployment_id=${qa.deployment.id}`
  expect(await read('ben', `/gateway/qa/decisions?${about}`)).toMatchObject([
    {
      decision: 'approve',
      by: 'admin',
      session_id: session.session_id,
      revision_id: qa.deployment.latest_revision_id,
      cases: 12,
    },
  ])
})
