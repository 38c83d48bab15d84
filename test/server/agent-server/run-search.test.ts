import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  FoundRun,
  RunPlace,
  RunSearchRequest,
  RunSearchResponse,
} from '../../../src/contract/search/run-search.ts'
import { wordsOfRun } from '../../../src/server/agent-server/run-words.ts'
import { searchRuns } from '../../../src/server/agent-server/search/run-search.ts'
import { votedRuns } from '../../../src/server/tracing/feedback-filter.ts'
import { noPrices } from '../../../src/server/usage/prices.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { chat: './conversation.ts:graph', steps: './steps.ts:graph' } })
})
afterAll(() => h?.close())

const search = async (body: RunSearchRequest, status = 200) => {
  const answer = await h.call<RunSearchResponse>('POST', '/runs/search', body)
  expect(answer).toMatchObject({ status })
  return answer.body
}
const idsOf = ({ runs }: { runs: readonly FoundRun[] }) => runs.map(({ run_id }) => run_id)
const found = async (body: RunSearchRequest) => idsOf(await search(body))

async function placeOf(body: RunSearchRequest & { run_id: string }) {
  const { body: place } = await h.call<RunPlace>('POST', '/runs/search/place', body)
  return {
    ...place,
    previous: place.previous?.run_id ?? null,
    next: place.next?.run_id ?? null,
  }
}

async function ask(content: string, more: object = {}, thread?: string) {
  const thread_id = thread ?? (await h.thread())
  const input = { messages: [{ role: 'user', content }] }
  const run = await h.run(thread_id, { assistant_id: 'chat', input, ...more })
  return h.ended(run)
}

