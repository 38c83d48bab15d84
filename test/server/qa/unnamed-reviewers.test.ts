import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import { startStack } from '../../helpers/stack.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

/** Where nobody signs in under a name people say who they are, each in a browser of their own. */
let qa: QaStack
let session: Session
beforeAll(async () => {
  qa = await startQaStack()
  const turns = [{ do: 'send' as const, text: 'Where is order 4411?' }]
  const suite = await qa.suite([{ key: 'a', turns }])
  const targets = [qa.target('approval'), qa.target('faulty')]
  session = await qa.begin(suite, { targets, is_blind: true, reviewers: ['Ines', ' tomas '] })
  await qa.ended(session.session_id)
})
afterAll(() => qa?.stack.close())

/** What a browser asks that has kept a cookie. */
async function ask<Answer>(cookie: string | null, method: string, path: string, body?: unknown) {
  const response = await fetch(`${qa.stack.url}/gateway/qa${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const cookies = response.headers.get('set-cookie')?.split(';')[0] ?? null
  return { status: response.status, cookie: cookies, body: (await response.json()) as Answer }
}
const say = async (name: string) => {
  const said = await ask(null, 'PUT', '/reviewers/own', { name })
  expect(said).toMatchObject({ status: 200, body: { own: name.trim().toLowerCase() } })
  return said.cookie ?? ''
}
const at = (rest = '') => `/sessions/${session.session_id}${rest}`

it('33.3.7: names that sessions use can be chosen, and nobody has to sign in', async () => {
  expect(session.reviewers).toEqual(['ines', 'tomas'])
  const { body } = await ask(null, 'GET', '/reviewers')
  expect(body).toEqual({ own: null, may_choose: true, names: ['ines', 'tomas'] })
  expect(await ask(await say('Ada'), 'GET', '/reviewers')).toMatchObject({
    body: { own: 'ada', names: ['ada', 'ines', 'tomas'] },
  })
  for (const name of ['', '  ', 'x'.repeat(101), 7]) {
    expect((await ask(null, 'PUT', '/reviewers/own', { name })).status).toBe(422)
  }
})

it('33.3.7: each who says who they are judges for themselves, blind, and is named with it', async () => {
  // Whoever has not said it is none of them, and arranges what they judge.
  expect((await ask<Session>(null, 'GET', at())).body).toMatchObject({
    is_hidden: false,
    to_judge: 0,
  })
  expect((await ask(null, 'GET', at('/review/0'))).status).toBe(403)
  const [ines, tomas] = [await say('Ines'), await say('tomas')]
  for (const cookie of [ines, tomas]) {
    const { body } = await ask<Session>(cookie, 'GET', at())
    expect(body).toMatchObject({ is_hidden: true, targets: [], to_judge: 1, judged: 0 })
    const item = await ask<ReviewItem>(cookie, 'GET', at('/review/0'))
    expect(item.body).toMatchObject({ is_blind: true, verdict: null })
  }
  // What both targets made is hidden from them and nobody else, in the rest of the console too.
  const made = async (cookie: string | null) => {
    const path = `../connections/local/control-plane/v1/runs/search`
    const named = { metadata: { qa_session: session.session_id } }
    return (await ask<{ total: number }>(cookie, 'POST', `/${path}`, named)).body.total
  }
  expect([await made(ines), await made(tomas), await made(null)]).toEqual([0, 0, 2])
  const mark = (better: string) => ({ a: { correct: 'pass' }, b: { correct: 'fail' }, better })
  expect((await ask(ines, 'PUT', at('/review/0'), mark('a'))).status).toBe(200)
  // A verdict of before somebody else took the seat is still that of whoever gave it.
  const late = at('/review/0?as=tomas')
  expect((await ask(ines, 'PUT', late, mark('b'))).status).toBe(200)
  expect((await ask(ines, 'PUT', at('/review/0?as=vera'), mark('b'))).status).toBe(403)
  const own = async (cookie: string) =>
    (await ask<ReviewItem>(cookie, 'GET', at('/review/0'))).body.verdict?.better
  expect([await own(ines), await own(tomas)]).toEqual(['a', 'b'])
  await qa.act(session.session_id, 'close')
  const verdicts = await ask<{ reviewer: string }[]>(
    null,
    'GET',
    at('/verdicts?case_index=0&limit=10'),
  )
  expect(verdicts.body.map(({ reviewer }) => reviewer)).toEqual(['ines', 'tomas'])
})

it('33.3.7: who says to be nobody any more judges under no name', async () => {
  const left = await ask(await say('ines'), 'PUT', '/reviewers/own', { name: null })
  expect(left.body).toMatchObject({ own: null })
  expect(left.cookie).toBe('quarterdeck_reviewer=')
})

it('33.3.7: where people sign in they are themselves', async () => {
  await qa.stack.close()
  const stack = await startStack({ password: 'open sesame' })
  const response = await fetch(`${stack.url}/gateway/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'admin', password: 'open sesame' }),
  })
  const signedIn = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const cookie = `${signedIn}; quarterdeck_reviewer=ines`
  const headers = { cookie, 'content-type': 'application/json' }
  const list = await fetch(`${stack.url}/gateway/qa/reviewers`, { headers })
  expect(await list.json()).toEqual({ own: 'admin', may_choose: false, names: ['admin'] })
  const chosen = await fetch(`${stack.url}/gateway/qa/reviewers/own`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ name: 'ines' }),
  })
  expect(chosen.status).toBe(409)
  // Nor does anybody speak for another.
  const session = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const verdict = await fetch(`${stack.url}/gateway/qa/sessions/${session}/review/0?as=ines`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ a: {}, better: null }),
  })
  expect([verdict.status, await verdict.text()]).toEqual([
    422,
    expect.stringContaining('People sign in here'),
  ])
  await stack.close()
})
