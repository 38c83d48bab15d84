import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Area, type Endpoint, fillPath, queryText } from '../../../src/contract/endpoint.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { everyEndpoint, fieldsOf } from './endpoints.ts'

const runsPerEndpoint = 12
const answerLimitMs = 20_000

let stack: Stack
let endpoints: Endpoint[]
const bases: Record<Area, string> = {
  'control-plane': '/api-host',
  agent: '/agents/fuzzed',
  tracing: '',
  gateway: '',
  embed: '/embed/emb_nobody/api',
}
const known: Record<string, string> = {}
beforeAll(async () => {
  endpoints = await everyEndpoint()
  stack = await startStack()
  const created = await stack.json<{ id: string; latest_revision_id: string }>(
    'POST',
    '/api-host/v2/deployments',
    {
      name: 'fuzzed',
      source: 'github',
      source_config: { repo_url: `${stack.folder}/nothing` },
      source_revision_config: {},
      secrets: [],
    },
  )
  await stack.settled(created.id, created.latest_revision_id)
  const thread = await stack.json<{ thread_id: string }>('POST', '/agents/fuzzed/threads', {})
  known.deployment_id = created.id
  known.revision_id = created.latest_revision_id
  known.thread_id = thread.thread_id
  known.connection_id = 'local'
})
afterAll(() => stack.close())

const nasty = fc.constantFrom(
  '',
  ' ',
  '../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '\u0000',
  '\ud800',
  '\r\nX-Injected: 1',
  "' or 1=1 --",
  '--upload-pack=touch /tmp/x',
  'file:///etc/passwd',
  'ext::sh -c id',
  'http://169.254.169.254/',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e999',
  '9'.repeat(400),
  'x'.repeat(5_000),
  '💥'.repeat(100),
  '00000000-0000-4000-8000-000000000000',
  '2030-13-45T99:99:99Z',
)
const texts = fc.oneof(nasty, fc.string({ maxLength: 40 }), fc.uuid())
const values = fc.oneof(
  texts,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 3 }),
  fc.dictionary(fc.oneof(nasty, fc.string({ maxLength: 8 })), texts, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Mostly the fields that there are, with values that are not meant. */
function record(
  names: string[],
  items: fc.Arbitrary<unknown>,
): fc.Arbitrary<Record<string, unknown>> {
  const own = Object.fromEntries(names.map((name) => [name, items]))
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(own, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), items, { maxKeys: 4 }) },
  )
}

function requestsTo(endpoint: Endpoint) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const params = Object.fromEntries(
    names.map((name) => {
      const real = known[name]
      const made = texts.filter((text) => text !== '' && !/^\.*$/.test(text) && isEncodable(text))
      return [name, real === undefined ? made : fc.oneof(fc.constant(real), made)]
    }),
  )
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: record(fieldsOf(endpoint.body), values).map((one) => JSON.stringify(one)),
    },
    { weight: 1, arbitrary: values.map((one) => JSON.stringify(one) ?? '') },
    { weight: 1, arbitrary: fc.constantFrom('{', '[[[[', '\u0000', '{"a":1}{"b":2}', '"\\ud800"') },
  )
  return fc.record({
    params: fc.record(params),
    query: record(fieldsOf(endpoint.query), fc.oneof(texts.filter(isEncodable), fc.integer())),
    body,
  })
}

function isEncodable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

/** What the schema library says when it was told nothing better tells nobody what to send. */
const told = expect.not.stringMatching(/^(Invalid input)?$/)
const Fault = { loc: expect.any(Array), msg: told, type: expect.any(String) }

async function send(endpoint: Endpoint, request: { params: object; query: object; body: string }) {
  const base = bases[endpoint.area]
  const address = `${base}${fillPath(endpoint.path, { ...request.params })}${queryText({ ...request.query })}`
  const hasBody = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), answerLimitMs)
  try {
    const response = await fetch(stack.url + address, {
      method: endpoint.method,
      headers: { 'x-api-key': stack.apiKey, 'content-type': 'application/json' },
      redirect: 'manual',
      signal: leaving.signal,
      ...(hasBody ? { body: request.body } : {}),
    })
    expect(response.headers.get('x-injected')).toBeNull()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    if (response.status < 400) {
      await response.body?.cancel()
      return
    }
    const text = await response.text()
    expect([address, response.status < 500, text]).toEqual([address, true, text])
    expect(text).not.toMatch(/\n\s+at |node_modules|src\/server/)
    // A sign-in that a browser was sent to ends on a page.
    if (response.headers.get('content-type')?.startsWith('text/html')) return
    const { detail } = JSON.parse(text) as { detail: unknown }
    if (typeof detail !== 'string') {
      expect(response.status).toBe(422)
      for (const fault of detail as unknown[]) expect(fault).toEqual(Fault)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** These would end what the others need. */
const ending = ['deleteDeployment', 'deleteThread', 'deleteRun']

describe('§7 what nobody meant to send', () => {
  it('is answered with 4xx in the right shape by every endpoint, never with 5xx', async () => {
    expect(endpoints.length).toBeGreaterThan(50)
    const ordered = [
      ...endpoints.filter(({ name }) => !ending.includes(name)),
      ...endpoints.filter(({ name }) => ending.includes(name)),
    ]
    const failures: string[] = []
    await Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (const endpoint of ordered.filter((_one, at) => at % 4 === lane)) {
          const property = fc.asyncProperty(requestsTo(endpoint), (request) =>
            send(endpoint, request),
          )
          const result = await fc.check(property, {
            numRuns: runsPerEndpoint,
            endOnFailure: true,
            seed: 20_260_101,
          })
          if (!result.failed) continue
          const said = String(result.errorInstance).slice(0, 1_500)
          failures.push(`${endpoint.name} ${JSON.stringify(result.counterexample)}: ${said}`)
        }
      }),
    )
    expect(failures).toEqual([])
    expect((await stack.call('GET', '/readyz')).status).toBe(200)
  })
})
