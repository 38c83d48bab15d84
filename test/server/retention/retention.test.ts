/** What deployments keep no longer: what is counted before, what then goes, and what stays all the same. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retentionNames } from '../../../src/contract/control-plane/retention.ts'
import { deleteOldEvents } from '../../../src/server/agent-server/streams/log/run-event-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { keepDeployment, keepRevision } from '../alerts/bench.ts'
import {
  countAll,
  countsOf,
  type KeptRun,
  type KeptThread,
  keepLines,
  keepThread,
  less,
  openRetention,
  type RetentionBench,
} from './bench.ts'

let database: Database
let bench: RetentionBench
beforeAll(async () => {
  database = await emptyDatabase()
  bench = openRetention(database)
  await bench.start()
})
afterAll(async () => {
  await bench?.close()
  expect(bench?.errors).toEqual([])
})

const zero = { threads: 0, runs: 0, events: 0, logs: 0, votes: 0 }

it('says nothing of a deployment until somebody sets it, and sets what is given alone', async () => {
  const id = await keepDeployment(database, 'plain')
  const none = { threads_days: null, runs_days: null, events_days: null, logs_days: null }
  expect(await bench.read(id)).toEqual({
    deployment_id: id,
    rule: { ...none, votes_days: null },
    updated_at: null,
    updated_by: null,
    swept_at: null,
    removed: zero,
  })
  await bench.set(id, { threads_days: 90, votes_days: 30 })
  const set = await bench.set(id, { votes_days: null, logs_days: 7 })
  expect(set).toMatchObject({
    rule: { ...none, threads_days: 90, logs_days: 7, votes_days: null },
    updated_at: bench.clock.now.toISOString(),
    updated_by: 'pat',
  })
  await bench.sweep()
  expect((await bench.read(id)).swept_at).toBe(bench.clock.now.toISOString())
})

it.each([
  ['nothing', 0],
  ['less than nothing', -3],
  ['half a day', 0.5],
  ['longer than anybody keeps', 3_651],
  ['a word', 'ten'],
])('%s is refused by name, with what may be written', async (_what, threads_days) => {
  const id = await keepDeployment(database, `refuses-${randomUUID()}`)
  for (const [method, below] of [
    ['PATCH', ''],
    ['POST', '/preview'],
  ] as const) {
    const refused = await bench.call(method, id, { threads_days }, below)
    expect(refused.status).toBe(422)
    expect((await refused.json()).detail[0]).toMatchObject({
      loc: ['body', 'threads_days'],
      msg: 'Write a whole number of days from 1 to 3,650, or null to keep them.',
    })
  }
  expect((await bench.read(id)).updated_at).toBeNull()
})

it('knows deployments alone, and refuses those whose runs are another server’s', async () => {
  expect((await bench.call('GET', randomUUID())).status).toBe(404)
  expect((await bench.call('PATCH', randomUUID(), {})).status).toBe(404)
  const id = await keepDeployment(database, 'elsewhere')
  await database.query(`update deployments set source = 'external_docker' where id = $1`, [id])
  const refused = await bench.call('PATCH', id, { threads_days: 3, logs_days: null })
  expect(refused.status).toBe(422)
  expect((await refused.json()).detail).toEqual([
    {
      loc: ['body', 'threads_days'],
      msg: expect.stringContaining('another server’s'),
      type: 'value_error',
    },
  ])
})

describe('of old threads', () => {
  const old = { age: 40 } as const
  it.each<[string, Omit<KeptThread, 'deployment'>, string | null]>([
    ['one that rests goes', old, null],
    ['one that failed goes', { ...old, status: 'error' }, null],
    ['one that was stopped goes', { ...old, status: 'interrupted' }, null],
    ['one that waits for a person stays', { ...old, status: 'interrupted', waits: true }, 'waits'],
    ['one at work stays', { ...old, runs: [{ status: 'running', age: 40 }] }, 'busy'],
    ['one with a run that waits stays', { ...old, runs: [{ status: 'pending', age: 40 }] }, 'busy'],
    ['one with a time of its own stays', { ...old, hasTtl: true }, 'ttl'],
    ['one of a schedule stays', { ...old, hasCron: true }, 'schedule'],
    ['one of an embedded chat stays', { ...old, isOfEmbed: true }, 'embed'],
    ['one that a case was made of stays', { ...old, isOfQa: true }, 'qa'],
  ])('%s', async (_what, thread, reason) => {
    const id = await keepDeployment(database, `threads-${randomUUID()}`)
    await keepThread(database, bench.clock.now, { ...thread, deployment: id })
    await keepThread(database, bench.clock.now, { age: 29, deployment: id })
    const rule = { threads_days: 30 }
    const preview = await bench.preview(id, rule)
    expect(preview.stays).toEqual(reason === null ? [] : [{ reason, count: 1 }])
    await bench.set(id, rule)
    await bench.sweep()
    expect((await countAll(database, [id])).threads).toBe(reason === null ? 1 : 2)
  })
})

it('a thread goes with its runs, states, events and votes; a run with its events and votes', async () => {
  const id = await keepDeployment(database, 'whole')
  const now = bench.clock.now
  const run: KeptRun = { status: 'success', age: 60, events: 3, votes: [1, 2] }
  await keepThread(database, now, { deployment: id, age: 60, runs: [run, run] })
  const going = await keepThread(database, now, { deployment: id, age: 1, runs: [run] })
  const states = async () =>
    (await database.query('select 1 from checkpoints where thread_id = $1', [going])).length
  const before = await countAll(database, [id])
  expect(before).toEqual({ threads: 2, runs: 3, events: 9, logs: 0, votes: 6 })
  const preview = await bench.preview(id, { threads_days: 50, runs_days: 50 })
  expect(countsOf(preview)).toEqual({ threads: 1, runs: 3, events: 9, logs: 0, votes: 6 })
  expect(preview.goes.threads.oldest).toBe(new Date(now.getTime() - 60 * 86_400_000).toISOString())
  expect(preview.bytes).toBeGreaterThan(0)
  await bench.set(id, { threads_days: 50, runs_days: 50 })
  await bench.sweep()
  expect(await countAll(database, [id])).toEqual({ ...zero, threads: 1 })
  expect(await states()).toBe(1)
  expect((await bench.read(id)).removed).toEqual(countsOf(preview))
  expect(bench.said.at(-1)).toBe('retention removed threads: 1, runs: 3, events: 9, votes: 6')
  // Beyond the 30 days it is not told any more.
  bench.clock.now = new Date(now.getTime() + 30 * 86_400_000)
  expect((await bench.read(id)).removed).toEqual(zero)
  bench.clock.now = now
})

it.each<[string, Omit<KeptThread, 'deployment' | 'age'>, object]>([
  ['rests', {}, { runs: 0, events: 0, votes: 0 }],
  ['waits for a person', { status: 'interrupted', waits: true }, { runs: 1, events: 0, votes: 0 }],
  ['a case was made of', { isOfQa: true }, { runs: 1, events: 0, votes: 1 }],
  ['was made for one run', { isTemporary: true }, { runs: 1, events: 0, votes: 0 }],
  ['has a time of its own', { hasTtl: true }, { runs: 0, events: 0, votes: 0 }],
])('of runs of a thread that %s', async (_what, thread, left) => {
  const id = await keepDeployment(database, `runs-${randomUUID()}`)
  const runs: KeptRun[] = [{ status: 'success', age: 9, events: 2, votes: [9] }]
  await keepThread(database, bench.clock.now, { ...thread, age: 1, deployment: id, runs })
  await bench.set(id, { runs_days: 5, events_days: 5, votes_days: 5 })
  await bench.sweep()
  expect(await countAll(database, [id])).toEqual({ threads: 1, logs: 0, ...left })
})

it('events of a deployment with a rule are kept by that, not by its variable, nor by the server’s setting', async () => {
  const now = bench.clock.now
  const [ruled, told, plain] = [
    await keepDeployment(database, 'ruled'),
    await keepDeployment(database, 'told'),
    await keepDeployment(database, 'unruled'),
  ]
  const runs: KeptRun[] = [3, 9].map((age) => ({ status: 'success', age, events: 2 }))
  const revision_id = await keepRevision(database, ruled, { status: 'DEPLOYED', at: now })
  const preview = randomUUID()
  await database.query(
    'insert into previews (preview_id, deployment_id, revision_id, created_at) values ($1, $2, $3, $4)',
    [preview, ruled, revision_id, now],
  )
  for (const deployment of [ruled, preview, told, plain]) {
    await keepThread(database, now, { age: 1, deployment, runs })
  }
  await bench.set(ruled, { events_days: 5 })
  await bench.sweep()
  const daysBefore = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  const dayBefore = daysBefore(1)
  const own = [
    { deployment_id: ruled, before: dayBefore },
    { deployment_id: told, before: daysBefore(5) },
  ]
  await deleteOldEvents(database, { resumable: dayBefore, others: dayBefore, own }, 1_000)
  // Its previews go by the same rule.
  for (const id of [ruled, preview, told]) expect((await countAll(database, [id])).events).toBe(2)
  expect((await countAll(database, [plain])).events).toBe(0)
})

it('of logs what the agent wrote goes; a vote goes with its history', async () => {
  const id = await keepDeployment(database, 'lines')
  const now = bench.clock.now
  const revision = await keepRevision(database, id, { status: 'DEPLOYED', at: now })
  await keepLines(database, now, revision, [
    { stream: 'build', age: 20 },
    { stream: 'deploy', age: 20 },
    { stream: 'agent', age: 20 },
    { stream: 'agent', age: 2 },
  ])
  const runs: KeptRun[] = [{ status: 'success', age: 1, votes: [20, 2] }]
  await keepThread(database, now, { deployment: id, age: 1, runs })
  await bench.set(id, { logs_days: 10, votes_days: 10 })
  await bench.sweep()
  expect(await countAll(database, [id])).toMatchObject({ runs: 1, logs: 3, votes: 1 })
  const rows = await database.query('select 1 from feedback where deployment_id = $1', [id])
  expect(rows).toHaveLength(2)
  // Whoever has the address can vote with it again.
  const tokens = await database.query('select 1 from feedback_tokens where deployment_id = $1', [
    id,
  ])
  expect(tokens).toHaveLength(2)
  expect((await bench.read(id)).removed).toEqual({ ...zero, logs: 1, votes: 1 })
})

it('votes on the runs of another server, which may have the same deployment, stay', async () => {
  const id = await keepDeployment(database, 'restored-elsewhere')
  const runs: KeptRun[] = [{ status: 'success', age: 20, votes: [20] }]
  await keepThread(database, bench.clock.now, { deployment: id, age: 20, runs })
  for (const table of ['feedback', 'feedback_tokens']) {
    const sql = `update ${table} set connection_id = $1 where deployment_id = $2`
    await database.query(sql, [randomUUID(), id])
  }
  expect(countsOf(await bench.preview(id, { votes_days: 10 }))).toEqual(zero)
  await bench.set(id, { votes_days: 10 })
  await bench.sweep()
  expect((await countAll(database, [id])).votes).toBe(1)
})

it('is looked at again an hour later, and at once when the rule is another one', async () => {
  const id = await keepDeployment(database, 'hourly')
  const now = bench.clock.now
  await bench.set(id, { threads_days: 30 })
  await bench.sweep()
  await keepThread(database, now, { deployment: id, age: 40 })
  await keepThread(database, now, { deployment: id, age: 20 })
  await bench.sweep()
  expect((await countAll(database, [id])).threads).toBe(2)
  bench.clock.now = new Date(now.getTime() + 3_600_000)
  await bench.sweep()
  expect((await countAll(database, [id])).threads).toBe(1)
  await bench.set(id, { threads_days: 10 })
  await bench.sweep()
  expect((await countAll(database, [id])).threads).toBe(0)
  bench.clock.now = now
})

/** Numbers that are drawn, and the same for the same seed. */
function drawn(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return {
    below: (most: number) => Math.floor(next() * most),
    is: (share: number) => next() < share,
  }
}

