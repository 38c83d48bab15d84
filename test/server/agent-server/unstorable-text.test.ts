import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { endpoints } from '../../../src/contract/endpoints.ts'
import { type Harness, startHarness } from './harness.ts'

/** Text that PostgreSQL does not take (S2), in every place of every request that holds text. */
let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())

const nul = 'a\0b'

type Place = (string | number)[]

/** The places of texts in what a schema describes, one of each kind. */
function textPlaces(schema: z.core.$ZodType, place: Place = []): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return [place]
  if (def.type === 'object') {
    return Object.entries(def.shape).flatMap(([name, field]) => textPlaces(field, [...place, name]))
  }
  if (def.type === 'array') return textPlaces(def.element, [...place, 0])
  if (def.type === 'tuple') return def.items.flatMap((item, at) => textPlaces(item, [...place, at]))
  if (def.type === 'union') return def.options.flatMap((option) => textPlaces(option, place))
  if (def.type === 'pipe') return textPlaces(def.out, place)
  return 'innerType' in def ? textPlaces(def.innerType as z.core.$ZodType, place) : []
}

/** What a request needs, so that it is refused for its text alone. */
const needed: Record<string, object> = {
  'POST /assistants': { graph_id: 'steps' },
  'POST /runs/search/place': { run_id: randomUUID() },
  'PUT /store/items': { namespace: ['a'], key: 'k', value: {} },
  'DELETE /store/items': { namespace: ['a'], key: 'k' },
  'POST /runs/crons': { assistant_id: 'steps', schedule: '0 5 1 1 *' },
  'POST /threads/{thread_id}/runs/crons': { assistant_id: 'steps', schedule: '0 5 1 1 *' },
  'POST /threads/{thread_id}/commands': { id: 1, method: 'run.start' },
  'POST /threads/{thread_id}/stream/events': { channels: ['values'] },
}

function bodyWith({ method, path }: Endpoint, place: Place): unknown {
  const isRun = /\/runs(\/(stream|wait|batch))?$/.test(path)
  const rest = needed[`${method} ${path}`] ?? (isRun ? { assistant_id: 'steps' } : {})
  const [first, ...deeper] = place
  const value = deeper.reduceRight<unknown>((inner, part) => {
    if (typeof part === 'number') return part === 0 ? [inner] : ['x', inner]
    return part === 'command' ? { command: inner, as_node: 'first' } : { [part]: inner }
  }, nul)
  return first === 0
    ? [{ ...rest, ...Object(value) }]
    : { ...rest, [String(first)]: place.length > 1 ? value : nul }
}

const cases = endpoints
  .filter(({ area, method }) => area === 'agent' && method !== 'GET')
  .flatMap((endpoint) => textPlaces(endpoint.body).map((place) => ({ endpoint, place })))

it('S2: a NUL in a name, a key or an id is 422 and names the place, in every request that holds one', async () => {
  expect(cases.length).toBeGreaterThan(150)
  const thread_id = await h.thread()
  const faults: string[] = []
  for (const { endpoint, place } of cases) {
    const path = endpoint.path
      .replace('{thread_id}', thread_id)
      .replace('{assistant_id}', 'steps')
      .replaceAll(/\{\w+\}/g, randomUUID())
    const answer = await h.call<{ detail?: unknown }>(
      endpoint.method,
      path,
      bodyWith(endpoint, place),
    )
    const told = JSON.stringify(answer.body?.detail ?? '')
    const name = place.filter((part) => typeof part === 'string').at(-1) ?? ''
    if (answer.status !== 422 || !told.includes(`"${name}"`)) {
      faults.push(
        `${endpoint.method} ${endpoint.path} ${place.join('.')}: ${answer.status} ${told}`,
      )
    }
  }
  expect(faults).toEqual([])
  expect(h.errors).toEqual([])
})

it('33.4: S2: a NUL in a query is 422 and names the parameter', async () => {
  const answer = await h.call('GET', '/store/items?namespace=a&key=a%00b')
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'key'] }] } })
})

it.each([nul, '\ud800', 'a\udc00'])(
  '33.4: S2: history is searched by metadata that holds %j, in names and within too',
  async (text) => {
    const thread = await h.thread()
    const run = { assistant_id: 'steps', input: {}, metadata: { said: text } }
    await h.ended(await h.run(thread, run))
    const search = (metadata: object) =>
      h.call<unknown[]>('POST', `/threads/${thread}/history`, { metadata })
    const found = await search({ said: text })
    expect(found.status).toBe(200)
    expect(found.body.length).toBeGreaterThan(0)
    for (const metadata of [{ [text]: 1 }, { a: [{ b: text }] }]) {
      expect(await search(metadata)).toMatchObject({ status: 200, body: [] })
    }
    expect(h.errors).toEqual([])
  },
)

it('S2: half a character is refused likewise; a run is given what it was sent', async () => {
  const half = await h.call('POST', '/assistants', { graph_id: 'steps', name: 'a\ud800' })
  expect(half).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'name'] }] } })
  const input = { log: [nul] }
  expect((await h.call('POST', '/runs/wait', { assistant_id: 'steps', input })).body).toEqual({
    log: [nul, 'first', 'second', 'third'],
  })
})
