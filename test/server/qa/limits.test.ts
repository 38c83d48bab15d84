import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepSuite } from '../../../src/cli/gate/keep-suite.ts'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import type { ReviewItem } from '../../../src/contract/qa/reviews.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

let qa: QaStack
beforeAll(async () => {
  qa = await startQaStack()
})
afterAll(() => qa?.stack.close())

const quick = { do: 'send' as const, text: '1 step of 0 seconds' }
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `k${at}`, turns: [quick] }))

/** What is said against a suite with these cases, each with its place. */
async function against(cases: object[]) {
  const response = await qa.stack.call('POST', '/gateway/qa/suites', { name: 'Suite', cases })
  expect(response.status).toBe(422)
  const { detail } = (await response.json()) as { detail: { loc: unknown[]; msg: string }[] }
  return detail.map(({ loc, msg }) => [loc.join('.'), msg])
}

describe('a suite', () => {
  it('has 2,000 cases at most', async () => {
    const suite = await qa.suite(many(2_000))
    expect(await against(many(2_001))).toEqual([['body.cases', 'A suite has at most 2000 cases.']])
    const path = `/gateway/qa/suites/${suite.suite_id}`
    const one = { key: 'more', turns: [quick] }
    const added = await qa.stack.call('POST', `${path}/cases`, one)
    expect([added.status, await added.json()]).toEqual([
      409,
      { detail: 'The suite has 2000 cases, which is the most.' },
    ])
    const patched = await qa.stack.call('PATCH', path, { cases: many(2_001) })
    expect(patched.status).toBe(422)
    expect(await qa.stack.json('GET', path)).toMatchObject({ version: 1, case_count: 2_000 })
  })

  it('has 50 turns a case and 256 KB a turn at most, and each key once', async () => {
    const turns = (count: number) => Array.from({ length: count }, () => quick)
    const long = { do: 'send', input: { text: 'x'.repeat(256 * 1024) } }
    await qa.suite([{ key: 'a', turns: turns(50) }])
    expect(await against([{ key: 'a', turns: turns(51) }])).toEqual([
      ['body.cases.0.turns', 'A case has at most 50 turns.'],
    ])
    expect(await against([{ key: 'a', turns: [quick, long] }, ...many(1), ...many(1)])).toEqual([
      ['body.cases.0.turns.1', 'The turn has 256 KB. It may have 256 KB at most.'],
      ['body.cases.2.key', 'The key “k0” stands twice: cases 2 and 3.'],
    ])
  })
})

it('35.4.2: of its versions one is asked for by a number that there can be', async () => {
  const { suite_id } = await qa.suite(many(1))
  const asked = async (version: string) =>
    (await qa.stack.call('GET', `/gateway/qa/suites/${suite_id}?version=${version}`)).status
  expect([await asked('1'), await asked('2147483647')]).toEqual([200, 404])
  for (const version of ['1e%2B21', '2147483648', '-1', '0', 'one']) {
    expect([version, await asked(version)]).toEqual([version, 422])
  }
})

it('a file with faults names their lines and columns, and keeps nothing', async () => {
  const line = (key: string) => JSON.stringify({ key, turns: [quick] })
  const text = [line('a'), '{"key": "b", "turns": [', line('a'), '{"key": "c", "turns": []}'].join(
    '\n',
  )
  const gateway = { baseUrl: qa.stack.url, headers: {} }
  const kept = keepSuite(gateway, { name: 'bad.jsonl', text }, () => undefined)
  const faults = await kept.then(String, (error: Error) => error.message.split('\n'))
  expect(faults).toEqual([
    expect.stringMatching(/^bad\.jsonl:2:\d+ \S/),
    expect.stringMatching(/^bad\.jsonl:3:\d+ The key “a” stands twice: lines 1 and 3\.$/),
    expect.stringMatching(/^bad\.jsonl:4:\d+ A case has at least one turn\.$/),
  ])
  const names = await qa.stack.json<{ name: string }[]>('GET', '/gateway/qa/suites')
  expect(names.map(({ name }) => name)).not.toContain('bad.jsonl')
})

it('on a server that answers to no name of a graph a session takes the name all the same', async () => {
  // As the open server for Python graphs: runs begin by the name, who it is must be searched for.
  const elsewhere = http.createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/assistants/slow') {
      response.writeHead(422, { 'content-type': 'application/json' })
      return response.end('{"detail":"Invalid assistant ID: must be a UUID"}')
    }
    passOn(request, response)
  })
  const connection = await connect(elsewhere)
  const target = { connection_id: connection.id, deployment_id: connection.id }
  const suite = await qa.suite([
    { key: 'plain', turns: [{ do: 'send', text: '1 step of 0 seconds' }] },
    {
      key: 'from-a-state',
      start: { kind: 'state', values: { log: ['earlier'] } },
      turns: [{ do: 'send', text: '1 step of 0 seconds' }],
      checks: [{ check: 'json_path', path: '$.log[0]', equals: 'earlier' }],
    },
  ])
  const { session_id } = await qa.begin(suite, {
    targets: [{ ...target, assistant_id: 'slow' }],
  })
  await qa.ended(session_id)
  const ends = Object.values(await qa.attempts(session_id)).map(({ status }) => status)
  expect(ends).toEqual(['passed', 'passed'])
  const refused = await qa.stack.call('POST', '/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    targets: [{ ...target, assistant_id: 'nobody' }],
  })
  expect(refused.status).toBe(422)
  await new Promise((resolve) => elsewhere.close(resolve))
})