it.each([1, 2, 3, 4])('what was counted is what goes, nothing else (%i)', async (seed) => {
  const draw = drawn(seed)
  const now = bench.clock.now
  const id = await keepDeployment(database, `drawn-${seed}`)
  const other = await keepDeployment(database, `other-${seed}`)
  const revision = await keepRevision(database, id, { status: 'DEPLOYED', at: now })
  const preview_id = randomUUID()
  await database.query(
    'insert into previews (preview_id, deployment_id, revision_id, created_at) values ($1, $2, $3, $4)',
    [preview_id, id, revision, now],
  )
  const statuses = ['idle', 'error', 'interrupted'] as const
  const ended = ['success', 'error', 'interrupted'] as const
  for (let thread = 0; thread < 60; thread += 1) {
    const status = statuses[draw.below(3)] ?? 'idle'
    const runs = Array.from({ length: draw.below(4) }, (): KeptRun => {
      const isActive = draw.is(0.05)
      return {
        status: isActive ? 'pending' : (ended[draw.below(3)] ?? 'success'),
        age: draw.below(60),
        events: isActive ? 0 : draw.below(4),
        votes: Array.from({ length: draw.below(3) }, () => draw.below(60)),
      }
    })
    await keepThread(database, now, {
      deployment: [id, preview_id, other][draw.below(3)] ?? id,
      age: draw.below(60),
      status,
      waits: status === 'interrupted' && draw.is(0.5),
      isTemporary: draw.is(0.1),
      hasTtl: draw.is(0.1),
      hasCron: draw.is(0.1),
      isOfEmbed: draw.is(0.1),
      isOfQa: draw.is(0.1),
      runs,
    })
  }
  const streams = ['build', 'deploy', 'agent'] as const
  const lines = Array.from({ length: 40 }, () => ({
    stream: streams[draw.below(3)] ?? 'agent',
    age: draw.below(60),
  }))
  await keepLines(database, now, revision, lines)
  const days = () => (draw.is(0.3) ? null : 1 + draw.below(50))
  const rule = {
    threads_days: days(),
    runs_days: days(),
    events_days: days(),
    logs_days: days(),
    votes_days: 1 + draw.below(50),
  }
  const [before, beside] = [
    await countAll(database, [id, preview_id]),
    await countAll(database, [other]),
  ]
  const preview = countsOf(await bench.preview(id, rule))
  expect(await countAll(database, [id, preview_id])).toEqual(before)
  await bench.set(id, rule)
  await bench.sweep()
  const after = await countAll(database, [id, preview_id])
  expect(less(before, after)).toEqual(preview)
  expect((await bench.read(id)).removed).toEqual(preview)
  expect(retentionNames.some((name) => preview[name] > 0)).toBe(true)
  expect(await countAll(database, [other])).toEqual(beside)
  // Nothing is left to find.
  expect(countsOf(await bench.preview(id, rule))).toEqual(zero)
})
