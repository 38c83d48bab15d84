import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fillPath } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { includesRole } from '../../../src/contract/gateway/roles.ts'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import type { CaseRow, Session } from '../../../src/contract/qa/sessions.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

const password = 'open sesame'
let qa: QaStack
/** Sessions that name rob, rosa, and nobody; the last is of one target and not blind, and names rob and vera. */
let own: Session
let others: Session
let open: Session
let plain: Session
const headers: Record<string, Record<string, string>> = {}

const ask = (name: string, method: string, path: string, body?: unknown) =>
  fetch(`${qa.stack.url}${path}`, {
    method,
    headers: { ...headers[name], 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const read = async <Answer>(name: string, path: string) =>
  (await (await ask(name, 'GET', path)).json()) as Answer
const at = ({ session_id }: Session, rest = '') => `/gateway/qa/sessions/${session_id}${rest}`

async function signIn(name: string, given: string) {
  const response = await ask(name, 'POST', '/gateway/session', { name, password: given })
  headers[name] = { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

async function begin(asked: object): Promise<Session> {
  const response = await ask('admin', 'POST', '/gateway/qa/sessions', asked)
  expect(response.status).toBe(201)
  return (await response.json()) as Session
}

const hasEnded = (session: Session) =>
  vi.waitFor(
    async () => expect(await read('admin', at(session))).toMatchObject({ status: 'done' }),
    { timeout: waitMs },
  )

let suite: { suite_id: string }

beforeAll(async () => {
  qa = await startQaStack({ password })
  await signIn('admin', password)
  const people = { rob: 'reviewer', rosa: 'reviewer', vera: 'viewer', oli: 'operator' }
  for (const [name, role] of Object.entries(people)) {
    const user = { name, password: 'a password', role }
    expect((await ask('admin', 'POST', '/gateway/users', user)).status).toBe(201)
    await signIn(name, 'a password')
  }
  const token = await ask('admin', 'POST', '/gateway/tokens', { name: 'judge', role: 'reviewer' })
  headers['token judge'] = { authorization: `Bearer ${(await token.json()).token}` }
  const turns = [{ do: 'send', text: 'Where is order 4411?' }]
  suite = await (
    await ask('admin', 'POST', '/gateway/qa/suites', {
      name: 'Orders',
      cases: [{ key: 'a', turns }],
    })
  ).json()
  const pair = { targets: [qa.target('approval'), qa.target('faulty')], is_blind: true }
  const asked = { suite_id: suite.suite_id, ...pair }
  own = await begin({ ...asked, reviewers: [' Rob', 'token judge'] })
  others = await begin({ ...asked, reviewers: ['rosa'] })
  open = await begin(asked)
  plain = await begin({
    suite_id: suite.suite_id,
    targets: [qa.target('approval')],
    reviewers: ['rob', 'vera'],
  })
  await Promise.all([own, others, open, plain].map(hasEnded))
})
afterAll(() => qa?.stack.close())

it('lists to a reviewer the sessions that name them, to a viewer all', async () => {
  const ids = async (name: string) =>
    (await read<Session[]>(name, '/gateway/qa/sessions')).map(({ session_id }) => session_id)
  expect(await ids('rob')).toEqual([plain.session_id, own.session_id])
  expect(await ids('rosa')).toEqual([others.session_id])
  expect(await ids('token judge')).toEqual([own.session_id])
  expect(await ids('vera')).toHaveLength(4)
})

it('lets a reviewer judge such a session, and shows what it came to once it is closed', async () => {
  expect(own.reviewers).toEqual(['rob', 'token judge'])
  for (const name of ['rob', 'token judge']) {
    // The seed draws the sides.
    const hidden = { is_hidden: true, to_judge: 1, targets: [], seed: null }
    expect(await read(name, at(own))).toMatchObject(hidden)
    const item = await read<ReviewItem>(name, at(own, '/review/0'))
    expect(item).toMatchObject({ is_blind: true, rubric: [{ key: 'correct' }], case_key: 'a' })
    const verdict = { a: { correct: 'pass' }, b: { correct: 'fail' }, better: 'a', note: 'Clear.' }
    expect((await ask(name, 'PUT', at(own, '/review/0'), verdict)).status).toBe(200)
  }
  const refused = await ask('rob', 'POST', at(own, '/looks'), {})
  expect([refused.status, (await refused.json()).detail]).toEqual([403, expect.any(String)])

  // Another's verdict that the feedback service does not take is no matter of theirs.
  const long = { a: { correct: 'pass' }, correction: '"'.repeat(150_000) }
  expect((await ask('vera', 'PUT', at(plain, '/review/0'), long)).status).toBe(200)
  await vi.waitFor(async () =>
    expect(await read('admin', at(plain))).toMatchObject({ unposted: { verdicts: 1 } }),
  )
  expect(await read('rob', at(plain))).toMatchObject({ unposted: null })

  // Nobody judges this one blind, but what the checks and the others make of it would lead a reviewer.
  expect(await read('rob', at(plain))).toMatchObject({ is_hidden: true, targets: [], tallies: [] })
  expect(await read('rob', at(plain, '/review/0'))).toMatchObject({ is_blind: false })
  const [attempt] = (await read<{ rows: CaseRow[] }>('admin', at(plain, '/grid'))).rows.flatMap(
    ({ attempts }) => attempts,
  )
  const one = `/attempts/${attempt?.attempt_id}`
  const parts = ['/grid', '/results', '/report?format=csv', one, `${one}/events`]
  for (const part of parts) {
    expect((await ask('rob', 'GET', at(plain, part))).status).toBe(403)
  }
  expect((await ask('admin', 'POST', at(plain, '/actions/close'), {})).status).toBe(200)
  for (const part of parts) {
    expect((await ask('rob', 'GET', at(plain, part))).status).toBe(200)
  }
  expect((await read<Session>('rob', at(plain))).targets).toHaveLength(1)
  // Where an equal answer was judged leads to a session that may not name them.
  expect(await read('admin', at(plain, '/results'))).toMatchObject({
    unchecked: [{ case_key: 'a' }],
  })
  expect(await read('rob', at(plain, '/results'))).toMatchObject({ unchecked: [] })
  // Compared with one that they may not see it would tell of that.
  const against = `/results?against=${others.session_id}`
  expect((await ask('rob', 'GET', at(plain, against))).status).toBe(403)
})

it('refuses a reviewer every session that does not name them, in every way to ask for it', async () => {
  for (const session of [others, open]) {
    for (const endpoint of endpoints.filter(({ path }) => path.includes('{session_id}'))) {
      const { session_id } = session
      const params = { session_id, index: 0, side: 'a', attempt_id: session_id, action: 'close' }
      const query = endpoint.name === 'getQaReport' ? '?format=html' : ''
      const body = endpoint.method === 'PUT' ? {} : undefined
      const path = fillPath(endpoint.path, params) + query
      const response = await ask('rob', endpoint.method, path, body)
      expect([endpoint.name, response.status]).toEqual([endpoint.name, 403])
    }
  }
  expect((await ask('admin', 'POST', at(others, '/actions/close'), {})).status).toBe(200)
  expect((await ask('rob', 'GET', at(others, '/results'))).status).toBe(403)
  expect((await ask('rosa', 'GET', at(others, '/results'))).status).toBe(200)
})

it('tells nothing of an attempt through a session that it is not of', async () => {
  const { rows } = await read<{ rows: CaseRow[] }>('admin', at(others, '/grid'))
  const [attempt] = rows.flatMap(({ attempts }) => attempts)
  const one = `/attempts/${attempt?.attempt_id}`
  expect((await ask('admin', 'GET', at(others, one))).status).toBe(200)
  for (const part of [one, `${one}/events`, `${one}/components`]) {
    expect((await ask('rob', 'GET', at(plain, part))).status).toBe(404)
  }
})

it('refuses a reviewer all else, forwarded requests and the stream of changes among them', async () => {
  const below = {
    'control-plane': '/gateway/connections/local/control-plane',
    agent: `/gateway/connections/local/agents/${qa.deployment.id}`,
    tracing: '/gateway/connections/local/tracing',
    gateway: '',
    embed: null,
  }
  const closed = endpoints.flatMap(({ area, method, path, role, name }) => {
    const prefix = below[area]
    if (prefix === null || role === 'anyone' || includesRole('reviewer', role)) return []
    const filled = path.replace(/\{\w+\}/g, qa.deployment.id)
    return [{ name, method, path: prefix + filled }]
  })
  expect(closed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['followChanges', 'listConnections', 'listSuites', 'exportFeedback']),
  )
  for (const who of ['rob', 'token judge']) {
    const answers = closed.map(async ({ name, method, path }) => [
      name,
      (await ask(who, method, path)).status,
    ])
    expect(await Promise.all(answers)).toEqual(closed.map(({ name }) => [name, 403]))
  }
  expect(await read('rob', '/gateway/connections')).toEqual({
    detail: expect.stringContaining('judges the sessions that name you and sees nothing else'),
  })
})

it('lets whoever is named judge, whatever their role, and operators where nobody is', async () => {
  expect((await ask('vera', 'GET', at(plain, '/review/0'))).status).toBe(200)
  expect(await read('vera', at(own, '/review/0'))).toEqual({
    detail: 'This session is judged by rob, token judge. You are not among them.',
  })
  expect(await read('oli', at(own, '/review/0'))).toEqual(await read('vera', at(own, '/review/0')))
  // A viewer is no reviewer of it, so nothing of it is hidden from them.
  expect(await read('vera', at(open))).toMatchObject({ is_hidden: false, to_judge: 0 })
  expect(await read('vera', at(open, '/review/0'))).toEqual({
    detail: expect.stringContaining('operators judge it'),
  })
  expect(await read('oli', at(open))).toMatchObject({ is_hidden: true, to_judge: 1 })
  expect((await ask('oli', 'PUT', at(open, '/review/0'), { better: 'a' })).status).toBe(200)
})

it('refuses a session for reviewers whom nobody knows', async () => {
  const asked = {
    suite_id: suite.suite_id,
    targets: [qa.target('approval')],
    reviewers: ['rob', 'robb', 'token jug'],
  }
  const response = await ask('admin', 'POST', '/gateway/qa/sessions', asked)
  expect([response.status, await response.json()]).toEqual([
    422,
    {
      detail: [
        expect.objectContaining({
          loc: ['body', 'reviewers'],
          msg: 'There is no user “robb”, “token jug”.',
        }),
      ],
    },
  ])
})