it('a key that expires in the middle is said of what comes after it; what was judged stays', async () => {
  let asked = 0
  // A server elsewhere that is reached with a key: the examples, until the key is none any more.
  const elsewhere = http.createServer((request, response) => {
    const isRun = request.method === 'POST' && /\/runs\/stream$/.test(request.url ?? '')
    if (isRun) asked += 1
    if (asked > 1) {
      response.writeHead(401, { 'content-type': 'application/json' })
      return response.end('{"detail":"The key has expired."}')
    }
    passOn(request, response)
  })
  const connection = await connect(elsewhere)
  const suite = await qa.suite(many(3))
  const { session_id } = await qa.begin(suite, {
    targets: [{ connection_id: connection.id, deployment_id: connection.id, assistant_id: 'slow' }],
    caps: { at_once: 1 },
  })
  const session = await qa.ended(session_id)
  expect(session.status).toBe('done')
  const { k0, k1, k2 } = await qa.attempts(session_id)
  expect(k0?.status).toBe('passed')
  for (const late of [k1, k2]) {
    expect(late).toMatchObject({
      status: 'error',
      error: expect.stringContaining('The key has expired.'),
    })
  }
  expect(JSON.stringify([session, k1])).not.toContain(qa.stack.apiKey)
  // Of a server that is not ours a verdict is posted nowhere, which is nobody's failure.
  const item = `/gateway/qa/sessions/${session_id}/review/0`
  await qa.stack.json('PUT', item, { a: { correct: 'pass' } })
  expect(await qa.stack.json('GET', item)).toMatchObject({ verdict: { a: { correct: 'pass' } } })
  expect((await qa.session(session_id)).unposted).toBeNull()
  await new Promise((resolve) => elsewhere.close(resolve))
})

it('a stream that never tells of its run is the server’s fault, and the attempt says so', async () => {
  const elsewhere = http.createServer((request, response) => {
    if (request.method === 'POST' && /\/runs\/stream$/.test(request.url ?? '')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.end('event: end\ndata: null\n\n')
    }
    passOn(request, response)
  })
  const connection = await connect(elsewhere)
  const target = { connection_id: connection.id, deployment_id: connection.id }
  const { session_id } = await qa.begin(await qa.suite(many(1)), {
    targets: [{ ...target, assistant_id: 'slow' }],
  })
  await qa.ended(session_id)
  expect((await qa.attempts(session_id)).k0).toMatchObject({
    status: 'error',
    error: 'The server did not tell which run it made.',
  })
  await new Promise((resolve) => elsewhere.close(resolve))
})

it('33.3.3: what could not be tried tells nobody who judges blind which server said so', async () => {
  const elsewhere = http.createServer((request, response) => {
    if (request.method === 'POST' && request.url === '/threads') {
      response.writeHead(404, { 'content-type': 'application/json' })
      return response.end('{"detail":"Deployment ID 7 not found"}')
    }
    passOn(request, response)
  })
  const connection = await connect(elsewhere)
  const there = { connection_id: connection.id, deployment_id: connection.id }
  const { session_id } = await qa.begin(await qa.suite(many(1)), {
    targets: [{ ...there, assistant_id: 'slow' }, qa.target('slow')],
    is_blind: true,
  })
  await qa.ended(session_id)
  const path = `/gateway/qa/sessions/${session_id}`
  const judged = await qa.stack.json<ReviewItem>('GET', `${path}/review/0`)
  expect(judged.sides.map(({ error }) => error ?? null).toSorted()).toEqual([
    'It could not be tried. Why is told once the session is closed.',
    null,
  ])
  expect(JSON.stringify(judged)).not.toContain('Deployment ID')
  await qa.act(session_id, 'close')
  expect((await qa.attempts(session_id)).k0?.error).toContain('Deployment ID 7 not found')
  await new Promise((resolve) => elsewhere.close(resolve))
})

/** Hands a request to the examples, as a server elsewhere. */
function passOn(request: http.IncomingMessage, response: http.ServerResponse): void {
  const to = new URL(`/agents/examples${request.url}`, qa.stack.url)
  const { host: _, ...headers } = request.headers
  const onward = http.request(to, { method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  request.pipe(onward)
}

/** Listens, and is connected to with the key of the examples. */
async function connect(elsewhere: http.Server): Promise<Connection> {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  return qa.stack.json<Connection>('POST', '/gateway/connections', {
    name: 'Elsewhere',
    kind: 'agent_server',
    base_url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    api_key: qa.stack.apiKey,
  })
}
