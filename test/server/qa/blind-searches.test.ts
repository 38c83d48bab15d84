import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Attempt } from '../../../src/contract/qa/attempts.ts'
import type { CaseRow, Session } from '../../../src/contract/qa/sessions.ts'
import { waitMs } from '../../helpers/patience.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

const password = 'open sesame'
let qa: QaStack
/** Named to the people who judge; the other one names nobody, so that every operator does. */
let session: Session
let everybodys: Session
let attempt: Attempt
/** The same server, as it is reached by another. */
let elsewhere: string
const headers: Record<string, Record<string, string>> = {}

const ask = (name: string, method: string, path: string, body?: unknown) =>
  fetch(`${qa.stack.url}/gateway${path}`, {
    method,
    headers: { ...headers[name], 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const read = async <Answer>(name: string, path: string, body?: unknown) => {
  const response = await ask(name, body === undefined ? 'GET' : 'POST', path, body)
  expect([path, response.status]).toEqual([path, expect.toBeOneOf([200, 201])])
  return (await response.json()) as Answer
}

async function signIn(name: string, given: string) {
  const response = await ask(name, 'POST', '/session', { name, password: given })
  headers[name] = { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}

/** Begins a blind session of two targets, and answers it once it is done. */
async function tried(suite_id: string, reviewers: string[]): Promise<Session> {
  const targets = [qa.target('approval'), qa.target('faulty')]
  const asked = { suite_id, targets, is_blind: true, reviewers }
  const { session_id } = await read<Session>('admin', '/qa/sessions', asked)
  return vi.waitUntil(
    async () => {
      const now = await read<Session>('admin', `/qa/sessions/${session_id}`)
      return now.status === 'done' && now
    },
    { timeout: waitMs },
  )
}

beforeAll(async () => {
  qa = await startQaStack({ password })
  await signIn('admin', password)
  for (const [name, role] of Object.entries({ oli: 'operator', vera: 'viewer' })) {
    await read('admin', '/users', { name, password: 'a password', role })
    await signIn(name, 'a password')
  }
  const turns = [{ do: 'send', text: 'Where is order 4411?' }]
  const cases = [{ key: 'a', turns }]
  const suite = await read<{ suite_id: string }>('admin', '/qa/suites', { name: 'Orders', cases })
  session = await tried(suite.suite_id, ['oli', 'vera'])
  const { rows } = await read<{ rows: CaseRow[] }>(
    'admin',
    `/qa/sessions/${session.session_id}/grid`,
  )
  const [first] = rows.flatMap(({ attempts }) => attempts)
  attempt = await read('admin', `/qa/sessions/${session.session_id}/attempts/${first?.attempt_id}`)
  everybodys = await tried(suite.suite_id, [])
  const other = {
    name: 'Other',
    kind: 'self_hosted',
    base_url: `${qa.stack.url}/api-host`,
    tracing_url: qa.stack.url,
    api_key: qa.stack.apiKey,
  }
  elsewhere = `/connections/${(await read<{ id: string }>('admin', '/connections', other)).id}`
  // Of a person.
  await read('admin', `${agent()}/threads`, {})
})
afterAll(() => qa?.stack.close())

const local = '/connections/local'
const agent = (connection = local) => `${connection}/agents/${qa.deployment.id}`

/** How many a search finds: what it counts, and what it lists. */
async function found(name: string, path: string, body: object): Promise<[number, number]> {
  const response = await ask(name, 'POST', path, body)
  expect([path, response.status]).toEqual([path, 200])
  const answer = await response.json()
  if (typeof answer === 'number') return [answer, answer]
  if (Array.isArray(answer)) {
    return [Number(response.headers.get('x-pagination-total')), answer.length]
  }
  return [answer.total, (answer.runs ?? answer.threads).length]
}

const searches = () => [
  ...[`${local}/control-plane/v1`, agent()].flatMap((at) => [
    `${at}/runs/search`,
    `${at}/threads/find`,
  ]),
  `${agent()}/threads/search`,
  `${agent()}/threads/count`,
]
const ofSession = () => ({ metadata: { qa_session: session.session_id } })

it('35.3: no search tells whoever judges blind which target said what', async () => {
  for (const path of searches()) {
    expect([path, await found('admin', path, ofSession())]).toEqual([path, [2, 2]])
    for (const name of ['oli', 'vera']) {
      expect([path, await found(name, path, ofSession())]).toEqual([path, [0, 0]])
    }
    const isOurs = /find|runs/.test(path)
    if (!isOurs) continue
    // By the words of an answer, by the id, or all that there is.
    const asks = [
      // What operators judge, the administrator among them, no viewer does.
      { asked: { text: '4411', with_previews: true }, counts: { admin: 2, oli: 0, vera: 2 } },
      { asked: { text: attempt.thread_id }, counts: { admin: 1, oli: 0, vera: 0 } },
      { asked: { text: attempt.run_ids[0] }, counts: { admin: 1, oli: 0, vera: 0 } },
    ]
    for (const { asked, counts } of asks) {
      for (const [name, count] of Object.entries(counts)) {
        const shown = await found(name, path, asked)
        expect([path, asked, name, shown]).toEqual([path, asked, name, [count, count]])
      }
    }
  }
  const place = { run_id: attempt.run_ids[0], with_previews: true }
  const placeOf = (name: string) => read(name, `${agent()}/runs/search/place`, place)
  expect(await placeOf('admin')).toMatchObject({ position: expect.any(Number) })
  expect(await placeOf('oli')).toMatchObject({ position: null, total: 0 })
})

it('35.3: a search that names nothing is asked without them as well', async () => {
  const path = `${agent()}/threads/search`
  for (const [name, count] of Object.entries({ oli: 1, vera: 3, admin: 3 })) {
    expect([name, await found(name, path, {})]).toEqual([name, [count, count]])
  }
  // Nor does it help to ask for them.
  expect(await found('oli', path, { except_sessions: [] })).toEqual([1, 1])
  const refused = await ask('oli', 'POST', `${agent()}/threads/search`, [])
  expect(refused.status).toBe(422)
})

it('35.3: nor does the thread itself, whoever knows its id, in any connection', async () => {
  const thread = `/threads/${attempt.thread_id}`
  const paths = ['', '/state', '/history', '/runs', `/runs/${attempt.run_ids[0]}`, '/stream']
  for (const connection of [local, elsewhere]) {
    for (const path of paths) {
      const refused = await ask('oli', 'GET', agent(connection) + thread + path)
      expect([path, refused.status, (await refused.json()).detail]).toEqual([
        path,
        403,
        'You judge the session blind that made this. It can be seen once the session is closed.',
      ])
    }
    const run = await ask('oli', 'POST', `${agent(connection)}${thread}/runs`, {})
    expect(run.status).toBe(403)
    // However it is written.
    const encoded = attempt.thread_id?.replace('-', '%2D')
    for (const id of [encoded, attempt.thread_id?.toUpperCase()]) {
      const written = await ask('oli', 'GET', `${agent(connection)}/threads/${id}`)
      expect([id, written.status]).toEqual([id, 403])
    }
  }
  await read('admin', agent() + thread)
})

it('35.3: nor when its id is in what is sent', async () => {
  const json = JSON.stringify({ thread_id: attempt.thread_id, if_exists: 'do_nothing' })
  const escaped = json.replace('-', '\\u002d')
  const create = (name: string, body: string, connection = local) =>
    fetch(`${qa.stack.url}/gateway${agent(connection)}/threads`, {
      method: 'POST',
      headers: { ...headers[name], 'content-type': 'application/json' },
      body,
    })
  for (const connection of [local, elsewhere]) {
    for (const body of [json, escaped]) {
      expect([body, (await create('oli', body, connection)).status]).toEqual([body, 403])
      expect([body, (await create('admin', body, connection)).status]).toEqual([body, 200])
    }
  }
  const logs = `${local}/control-plane/v2/deployments/${qa.deployment.id}?run=${attempt.run_ids[0]}`
  expect((await ask('oli', 'GET', logs)).status).toBe(403)
  // What they send goes on as it is.
  const metadata = { note: '“é”', big: '12345678901234567890' }
  const own = await read<{ thread_id: string }>('oli', `${agent()}/threads`, { metadata })
  expect(own).toMatchObject({ metadata })
  await ask('oli', 'DELETE', `${agent()}/threads/${own.thread_id}`)
})

it('35.3: of what another server lists it is taken out', async () => {
  const path = `${agent(elsewhere)}/threads/search`
  const ids = async (name: string) =>
    (await read<{ thread_id: string }[]>(name, path, { select: ['thread_id'], limit: 100 })).map(
      ({ thread_id }) => thread_id,
    )
  const [all, left] = [await ids('admin'), await ids('oli')]
  expect(all).toContain(attempt.thread_id)
  expect([all.length, left]).toEqual([3, all.filter((id) => left.includes(id))])
  expect(left).toHaveLength(1)
  const runs = await read<{ runs: { thread_id: string }[] }>(
    'oli',
    `${elsewhere}/control-plane/v1/runs/search`,
    { with_previews: true },
  )
  expect(runs.runs.filter(({ thread_id }) => all.includes(thread_id))).toEqual([])
})

it('35.3: is seen by whoever looked, and by everybody once it is closed', async () => {
  const path = `${agent()}/threads/search`
  const at = (rest: string) => `/qa/sessions/${session.session_id}${rest}`
  expect((await ask('oli', 'POST', at('/looks'), {})).status).toBe(204)
  expect([await found('oli', path, ofSession()), await found('vera', path, ofSession())]).toEqual([
    [2, 2],
    [0, 0],
  ])
  expect((await ask('admin', 'POST', at('/actions/close'), {})).status).toBe(200)
  expect(await found('vera', path, ofSession())).toEqual([2, 2])
  const others = { metadata: { qa_session: everybodys.session_id } }
  expect([await found('oli', path, others), await found('vera', path, others)]).toEqual([
    [0, 0],
    [2, 2],
  ])
})
