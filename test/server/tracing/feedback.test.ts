import { Hono } from 'hono'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Feedback, FeedbackToken } from '../../../src/contract/feedback.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { answerErrors } from '../../../src/server/http/route.ts'
import { secretBox } from '../../../src/server/secret-box.ts'
import { createTracing } from '../../../src/server/tracing/tracing.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const apiKey = 'qd_test-key-of-the-tracing-service'
const tracingUrl = 'http://tracing.test'
const run = '11111111-1111-4111-8111-111111111111'
const otherRun = '22222222-2222-4222-8222-222222222222'
const deployment = '33333333-3333-4333-8333-333333333333'

let database: Database
let app: Hono
let now: Date
let issue: ReturnType<typeof createTracing>['issueFeedbackUrls']

beforeEach(async () => {
  database = await emptyDatabase()
  now = new Date('2030-01-01T00:00:00Z')
  const tracing = createTracing({
    database,
    apiKey,
    tracingUrl,
    secretBox: secretBox('a secret key for tests, long enough'),
    now: () => now,
  })
  issue = tracing.issueFeedbackUrls
  app = new Hono()
  answerErrors(app, (error) => {
    throw error
  })
  app.route('/', tracing.routes)
})

const withKey = (path: string, body?: unknown) =>
  app.request(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': apiKey },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** As any web page does it: no credential. */
const submit = (url: string, body: unknown) =>
  app.request(url.replace(tracingUrl, ''), {
    method: 'POST',
    headers: { origin: 'https://shop.example', 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const submitByGet = (url: string, query: string, headers: Record<string, string> = {}) =>
  app.request(`${url.replace(tracingUrl, '')}${query}`, { headers })

const votes = async (query = `run=${run}`) =>
  (await (await withKey(`/api/v1/feedback?${query}`)).json()) as Feedback[]

const urlFor = async (key = 'user_score') =>
  (await issue({ run_id: run, deployment_id: deployment, keys: [key] }))[key] ?? ''

describe('§2.6 feedback URLs of a run', () => {
  it('one a key, in the published form, unguessable, and not in the database', async () => {
    const urls = await issue({ run_id: run, deployment_id: deployment, keys: ['liked', 'score'] })
    expect(Object.keys(urls)).toEqual(['liked', 'score'])
    const tokens = Object.values(urls).map((url) => {
      const match = /^http:\/\/tracing\.test\/api\/v1\/feedback\/tokens\/([\w-]{43})$/.exec(url)
      expect(match).not.toBeNull()
      return match?.[1] ?? ''
    })
    expect(new Set(tokens).size).toBe(2)
    const rows = JSON.stringify(await database.query('select * from feedback_tokens'))
    for (const token of tokens) expect(rows).not.toContain(token)
  })

  it('asked again answers the same ones, and new ones when those are about to end', async () => {
    const first = await urlFor()
    expect(await urlFor()).toBe(first)
    now = new Date('2030-01-01T02:30:00Z')
    expect(await urlFor()).not.toBe(first)
  })

  it('are listed by run, with the key only', async () => {
    const url = await urlFor()
    const listed = (await (
      await withKey(`/api/v1/feedback/tokens?run_id=${run}`)
    ).json()) as FeedbackToken[]
    expect(listed).toEqual([
      {
        id: url.split('/').at(-1),
        url,
        expires_at: '2030-01-01T03:00:00.000Z',
        feedback_key: 'user_score',
      },
    ])
    expect(await (await withKey(`/api/v1/feedback/tokens?run_id=${otherRun}`)).json()).toEqual([])
    expect((await app.request(`/api/v1/feedback/tokens?run_id=${run}`)).status).toBe(401)
    expect((await app.request(`/api/v1/feedback?run=${run}`)).status).toBe(401)
  })
})

describe('§4.3 submission', () => {
  it('by POST records every field under the key, without a credential', async () => {
    const response = await submit(await urlFor(), {
      score: 1,
      value: 2.5,
      comment: 'Good.',
      correction: { answer: 42 },
      metadata: { page: '/help' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    expect(await votes()).toMatchObject([
      {
        run_id: run,
        key: 'user_score',
        score: 1,
        value: 2.5,
        comment: 'Good.',
        correction: { answer: 42 },
        metadata: { page: '/help' },
      },
    ])
  })

  it('by GET has the same effect; metadata is not supported', async () => {
    const url = await urlFor()
    const correction = encodeURIComponent(JSON.stringify({ answer: 42 }))
    const response = await submitByGet(url, `?score=-1&value=3&comment=No&correction=${correction}`)
    expect(response.status).toBe(200)
    expect(await votes()).toMatchObject([
      { score: -1, value: 3, comment: 'No', correction: { answer: 42 } },
    ])
    expect((await submitByGet(url, '?score=1&metadata={}')).status).toBe(422)
    expect((await submitByGet(url, '?correction=nope')).status).toBe(422)
    expect((await submitByGet(url, '?score=much')).status).toBe(422)
  })

  it('a second one supersedes the first and keeps it as history', async () => {
    const url = await urlFor()
    await submit(url, { score: 1 })
    now = new Date('2030-01-01T00:05:00Z')
    await submit(url, { score: -1, comment: 'On second thought.' })
    const current = await votes()
    expect(current).toMatchObject([{ score: -1, created_at: '2030-01-01T00:00:00.000Z' }])
    expect(await database.query('select score from feedback order by number')).toEqual([
      { score: 1 },
      { score: -1 },
    ])
  })

  it('two at once leave one that stands', async () => {
    const url = await urlFor()
    const answers = await Promise.all([1, -1, 1, -1].map((score) => submit(url, { score })))
    expect(answers.map((response) => response.status)).toEqual([200, 200, 200, 200])
    expect(await votes()).toHaveLength(1)
  })

  it('answers 404 for an unknown token, 410 for one that has expired, 422 for bad input, all readable by pages', async () => {
    const url = await urlFor()
    const unknown = await submit(`${tracingUrl}/api/v1/feedback/tokens/${'a'.repeat(43)}`, {})
    const wrong = await submit(url, { score: 'much' })
    const broken = await submit(url, '{')
    const extra = await submit(url, { user: 'me' })
    const nul = await submit(url, { comment: 'a\0b' })
    now = new Date('2030-01-01T03:00:00Z')
    const expired = await submit(url, { score: 1 })
    const answers = [unknown, wrong, broken, extra, nul, expired]
    expect(answers.map((response) => response.status)).toEqual([404, 422, 422, 422, 422, 410])
    for (const response of answers) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(await response.json()).toHaveProperty('detail')
    }
    expect(await votes()).toEqual([])
  })

  it('is not made by reading ahead, nor by a bare look at the address', async () => {
    const url = await urlFor()
    expect((await submitByGet(url, '')).status).toBe(422)
    expect((await submitByGet(url, '?score=1', { 'sec-purpose': 'prefetch' })).status).toBe(400)
    const head = await app.request(`${url.replace(tracingUrl, '')}?score=1`, { method: 'HEAD' })
    expect(head.status).toBe(400)
    expect(await votes()).toEqual([])
  })

  it('a preflight from any page is answered', async () => {
    const url = await urlFor()
    const response = await app.request(url.replace(tracingUrl, ''), {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
  })
})

describe('tokens by API', () => {
  it('one for one and a list for a list, for three hours unless told otherwise', async () => {
    const make = async (body: unknown) => (await withKey('/api/v1/feedback/tokens', body)).json()
    const one = (await make({ run_id: run, feedback_key: 'a' })) as FeedbackToken
    expect(one).toMatchObject({ feedback_key: 'a', expires_at: '2030-01-01T03:00:00.000Z' })
    const list = await make([
      { run_id: run, feedback_key: 'b', expires_in: { days: 1, minutes: 30 } },
      { run_id: run, feedback_key: 'c', expires_at: '2030-01-02T00:00:00Z' },
    ])
    expect(list).toMatchObject([
      { expires_at: '2030-01-02T00:30:00.000Z' },
      { expires_at: '2030-01-02T00:00:00.000Z' },
    ])
    expect((await submit(one.url, { score: 1 })).status).toBe(200)
  })

  it.each([
    [{}],
    [{ run_id: 'x', feedback_key: 'a' }],
    [{ run_id: run, feedback_key: '' }],
    [{ run_id: run, feedback_key: 'a', expires_in: { minutes: 0 } }],
    [{ run_id: run, feedback_key: 'a', expires_at: '2029-01-01T00:00:00Z' }],
    [{ run_id: run, feedback_key: 'a', expires_at: 'soon' }],
    [[]],
  ])('refuses %j', async (body) => {
    expect((await withKey('/api/v1/feedback/tokens', body)).status).toBe(422)
  })

  it('limits what may be sent, when asked to', async () => {
    const make = async (feedback_config: unknown) =>
      (await (
        await withKey('/api/v1/feedback/tokens', {
          run_id: run,
          feedback_key: 'a',
          feedback_config,
        })
      ).json()) as FeedbackToken
    const range = await make({ type: 'continuous', min: 0, max: 1 })
    expect((await submit(range.url, { score: 2 })).status).toBe(422)
    expect((await submit(range.url, { score: 0.5 })).status).toBe(200)
    const choice = await make({ type: 'categorical', categories: [{ value: 1 }, { value: -1 }] })
    expect((await submit(choice.url, { score: 0 })).status).toBe(422)
    expect((await submit(choice.url, { score: -1 })).status).toBe(200)
  })
})

it('votes are read by run and key, newest first, in pages', async () => {
  const urls = await issue({ run_id: run, deployment_id: deployment, keys: ['a', 'b'] })
  const other = await issue({ run_id: otherRun, deployment_id: deployment, keys: ['a'] })
  await submit(urls.a ?? '', { score: 1 })
  await submit(urls.b ?? '', { score: 2 })
  await submit(other.a ?? '', { score: 3 })
  const scores = async (query: string) => (await votes(query)).map((vote) => vote.score)
  expect(await scores(`run=${run}`)).toEqual([2, 1])
  expect(await scores(`run=${run}&run=${otherRun}&key=a`)).toEqual([3, 1])
  expect(await scores(`run=${run}&run=${otherRun}&limit=1&offset=1`)).toEqual([2])
})