describe('runs that were made', () => {
  it('are found by words of question and answer, and show both', async () => {
    const refund = await ask('Where is my REFUND for order 4411?')
    const other = await ask('Hello there')
    const [shown] = (await search({ text: 'refund ord' })).runs
    expect(shown).toMatchObject({
      run_id: refund.run_id,
      deployment_id: h.deploymentId,
      question: 'Where is my REFUND for order 4411?',
      answer: 'You said: Where is my REFUND for order 4411?',
      status: 'success',
      revision_id: h.revisionId,
      needs_you: false,
    })
    expect(shown).not.toHaveProperty('kwargs')
    // The answer's own words.
    expect(await found({ text: 'said hello' })).toEqual([other.run_id])
    expect(await found({ text: 'refund hello' })).toEqual([])
    expect(await found({ text: '…' })).toEqual([])
    expect(await found({ text: refund.run_id })).toEqual([refund.run_id])
    expect(await found({ text: other.thread_id.toUpperCase() })).toEqual([other.run_id])
  })

  it('are found by what they wait for, failed with, and were given', async () => {
    const asking = await ask('may I know who?', {
      metadata: { channel: 'web', tier: 3, trial: true },
    })
    expect((await search({ status: ['needs_you'] })).runs).toMatchObject([
      { run_id: asking.run_id, needs_you: true },
    ])
    expect(await found({ status: ['success'], thread_id: [asking.thread_id] })).toEqual([])
    expect(await found({ status: ['success', 'needs_you'] })).toContain(asking.run_id)
    for (const metadata of [{ channel: 'web' }, { tier: '3' }, { tier: 3 }, { trial: 'true' }]) {
      expect(await found({ metadata }), JSON.stringify(metadata)).toEqual([asking.run_id])
    }
    expect(await found({ metadata: { channel: 'web', tier: '4' } })).toEqual([])
    expect(await found({ metadata: { graph_id: 'chat' }, status: ['needs_you'] })).toHaveLength(1)
    // Whoever has given an answer is not waited for, even if it is to be worked on later.
    const later = await h.run(asking.thread_id, { assistant_id: 'chat', after_seconds: 3_600 })
    expect(await found({ status: ['needs_you'] })).toEqual([])
    expect(
      (await search({ thread_id: [asking.thread_id] })).runs.map((run) => run.needs_you),
    ).toEqual([false, false])
    await h.call(
      'POST',
      `/threads/${asking.thread_id}/runs/${later.run_id}/cancel?wait=true&action=rollback`,
    )
    expect(await found({ status: ['needs_you'] })).toEqual([asking.run_id])
    // A message that waits until it is answered leaves the question where it is.
    const behind = { assistant_id: 'chat', metadata: { waits_for_answers: true } }
    const held = await h.run(asking.thread_id, behind)
    expect(await found({ status: ['needs_you'] })).toEqual([asking.run_id])
    const told = (await search({ thread_id: [asking.thread_id] })).runs
    expect(told.map(({ run_id, needs_you }) => [run_id, needs_you])).toEqual([
      [held.run_id, false],
      [asking.run_id, true],
    ])
    await h.call('POST', `/threads/${asking.thread_id}/runs/${held.run_id}/cancel?wait=true`)
    expect(await found({ status: ['needs_you'] })).toEqual([asking.run_id])
    const answered = await h.run(asking.thread_id, {
      assistant_id: 'chat',
      command: { resume: 'everybody' },
    })
    await h.ended(answered)
    expect(await found({ status: ['needs_you'] })).toEqual([])
    expect(await found({ status: ['success'], thread_id: [asking.thread_id] })).toEqual([
      answered.run_id,
      asking.run_id,
    ])
    expect(await found({ text: 'everybody' })).toEqual([answered.run_id])
    // Of a thread that asks again it is the run that asks, also where it was sent before the answer and held until then.
    const again = await ask('may I know more?', {}, asking.thread_id)
    expect(await found({ status: ['needs_you'] })).toEqual([again.run_id])
    const next = await h.run(asking.thread_id, {
      ...behind,
      input: { messages: [{ role: 'user', content: 'may I know this too?' }] },
    })
    await h.ended(
      await h.run(asking.thread_id, { assistant_id: 'chat', command: { resume: 'yes' } }),
    )
    await h.ended(next)
    expect(await found({ status: ['needs_you'] })).toEqual([next.run_id])
    const shown = (await search({ thread_id: [asking.thread_id], limit: 2 })).runs
    expect(shown.map(({ run_id, needs_you }) => run_id === next.run_id && needs_you)).toEqual([
      false,
      true,
    ])
    const answer = { assistant_id: 'chat', command: { resume: 'enough' } }
    await h.ended(await h.run(asking.thread_id, answer))
    expect(await found({ status: ['needs_you'] })).toEqual([])
  })

  it('33: one that went as far as its break point is told as that, and is not done', async () => {
    const thread_id = await h.thread()
    const body = { assistant_id: 'chat', interrupt_before: '*' }
    const input = { messages: [{ role: 'user', content: 'hello' }] }
    const run = await h.run(thread_id, { ...body, input })
    await h.ended(run)
    const of = (...status: RunSearchRequest['status'] & object) =>
      found({ status, thread_id: [thread_id] })
    expect(await of('at_break')).toEqual([run.run_id])
    expect(await of('success', 'needs_you')).toEqual([])
    expect((await search({ thread_id: [thread_id] })).runs).toMatchObject([
      { status: 'success', needs_you: false, is_at_break: true },
    ])
    const rest = await h.run(thread_id, { assistant_id: 'chat', input: null })
    await h.ended(rest)
    expect(await of('at_break')).toEqual([])
    expect(await of('success')).toEqual([rest.run_id, run.run_id])
  })

  it('that wait or work are among them, with their question', async () => {
    const thread_id = await h.thread()
    const input = { messages: [{ role: 'user', content: 'gate:held please' }] }
    // Only one whose words are streamed waits between them.
    const stream_mode = ['messages-tuple']
    const run = await h.run(thread_id, { assistant_id: 'chat', input, stream_mode })
    await expect.poll(() => found({ status: ['running'] })).toEqual([run.run_id])
    expect(await found({ text: 'held' })).toEqual([run.run_id])
    expect(await found({ min_seconds: 0, status: ['running'] })).toEqual([run.run_id])
    expect(await found({ min_seconds: 600, status: ['running'] })).toEqual([])
    // It has no duration yet that it could be sorted by.
    const sorted = { status: ['running' as const], sort_by: 'duration' as const }
    expect(await search(sorted)).toMatchObject({ runs: [], total: 0 })
    const cancel = await h.call(
      'POST',
      `/threads/${thread_id}/runs/${run.run_id}/cancel?wait=true&action=rollback`,
    )
    expect(cancel).toMatchObject({ status: 204 })
    expect(await found({ text: 'held' })).toEqual([])
  })

  it('of other deployments are not among them, unless all are asked', async () => {
    const before = (await search({})).total
    const elsewhere = randomUUID()
    const { run_id } = await ask('Said elsewhere')
    const moved = 'update runs set deployment_id = $1 where run_id = $2'
    await h.database.query(moved, [elsewhere, run_id])
    expect((await search({})).total).toBe(before)
    expect(await found({ text: 'elsewhere' })).toEqual([])
    // Whose runs they are is said by the address.
    expect(await found({ deployment_id: [elsewhere] })).not.toContain(run_id)
    const all = (search: object) => h.server.host.searchRuns(search)
    expect(idsOf(await all({ text: 'elsewhere' }))).toEqual([run_id])
    expect(idsOf(await all({ deployment_id: [elsewhere] }))).toEqual([run_id])
    expect(idsOf(await all({ deployment_id: [h.deploymentId] }))).not.toContain(run_id)
    await h.database.query('delete from runs where run_id = $1', [run_id])
  })

  it('cannot be asked for with a cursor of something else', async () => {
    await search({ cursor: 'nonsense' }, 422)
    const { next_cursor } = await search({ limit: 1 })
    await search({ limit: 1, cursor: next_cursor, sort_by: 'duration' }, 422)
    const injected = Buffer.from(JSON.stringify(['created_at desc', "x'", '1'])).toString(
      'base64url',
    )
    await search({ cursor: injected }, 422)
    await search({ limit: 101 }, 422)
    await search({ status: ['busy'] as never }, 422)
  })
})

