import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { bodyLike, expectAnswer, fuzzing, queryLike } from '../../helpers/fuzz.ts'
import { openTracing, type TracingBench } from './bench.ts'

const run_id = '11111111-1111-4111-8111-111111111111'
let bench: TracingBench
let urls: string[]
beforeAll(async () => {
  bench = await openTracing(async () => undefined)
  const configs = [
    { type: 'continuous', min: -1, max: 1 },
    { type: 'categorical', categories: [{ value: 1, label: 'good' }] },
    { type: 'freeform' },
  ]
  urls = await Promise.all(
    [undefined, ...configs].map(
      async (feedback_config) =>
        (await bench.token({ run_id, feedback_key: 'score', feedback_config })).url,
    ),
  )
})

const filters = [
  ...['run', 'key', 'source', 'session', 'revision', 'user', 'has_score', 'has_comment'],
  ...['min_created_at', 'max_created_at', 'level', 'limit', 'offset', 'include_superseded'],
]

it('§2.7 no submission by POST makes the server fail', async () => {
  const body = bodyLike({ score: 1, value: 'a', comment: 'b', correction: { a: 1 }, metadata: {} })
  const property = fc.asyncProperty(body, fc.nat(3), async (text, index) => {
    const response = await bench.submit(urls[index] ?? '', text)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    await expectAnswer(response)
  })
  await fc.assert(property, fuzzing)
})

it('§4.3 nor by GET', async () => {
  const query = queryLike(['score', 'value', 'comment', 'correction', 'metadata'])
  const property = fc.asyncProperty(query, fc.nat(3), async (text, index) => {
    await expectAnswer(await bench.open(`${urls[index]}?${text}`))
  })
  await fc.assert(property, fuzzing)
})

it('§4.3 nor what is nested without end, or out of all proportion', async () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const deep = await bench.submit(urls[0] ?? '', `{"metadata":{"a":${nested}}}`)
  expect(deep.status).toBe(422)
  await expectAnswer(deep)
  const large = await bench.submit(urls[0] ?? '', { correction: { a: 'x'.repeat(300_000) } })
  expect(large.status).toBe(413)
  await expectAnswer(large)
})

it('nor a request for tokens', async () => {
  const one = {
    run_id,
    feedback_key: 'a',
    expires_in: { hours: 1 },
    expires_at: null,
    feedback_config: { type: 'continuous', min: 0, max: 1 },
  }
  const body = fc.oneof(
    bodyLike(one),
    fc.array(bodyLike(one), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  )
  const property = fc.asyncProperty(body, async (text) => {
    await expectAnswer(await bench.send('/api/v1/feedback/tokens', text))
  })
  await fc.assert(property, fuzzing)
})

it('nor a question', async () => {
  const path = fc.constantFrom('', '/summary', '/export', '/tokens')
  const query = queryLike([...filters, 'group_by', 'time_zone', 'format', 'run_id'])
  const property = fc.asyncProperty(path, query, async (at, text) => {
    await expectAnswer(await bench.send(`/api/v1/feedback${at}?${text}`))
  })
  await fc.assert(property, fuzzing)
  expect(bench.reported).toEqual([])
})
