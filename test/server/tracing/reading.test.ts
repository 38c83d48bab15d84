import { beforeEach, describe, expect, it } from 'vitest'
import type { Feedback, FeedbackGroup } from '../../../src/contract/tracing/feedback.ts'
import { voteSourceHeader } from '../../../src/server/vote-source.ts'
import { benchBox, openTracing, type TracingBench } from './bench.ts'

const id = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`
const [shop, help, old, fresh] = [id(1), id(2), id(3), id(4)]
/** Runs of two deployments, one of them answered by two revisions. */
const runs: Record<string, { deployment_id: string; revision_id: string | null }> = {
  [id(5)]: { deployment_id: shop, revision_id: old },
  [id(6)]: { deployment_id: shop, revision_id: fresh },
  [id(7)]: { deployment_id: help, revision_id: null },
}

let bench: TracingBench
beforeEach(async () => {
  bench = await openTracing(async (_db, runId) => runs[runId])
})

async function vote(run_id: string, feedback_key: string, time: string, said: object) {
  bench.at(time)
  const { url } = await bench.token({ run_id, feedback_key })
  expect((await bench.submit(url, said)).status).toBe(200)
  return url
}

/** Five votes on three days. */
async function someVotes() {
  await vote(id(5), 'score', '2030-01-01T10:00:00Z', { score: 1 })
  await vote(id(5), 'score', '2030-01-01T23:30:00Z', { score: -1, comment: 'Wrong.' })
  await vote(id(6), 'score', '2030-01-02T10:00:00Z', { score: 1, correction: { a: 1 } })
  await vote(id(6), 'liked', '2030-01-02T11:00:00Z', { score: false })
  await vote(id(7), 'score', '2030-01-03T10:00:00Z', { comment: 'Thanks.' })
}

describe('§4.3 reading votes', () => {
  const keys = async (query: string) =>
    (await bench.votes(query)).map((vote) => `${vote.run_id[0]} ${vote.key}`)

  it('tells everything about a vote', async () => {
    const { url } = await bench.token({ run_id: id(6), feedback_key: 'score' })
    const said = { score: 1, value: 'good', comment: 'Yes.', correction: 'No.', metadata: { a: 1 } }
    await bench.submit(url, said)
    expect(await bench.votes()).toEqual([
      {
        ...said,
        id: expect.any(String),
        run_id: id(6),
        trace_id: id(6),
        session_id: shop,
        deployment_id: shop,
        revision_id: fresh,
        thread_id: null,
        question: null,
        answer: null,
        key: 'score',
        created_at: '2030-01-01T00:00:00.000Z',
        modified_at: '2030-01-01T00:00:00.000Z',
        superseded_at: null,
        feedback_source: {
          type: 'api',
          user_id: null,
          metadata: { method: 'POST', origin: 'https://shop.example', client: null },
        },
      },
    ])
  })

  it('§4.3 tells which votes came through this server’s own pages, and takes nobody’s word for it', async () => {
    const { url, id: token } = await bench.token({ run_id: id(6), feedback_key: 'score' })
    const sent = async (headers: Record<string, string>) => {
      expect((await bench.submit(url, { score: 1 }, headers)).status).toBe(200)
      const [vote] = await bench.votes()
      return [vote?.feedback_source?.type, vote?.feedback_source?.metadata?.client]
    }
    for (const client of ['console', 'embed'] as const) {
      const proven = voteSourceHeader(benchBox, client, token)
      expect(await sent(proven)).toEqual(['app', client])
      expect(await bench.votes('source=app')).toHaveLength(1)
      const [[name = '', value = ''] = []] = Object.entries(proven)
      for (const forged of [
        { [name]: `${client}.` },
        { [name]: value.replace(client, client === 'embed' ? 'console' : 'embed') },
        voteSourceHeader(benchBox, client, 'another token'),
      ]) {
        expect(await sent(forged)).toEqual(['api', null])
      }
    }
  })

  it('newest first, all or what the filters let through', async () => {
    await someVotes()
    expect(await keys('')).toEqual(['7 score', '6 liked', '6 score', '5 score', '5 score'])
    expect(await keys(`run=${id(6)}`)).toEqual(['6 liked', '6 score'])
    expect(await keys(`run=${id(6)}&run=${id(7)}&key=score`)).toEqual(['7 score', '6 score'])
    expect(await keys('key=liked&key=nothing')).toEqual(['6 liked'])
    expect(await keys(`session=${help}`)).toEqual(['7 score'])
    expect(await keys(`revision=${old}`)).toEqual(['5 score', '5 score'])
    expect(await keys('has_score=false')).toEqual(['7 score'])
    expect(await keys('has_comment=true')).toEqual(['7 score', '5 score'])
    expect(await keys('has_comment=true&has_score=true')).toEqual(['5 score'])
    expect(await keys('sign=negative')).toEqual(['6 liked', '5 score'])
    expect(await keys('sign=positive&key=score')).toEqual(['6 score', '5 score'])
    expect(await keys('sign=neutral&sign=negative&key=liked')).toEqual(['6 liked'])
    expect(await keys('source=api&key=liked')).toEqual(['6 liked'])
    expect(await keys('source=model')).toEqual([])
    expect(await keys(`user=${id(9)}`)).toEqual([])
    expect(await keys('level=session')).toEqual([])
    const day = 'min_created_at=2030-01-02&max_created_at=2030-01-02T10:00:00%2B00:00'
    expect(await keys(day)).toEqual(['6 score'])
  })

  it('in pages, with the number of all', async () => {
    await someVotes()
    const page = await bench.send('/api/v1/feedback?limit=2&offset=1')
    expect(page.headers.get('x-pagination-total')).toBe('5')
    expect(((await page.json()) as Feedback[]).map((one) => one.key)).toEqual(['liked', 'score'])
    const last = await bench.send('/api/v1/feedback?limit=2&offset=4&key=score')
    expect(last.headers.get('x-pagination-total')).toBe('4')
    expect(await last.json()).toEqual([])
  })

  it('with the history of a token when asked', async () => {
    const url = await vote(id(5), 'score', '2030-01-01T10:00:00Z', { score: 1 })
    bench.at('2030-01-01T11:00:00Z')
    await bench.submit(url, {})
    const all = await bench.votes('include_superseded=true')
    expect(all).toMatchObject([
      { score: null, superseded_at: null, modified_at: '2030-01-01T11:00:00.000Z' },
      { score: 1, superseded_at: '2030-01-01T11:00:00.000Z' },
    ])
    expect(new Set(all.map((one) => one.created_at))).toEqual(new Set(['2030-01-01T10:00:00.000Z']))
    expect(await bench.votes()).toHaveLength(1)
  })
})

it('the history of a token has an end, and its beginning is still known', async () => {
  const url = await vote(id(5), 'score', '2030-01-01T10:00:00Z', { score: 0 })
  for (let score = 1; score <= 101; score += 1) await bench.submit(url, { score })
  const shown = await bench.votes('include_superseded=true&limit=100')
  expect(shown.map((one) => one.score)).toEqual(Array.from({ length: 100 }, (_, n) => 101 - n))
  expect(await bench.database.query('select 1 from feedback')).toHaveLength(100)
  expect(shown[0]?.created_at).toBe('2030-01-01T10:00:00.000Z')
})

describe('summary for charts', () => {
  const summary = async (query: string) => {
    const response = await bench.send(`/api/v1/feedback/summary?${query}`)
    expect(response.status).toBe(200)
    return (await response.json()) as { groups: FeedbackGroup[]; is_truncated: boolean }
  }

  it('by deployment, revision, key and day', async () => {
    await someVotes()
    const { groups, is_truncated } = await summary('')
    expect(is_truncated).toBe(false)
    expect(groups).toHaveLength(4)
    expect(groups[0]).toEqual({
      day: '2030-01-01',
      deployment_id: shop,
      revision_id: old,
      key: 'score',
      count: 2,
      run_count: 1,
      score_count: 2,
      mean_score: 0,
      min_score: -1,
      max_score: 1,
      positive: 1,
      negative: 1,
      neutral: 0,
      comment_count: 1,
      correction_count: 0,
    })
    expect(groups.at(-1)).toMatchObject({
      deployment_id: help,
      revision_id: null,
      score_count: 0,
      mean_score: null,
    })
  })

  it('by what is asked for, of what the filters let through', async () => {
    await someVotes()
    const byKey = await summary('group_by=key')
    expect(byKey.groups).toMatchObject([
      { key: 'liked', count: 1, negative: 1, mean_score: 0 },
      { key: 'score', count: 4, positive: 2, negative: 1, run_count: 3, correction_count: 1 },
    ])
    expect(byKey.groups[0]).not.toHaveProperty('day')
    const one = await summary(`group_by=revision_id&session=${shop}&key=score`)
    expect(one.groups.map((group) => [group.revision_id, group.count])).toEqual([
      [old, 2],
      [fresh, 1],
    ])
  })

  it('with days of the asked time zone', async () => {
    await someVotes()
    const days = async (query: string) =>
      (await summary(`group_by=day&${query}`)).groups.map((group) => [group.day, group.count])
    expect(await days('')).toEqual([
      ['2030-01-01', 2],
      ['2030-01-02', 2],
      ['2030-01-03', 1],
    ])
    expect(await days('time_zone=Europe/Berlin')).toEqual([
      ['2030-01-01', 1],
      ['2030-01-02', 3],
      ['2030-01-03', 1],
    ])
    const unknown = await bench.send('/api/v1/feedback/summary?time_zone=Mars/Olympus')
    expect(unknown.status).toBe(422)
  })

  it('counts what stands only, and no vote that was taken back', async () => {
    const url = await vote(id(5), 'score', '2030-01-01T10:00:00Z', { score: 1 })
    await bench.submit(url, { score: 1e308 })
    await vote(id(5), 'score', '2030-01-01T10:00:00Z', { score: 1e308 })
    expect((await summary('')).groups).toMatchObject([{ count: 2, mean_score: 1e308 }])
    await bench.submit(url, {})
    expect((await summary('')).groups).toMatchObject([{ count: 1 }])
  })
})

describe('export', () => {
  const lines = async (query: string) =>
    (await (await bench.send(`/api/v1/feedback/export?${query}`)).text()).split('\n').slice(0, -1)

  it('as JSONL: every vote, oldest first, as it is read', async () => {
    await someVotes()
    const response = await bench.send('/api/v1/feedback/export')
    expect(response.headers.get('content-disposition')).toContain('feedback.jsonl')
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const exported = (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const votes = (await bench.votes()).reverse()
    expect(exported).toEqual(votes.map((vote) => ({ ...vote, input: null, output: null })))
    expect(await lines('key=liked')).toHaveLength(1)
  })

  it('as CSV that no spreadsheet runs', async () => {
    await vote(id(5), '=1+1', '2030-01-01T10:00:00Z', {
      score: -1,
      value: true,
      comment: '=HYPERLINK("https://evil.example","x")',
      correction: '+cmd|x',
      metadata: { a: 'b,"c' },
    })
    await vote(id(5), 'b', '2030-01-01T10:00:00Z', { value: '-2', comment: 'two\nlines, "quoted"' })
    const text = await (await bench.send('/api/v1/feedback/export?format=csv')).text()
    const [head, first] = text.split('\r\n')
    expect(head).toBe(
      'id,run_id,deployment_id,revision_id,key,score,value,comment,correction,question,answer,metadata,source,created_at,modified_at,superseded_at,input,output',
    )
    expect(first?.split(`${old},`)[1]).toBe(
      `'=1+1,-1,true,"'=HYPERLINK(""https://evil.example"",""x"")",'+cmd|x,,,"{""a"":""b,\\""c""}",api,2030-01-01T10:00:00.000Z,2030-01-01T10:00:00.000Z,,,`,
    )
    expect(text).toContain(`,b,,'-2,"two\nlines, ""quoted""",`)
  })

  it('of more than one page, without one twice', async () => {
    const { url } = await bench.token({ run_id: id(5), feedback_key: 'score' })
    await bench.submit(url, { score: 1 })
    await bench.database.query(
      `insert into feedback (id, token_id, run_id, key, created_at, first_created_at, superseded_at)
       select gen_random_uuid(), token_id, run_id, key, created_at, first_created_at, created_at
       from feedback, generate_series(1, 1200)`,
    )
    const ids = (await lines('include_superseded=true')).map((line) => JSON.parse(line).id)
    expect(ids).toHaveLength(1201)
    expect(new Set(ids).size).toBe(1201)
    expect(await lines('')).toHaveLength(1)
  })

  it('an empty one has its header only', async () => {
    expect(await lines('')).toEqual([])
    expect(await lines('format=csv')).toHaveLength(1)
  })
})

it('§5 reading needs the key', async () => {
  for (const path of ['', '/tokens', '/summary', '/export']) {
    expect((await bench.open(`/api/v1/feedback${path}`)).status).toBe(401)
  }
  const tenant = { headers: { 'x-tenant-id': shop } }
  expect((await bench.open('/api/v1/feedback', tenant)).status).toBe(401)
})
