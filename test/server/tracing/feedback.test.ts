import { beforeEach, describe, expect, it } from 'vitest'
import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import { tokenHash } from '../../../src/server/secrets/token-hash.ts'
import { benchBox, openTracing, type TracingBench } from './bench.ts'

const run = '11111111-1111-4111-8111-111111111111'
const otherRun = '22222222-2222-4222-8222-222222222222'
const deployment = '33333333-3333-4333-8333-333333333333'

let bench: TracingBench
beforeEach(async () => {
  bench = await openTracing(async () => undefined)
})

const withKey: TracingBench['send'] = (path, body) => bench.send(path, body)
const submit: TracingBench['submit'] = (...args) => bench.submit(...args)
const submitByGet = (url: string, query: string, headers: Record<string, string> = {}) =>
  bench.open(url + query, { headers })
const votes = (query = `run=${run}`) => bench.votes(query)

const urlFor = async (key = 'user_score') =>
  (await bench.issue({ run_id: run, deployment_id: deployment, keys: [key] }))[key] ?? ''

describe('§2.6 feedback URLs of a run', () => {
  it('one a key, in the published form, unguessable, and not in the database', async () => {
    const urls = await bench.issue({
      run_id: run,
      deployment_id: deployment,
      keys: ['liked', 'score'],
    })
    expect(Object.keys(urls)).toEqual(['liked', 'score'])
    const tokens = Object.values(urls).map((url) => {
      const match =
        /^http:\/\/tracing\.test\/api\/v1\/feedback\/tokens\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/.exec(
          url,
        )
      expect(match).not.toBeNull()
      return match?.[1] ?? ''
    })
    expect(new Set(tokens).size).toBe(2)
    const rows = JSON.stringify(await bench.database.query('select * from feedback_tokens'))
    for (const token of tokens) expect(rows).not.toContain(token)
  })

  it('asked again answers the same ones, and new ones when those are about to end', async () => {
    const first = await urlFor()
    expect(await urlFor()).toBe(first)
    bench.at('2030-01-01T02:30:00Z')
    expect(await urlFor()).not.toBe(first)
  })

  it('of an earlier form go on to work, and are told as they were', async () => {
    const url = await urlFor()
    const id = '44444444-4444-4444-8444-444444444444'
    const earlier = benchBox.derive('feedback token', id)
    await bench.database.query('update feedback_tokens set id = $1, token_hash = $2', [
      id,
      tokenHash(earlier),
    ])
    const known = url.replace(/[^/]+$/, earlier)
    expect(await urlFor()).toBe(known)
    expect((await submit(known, { score: 1 })).status).toBe(200)
    expect((await submit(url, { score: 1 })).status).toBe(404)
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
    expect((await bench.open(`/api/v1/feedback/tokens?run_id=${run}`)).status).toBe(401)
    expect((await bench.open(`/api/v1/feedback?run=${run}`)).status).toBe(401)
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

  it.each([
    ...[1, -1, 0, 0.1, 1e21, -1e-7, true, false].map((score) => ({ score })),
    ...[
      3,
      0,
      -2.5,
      true,
      false,
      'good',
      '',
      '5',
      'true',
      'null',
      '"quoted"',
      '{"a":1}',
      'a & b',
    ].map((value) => ({ value })),
    ...['No', '', 'two\nlines', '5', 'ä 😀 "'].map((comment) => ({ comment })),
    ...[{ answer: 42 }, {}, { deep: [{ a: null }] }, 'Better so', ''].map((correction) => ({
      correction,
    })),
    { score: 1, value: 'x', comment: 'y', correction: { z: 1 } },
  ])('§4.3 S11: means the same by either way: %j', async (said) => {
    const [posted, opened] = [await urlFor('posted'), await urlFor('opened')]
    expect((await submit(posted, said)).status).toBe(200)
    // A text that reads as something else is written in quotes there.
    const written = Object.entries(said).map(([name, value]) => {
      const isPlain = name === 'comment' || value === 'good'
      return [name, isPlain ? String(value) : JSON.stringify(value)]
    })
    expect((await submitByGet(opened, `?${new URLSearchParams(written)}`)).status).toBe(200)
    const words = ({ score, value, comment, correction }: Partial<Feedback> = {}) => ({
      score,
      value,
      comment,
      correction,
    })
    const [one, other] = (await votes()).map(words)
    expect(one).toEqual(other)
    expect(one).toMatchObject(said)
  })

  it.each([
    ['score', '"much"', 'much'],
    ['score', '1e400', '1e400'],
    ['score', '[1]', '[1]'],
    ['score', '12345678901234567890', '12345678901234567890'],
    ['score', '-9007199254740993', '-9007199254740993'],
    ['value', '[1]', '[1]'],
    ['value', '{"a":1}', '{"a":1}'],
    ['value', '9007199254740993', '9007199254740993'],
    ['value', '1e400', '1e400'],
    ['correction', '[1]', '[1]'],
    ['correction', '5', '5'],
    ['correction', 'true', 'true'],
    ['correction', '"half \\ud800"', '"half \\ud800"'],
    ['comment', `"${'x'.repeat(20_001)}"`, 'x'.repeat(20_001)],
  ])('§4.3 S11: refuses the same by either way: %s %s', async (name, json, text) => {
    const url = await urlFor()
    expect((await submit(url, `{"${name}":${json}}`)).status).toBe(422)
    const query = new URLSearchParams([[name, text]])
    expect((await submitByGet(url, `?${query}`)).status).toBe(422)
    expect(await votes()).toEqual([])
  })

  it.each(['score', 'value', 'correction'])(
    '33.4: §4.3 S11: null says nothing by either way: %s',
    async (name) => {
      const [posted, opened] = [await urlFor('posted'), await urlFor('opened')]
      expect((await submit(posted, `{"${name}":null,"comment":"x"}`)).status).toBe(200)
      expect((await submitByGet(opened, `?${name}=null&comment=x`)).status).toBe(200)
      expect((await votes()).map((vote) => vote[name as keyof Feedback])).toEqual([null, null])
    },
  )

  it('a second one supersedes the first and keeps it as history', async () => {
    const url = await urlFor()
    await submit(url, { score: 1 })
    bench.at('2030-01-01T00:05:00Z')
    await submit(url, { score: -1, comment: 'On second thought.' })
    const current = await votes()
    expect(current).toMatchObject([{ score: -1, created_at: '2030-01-01T00:00:00.000Z' }])
    expect(await bench.database.query('select score from feedback order by number')).toEqual([
      { score: 1 },
      { score: -1 },
    ])
  })

  it('34: what was superseded has been so since then, whatever is said later', async () => {
    const url = await urlFor()
    for (const [minute, score] of [1, 0, -1].entries()) {
      bench.at(`2030-01-01T00:0${minute}:00Z`)
      await submit(url, { score })
    }
    const kept = await bench.database.query('select superseded_at from feedback order by number')
    expect(kept).toEqual([
      { superseded_at: new Date('2030-01-01T00:01:00Z') },
      { superseded_at: new Date('2030-01-01T00:02:00Z') },
      { superseded_at: null },
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
    const unknown = await submit(`http://tracing.test/api/v1/feedback/tokens/${'a'.repeat(43)}`, {})
    const wrong = await submit(url, { score: 'much' })
    const broken = await submit(url, '{')
    const extra = await submit(url, { user: 'me' })
    const nul = await submit(url, { comment: 'a\0b' })
    bench.at('2030-01-01T03:00:00Z')
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
    const slack = { 'user-agent': 'Slackbot-LinkExpanding 1.0' }
    expect((await submitByGet(url, '?score=1', slack)).status).toBe(400)
    const head = await bench.open(`${url}?score=1`, { method: 'HEAD' })
    expect(head.status).toBe(400)
    expect(await votes()).toEqual([])
  })

  it('a submission of which nothing is understood takes no vote back', async () => {
    const url = await urlFor()
    await submit(url, { score: 1 })
    expect((await submit(url, { scor: -1 })).status).toBe(422)
    expect(await votes()).toMatchObject([{ score: 1 }])
    expect((await submit(url, { score: -1, mood: 'bad' })).status).toBe(200)
    expect(await votes()).toMatchObject([{ score: -1 }])
  })

  it('§2.7 every field may be absent or null: an empty one takes a vote back', async () => {
    const url = await urlFor()
    await submit(url, { score: 1, comment: 'Good.' })
    expect((await submit(url, { score: null, extend_trace_retention: true })).status).toBe(200)
    expect(await votes()).toMatchObject([{ score: null, value: null, comment: null }])
    for (const score of [true, 0, -0.5]) {
      await submit(url, { score })
      expect(await votes()).toMatchObject([{ score }])
    }
  })

  it('§5.4 a credential is not needed, not looked at, and not allowed to pages', async () => {
    const url = await urlFor()
    const wrong = { 'x-api-key': 'wrong', authorization: 'Bearer wrong', cookie: 'a=b' }
    expect((await submit(url, { score: 1 }, wrong)).status).toBe(200)
    const preflight = await bench.open(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key, authorization',
      },
    })
    const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase()
    expect(allowed).toBe('content-type')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await bench.open(`${url}?score=1`)).headers.get('cache-control')).toBe('no-store')
  })

  it('tells whoever votes nothing but their own words', async () => {
    const answer = await (await submit(await urlFor(), { score: 1 })).json()
    expect(Object.keys(answer).sort()).toEqual(
      'comment correction created_at id key metadata modified_at run_id score value'.split(' '),
    )
  })

  it('a preflight from any page is answered', async () => {
    const url = await urlFor()
    const response = await bench.open(url, {
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

  const right = { run_id: run, feedback_key: 'a' }
  it.each<[object, string]>([
    [{ ...right, expires_in: { hours: 1 }, expires_at: '2030-01-02T00:00:00Z' }, 'expires_at'],
    [{ ...right, expires_in: { days: 400 } }, 'expires_in'],
    [{ ...right, expires_in: { seconds: 1 } }, 'expires_in'],
    [{ ...right, feedback_config: { type: 'stars' } }, 'feedback_config.type'],
    [{ ...right, feedback_config: { type: 'continuous', min: 2, max: 1 } }, 'feedback_config.max'],
    [{ ...right, feedback_config: { type: 'categorical' } }, 'feedback_config.categories'],
    [{ ...right, feedback_config: { type: 'freeform', min: 1 } }, 'feedback_config.min'],
  ])('§2.2 %j is refused at %s, in a list too', async (body, at) => {
    const places = async (sent: unknown) => {
      const response = await withKey('/api/v1/feedback/tokens', sent)
      expect(response.status).toBe(422)
      const { detail } = (await response.json()) as { detail: { loc: unknown[] }[] }
      return detail.map((fault) => fault.loc.join('.'))
    }
    expect(await places(body)).toEqual([`body.${at}`])
    expect(await places([right, body])).toEqual([`body.1.${at}`])
    expect(await bench.database.query('select * from feedback_tokens')).toEqual([])
  })

  it.each<[object, object, string | null]>([
    [{ type: 'continuous', min: 0, max: 1 }, { score: 2 }, 'The score must be from 0 to 1.'],
    [{ type: 'continuous', min: 0, max: 1 }, { score: -0.1 }, 'The score must be from 0 to 1.'],
    [{ type: 'continuous', min: 0, max: 1 }, { score: 0.5 }, null],
    [{ type: 'continuous', min: 0, max: 1 }, { score: true }, null],
    [{ type: 'continuous', min: 0 }, { score: 100 }, null],
    [{ type: 'continuous', max: 0 }, { score: 1 }, 'The score must be from −∞ to 0.'],
    [{ type: 'continuous' }, { comment: 'No score.' }, null],
    [{ type: 'categorical', categories: [{ value: 1 }, { value: -1 }] }, { score: -1 }, null],
    [
      { type: 'categorical', categories: [{ value: 1 }, { value: -1 }] },
      { score: 0 },
      'The score must be one of 1, -1.',
    ],
    [{ type: 'categorical', categories: [{ value: 1, label: 'good' }] }, { value: 'good' }, null],
    [
      { type: 'categorical', categories: [{ value: 1, label: 'good' }] },
      { value: 'bad' },
      'The value must be one of good.',
    ],
    [{ type: 'freeform' }, { value: 'words', comment: 'more' }, null],
    [{ type: 'freeform' }, { score: 1 }, 'This key takes words, not a score.'],
    [{ type: 'freeform' }, { value: 1 }, 'This key takes words only.'],
  ])('limit what may be sent: with %j, %j: %s', async (feedback_config, said, problem) => {
    const { url } = await bench.token({ ...right, feedback_config })
    const response = await submit(url, said)
    expect(response.status).toBe(problem ? 422 : 200)
    const { detail } = (await response.json()) as { detail?: { msg: string }[] }
    expect(detail?.[0]?.msg ?? null).toBe(problem)
  })

  it('are listed in pages, expired ones too, and a new one is made for one that ran out', async () => {
    await bench.send(
      '/api/v1/feedback/tokens',
      ['a', 'b', 'c'].map((feedback_key) => ({ run_id: run, feedback_key })),
    )
    const page = async (query: string) =>
      (
        (await (
          await withKey(`/api/v1/feedback/tokens?run_id=${run}${query}`)
        ).json()) as FeedbackToken[]
      ).length
    expect(await page('&limit=2')).toBe(2)
    expect(await page('&limit=2&offset=2')).toBe(1)
    bench.at('2030-01-02T00:00:00Z')
    expect(await page('')).toBe(3)
    const renewed = await bench.token({ ...right, expires_in: { minutes: 5 } })
    expect((await submit(renewed.url, { score: 1 })).status).toBe(200)
    expect(await page('')).toBe(4)
  })
})

it('votes are read by run and key, newest first, in pages', async () => {
  const urls = await bench.issue({ run_id: run, deployment_id: deployment, keys: ['a', 'b'] })
  const other = await bench.issue({ run_id: otherRun, deployment_id: deployment, keys: ['a'] })
  await submit(urls.a ?? '', { score: 1 })
  await submit(urls.b ?? '', { score: 2 })
  await submit(other.a ?? '', { score: 3 })
  const scores = async (query: string) => (await votes(query)).map((vote) => vote.score)
  expect(await scores(`run=${run}`)).toEqual([2, 1])
  expect(await scores(`run=${run}&run=${otherRun}&key=a`)).toEqual([3, 1])
  expect(await scores(`run=${run}&run=${otherRun}&limit=1&offset=1`)).toEqual([2])
})