/** A run of the model, as the database is given it. */
interface Made {
  run_id: string
  status: 'success' | 'error' | 'timeout' | 'interrupted'
  assistant_id: string
  revision_id: string
  created_at: Date
  seconds: number
  metadata: Record<string, unknown>
  question: string
}

describe('many runs', () => {
  const random = sequence(20260101)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const assistants = [randomUUID(), randomUUID(), randomUUID()]
  const revisions = [randomUUID(), randomUUID()]
  const words = ['refund', 'order', 'Müller', 'invoice', '退款政策', 'late']
  const begin = Date.parse('2026-01-01T00:00:00Z')
  const made: Made[] = []

  beforeAll(async () => {
    await h.database.query('delete from runs')
    const thread = await h.thread()
    for (let index = 0; index < 400; index += 1) {
      made.push({
        run_id: randomUUID(),
        status: pick(['success', 'success', 'success', 'error', 'timeout', 'interrupted']),
        assistant_id: pick(assistants),
        revision_id: pick(revisions),
        // Several at one moment: the order of creation tells them apart.
        created_at: new Date(begin + Math.floor(index / 3) * 60_000),
        seconds: Math.floor(random() * 20) / 2,
        metadata: pick([{}, { channel: 'web' }, { channel: 'mail', tier: 2 }, { tier: '2' }]),
        question: `${pick(words)} ${pick(words)}`,
      })
    }
    for (const run of made) {
      await h.database.query(
        `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs, metadata,
           multitask_strategy, revision_id, question, words, created_at, updated_at, started_at, ended_at)
         values ($1, $2, $3, $4, 'chat', $5, '{}', $6::jsonb, 'enqueue', $7, $8, array_to_tsvector($9::text[]),
           $10, $10, $10, $11)`,
        [
          run.run_id,
          thread,
          h.deploymentId,
          run.assistant_id,
          run.status,
          JSON.stringify(run.metadata),
          run.revision_id,
          run.question,
          wordsOfRun([run.question]),
          run.created_at,
          new Date(run.created_at.getTime() + run.seconds * 1_000),
        ],
      )
    }
  })

  it('every page of every filter is what a plain look at all of them finds', async () => {
    for (let round = 0; round < 60; round += 1) {
      const request: RunSearchRequest = {
        ...(random() < 0.4 && { status: [pick(['error', 'timeout'] as const), 'interrupted'] }),
        ...(random() < 0.3 && { assistant_id: [pick(assistants), pick(assistants)] }),
        ...(random() < 0.3 && { revision_id: [pick(revisions)] }),
        ...(random() < 0.3 && { created_after: new Date(begin + random() * 8e6).toISOString() }),
        ...(random() < 0.3 && { created_before: new Date(begin + random() * 8e6).toISOString() }),
        ...(random() < 0.3 && { min_seconds: Math.floor(random() * 10) }),
        ...(random() < 0.3 && { max_seconds: Math.floor(random() * 10) }),
        ...(random() < 0.3 && { metadata: pick([{ channel: 'web' }, { tier: '2' }, { tier: 2 }]) }),
        ...(random() < 0.4 && {
          text: pick(['REF', 'order', 'muller', '款政', 'inv ref', 'none']),
        }),
        ...(random() < 0.4 && { sort_by: 'duration' as const }),
        ...(random() < 0.4 && { sort_order: 'asc' as const }),
      }
      const wanted = inOrder(made.filter(matching(request)), request).map(({ run_id }) => run_id)
      const told = JSON.stringify(request)
      const pages: string[] = []
      let cursor: string | null = null
      do {
        const page: RunSearchResponse = await search({ ...request, limit: 37, cursor })
        expect(page, told).toMatchObject({ total: wanted.length, is_total_capped: false })
        pages.push(...idsOf(page))
        cursor = page.next_cursor ?? null
      } while (cursor)
      expect(pages, told).toEqual(wanted)
      const whole = { ...request, limit: Math.max(1, Math.min(100, wanted.length)) }
      expect(Boolean((await search(whole)).next_cursor), told).toBe(wanted.length > 100)
      const at = Math.floor(random() * wanted.length)
      const run_id = wanted[at]
      if (!run_id) continue
      const place = await placeOf({ ...request, run_id })
      expect(place, told).toEqual({
        position: at + 1,
        total: wanted.length,
        is_total_capped: false,
        previous: wanted[at - 1] ?? null,
        next: wanted[at + 1] ?? null,
      })
    }
  })

  it('a run that is not among those that are found still has some beside it', async () => {
    const at = made.findIndex(({ status }, index) => index > 100 && status === 'success')
    const request = { status: ['error' as const] }
    const run_id = made[at]?.run_id ?? ''
    expect(await placeOf({ ...request, run_id })).toMatchObject({
      position: null,
      previous: made.slice(at).find(({ status }) => status === 'error')?.run_id,
      next: made.slice(0, at).findLast(({ status }) => status === 'error')?.run_id,
    })
    expect(await placeOf({ run_id: randomUUID() })).toMatchObject({ position: null, next: null })
  })

  it('are summed up by deployment and part of the span as a plain look at all of them sums them', async () => {
    const [since, until] = [new Date(begin + 600_000), new Date(begin + 6_600_000)]
    const summary = await h.server.host.summarizeRuns({
      created_after: since,
      created_before: until,
      parts: 7,
    })
    const figures = (runs: readonly Made[]) => ({
      runs: runs.length,
      ended: runs.length,
      failed: runs.filter(({ status }) => ['error', 'timeout'].includes(status)).length,
      p50_seconds: expect.closeTo(quantile(runs, 0.5), 6),
      p95_seconds: expect.closeTo(quantile(runs, 0.95), 6),
      // Nothing was told or spent by them.
      first_token_seconds: null,
      tokens: 0,
    })
    const usage = expect.objectContaining({ input_tokens: 0, output_tokens: 0 })
    const within = made.filter(({ created_at: at }) => at >= since && at < until)
    const partOf = ({ created_at }: Made) =>
      Math.floor(((created_at.getTime() - since.getTime()) / 6_000_000) * 7)
    const parts = [0, 1, 2, 3, 4, 5, 6].map((part) => ({
      part,
      ...figures(within.filter((run) => partOf(run) === part)),
    }))
    expect(summary).toEqual({
      total: { ...figures(within), usage },
      deployments: [{ deployment_id: h.deploymentId, ...figures(within), usage, parts }],
      deployment_count: 1,
    })
    const untold = { p50_seconds: null, p95_seconds: null, first_token_seconds: null }
    const nobody = { runs: 0, ended: 0, failed: 0, ...untold, tokens: 0, usage }
    const elsewhere = { created_after: since, deployment_id: [randomUUID()] }
    expect(await h.server.host.summarizeRuns(elsewhere)).toEqual({
      total: nobody,
      deployments: [],
      deployment_count: 0,
    })
  })

  it('37.3: are summed up by the revision that they ran on, without those that sessions made', async () => {
    const [since, mark] = [new Date(begin + 600_000), { qa_session: randomUUID() }]
    const within = made.filter(({ created_at }) => created_at >= since)
    const ofSession = within[0]?.run_id
    const setMark = 'update runs set metadata = metadata || $2::jsonb where run_id = $1'
    await h.database.query(setMark, [ofSession, JSON.stringify(mark)])
    const figures = await h.server.host.figuresByRevision(h.deploymentId, since)
    expect(new Set(figures.map(({ revision_id }) => revision_id))).toEqual(new Set(revisions))
    for (const { revision_id, ...sums } of figures) {
      const runs = within.filter((r) => r.revision_id === revision_id && r.run_id !== ofSession)
      expect(sums).toEqual({
        runs: runs.length,
        ended: runs.length,
        failed: runs.filter(({ status }) => ['error', 'timeout'].includes(status)).length,
        p50_seconds: expect.closeTo(quantile(runs, 0.5), 6),
        p95_seconds: expect.closeTo(quantile(runs, 0.95), 6),
        first_token_seconds: null,
      })
    }
    expect(await h.server.host.figuresByRevision(randomUUID(), since)).toEqual([])
    await h.database.query("update runs set metadata = metadata - 'qa_session' where run_id = $1", [
      ofSession,
    ])
  })

  it('33.2.3: are counted one by one where they are many; beyond a limit it is said', async () => {
    const add = (count: number) =>
      h.database.query(
        `insert into runs (run_id, thread_id, deployment_id, assistant_id, graph_id, status, kwargs,
           multitask_strategy, created_at, updated_at)
         select gen_random_uuid(), thread_id, deployment_id, assistant_id, graph_id, 'success', '{}',
           'enqueue', now(), now()
         from (select * from runs limit 1) one, generate_series(1, $1::int)`,
        [count],
      )
    const oldest = made[0]?.run_id ?? ''
    await add(2_600)
    expect(await search({ limit: 1 })).toMatchObject({ total: 3_000, is_total_capped: false })
    expect(await placeOf({ run_id: oldest })).toMatchObject({ position: 3_000, total: 3_000 })
    const tools = {
      votedRuns,
      listeners: { of: () => [] },
      prices: () => noPrices,
      now: new Date(),
    }
    const capped = await searchRuns(h.database, { limit: 1, count_to: 2_999 }, tools)
    expect(capped).toMatchObject({ total: 2_999, is_total_capped: true })
    expect(capped.runs).toEqual((await search({ limit: 1 })).runs)
    expect(await search({ count_to: 3_000 })).toMatchObject({ is_total_capped: false })
    await search({ count_to: 0 }, 422)
  })

  function inOrder(runs: readonly Made[], { sort_by, sort_order }: RunSearchRequest): Made[] {
    const value = (run: Made) => (sort_by === 'duration' ? run.seconds : run.created_at.getTime())
    const ordered = runs.toSorted(
      (a, b) => value(a) - value(b) || made.indexOf(a) - made.indexOf(b),
    )
    return sort_order === 'asc' ? ordered : ordered.toReversed()
  }
})

/** Between the two values that it lies between. */
function quantile(runs: readonly Made[], share: number): number {
  const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b)
  const at = (seconds.length - 1) * share
  const [low = 0, high = low] = [seconds[Math.floor(at)], seconds[Math.ceil(at)]]
  return low + (high - low) * (at - Math.floor(at))
}

function matching(request: RunSearchRequest) {
  const { status, assistant_id, revision_id, created_after, created_before } = request
  return (run: Made) =>
    (!status || (status as string[]).includes(run.status)) &&
    (!assistant_id || assistant_id.includes(run.assistant_id)) &&
    (!revision_id || revision_id.includes(run.revision_id)) &&
    (!created_after || run.created_at >= new Date(created_after)) &&
    (!created_before || run.created_at < new Date(created_before)) &&
    run.seconds >= (request.min_seconds ?? 0) &&
    run.seconds <= (request.max_seconds ?? Number.POSITIVE_INFINITY) &&
    Object.entries(request.metadata ?? {}).every(([name, value]) =>
      typeof value === 'string' && name in run.metadata
        ? String(run.metadata[name]) === value
        : run.metadata[name] === value,
    ) &&
    (request.text ?? '').split(' ').every((word) => hasWord(run.question, word))
}

/** A word that begins so, or holds the characters where nothing stands between words. */
function hasWord(text: string, word: string): boolean {
  const plain = (one: string) => one.toLowerCase().replaceAll('ü', 'u')
  return plain(text)
    .split(' ')
    .some(
      (one) => one.startsWith(plain(word)) || (/\p{Script=Han}/u.test(word) && one.includes(word)),
    )
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
