import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../helpers/database.ts'
import {
  type AlertsBench,
  keepDeployment,
  keepRevision,
  keepRuns,
  keepVotes,
  none,
  openAlerts,
} from './bench.ts'
import { type Receiver, startReceiver } from './receiver.ts'

let receiver: Receiver
let bench: AlertsBench
let channel: { id: string }
let agent: string
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver?.close())
beforeEach(async () => {
  receiver.received.length = 0
  const database = await emptyDatabase()
  bench = openAlerts(database)
  await bench.alerts.start()
  channel = await bench.webhook(receiver.url)
  agent = await keepDeployment(database, 'agent')
})
afterEach(async () => {
  await bench?.close()
  expect(bench?.errors).toEqual([])
})

const rule = (kind: string, more: object = {}) =>
  bench.rule(kind, { channel_ids: [channel.id], ...more })
/** What the receiver got, once it has so many. */
const told = async (count: number) => {
  await expect.poll(() => receiver.lines().length).toBeGreaterThanOrEqual(count)
  return receiver.lines()
}
const minutesAgo = (minutes: number) => new Date(bench.clock.now.getTime() - minutes * 60_000)
const several = <Item>(count: number, item: Item): Item[] =>
  Array.from({ length: count }, () => item)

it('a failed rollout gives exactly one message, and one at its end', async () => {
  await rule('rollout_failed')
  const at = bench.clock.now
  const revision = await keepRevision(bench.database, agent, {
    status: 'BUILD_FAILED',
    at,
    reason: 'There is no langgraph.json.',
  })
  for (let look = 0; look < 4; look += 1) await bench.pass(1)
  expect(await told(1)).toEqual(['alert.began A rollout of agent failed'])
  expect(receiver.received[0]?.payload).toMatchObject({
    detail: 'There is no langgraph.json.',
    subject: { name: 'agent', deployment_id: agent, revision_id: revision },
    url: `http://console.example/c/local/deployments/${agent}/revisions/${revision}`,
  })
  // What says nothing: one that was interrupted, one that is under way, one without traffic.
  for (const status of ['INTERRUPTED', 'BUILDING']) {
    await keepRevision(bench.database, agent, { status, at: bench.clock.now })
  }
  await keepRevision(bench.database, agent, {
    status: 'DEPLOYED',
    at: bench.clock.now,
    withoutTraffic: true,
  })
  await bench.pass(1)
  expect((await bench.events('?state=open')).map(({ title }) => title)).toEqual([
    'A rollout of agent failed',
  ])
  await keepRevision(bench.database, agent, { status: 'DEPLOYED', at: bench.clock.now })
  for (let look = 0; look < 3; look += 1) await bench.pass(1)
  expect(await told(2)).toEqual([
    'alert.began A rollout of agent failed',
    'alert.ended A rollout of agent failed',
  ])
  expect(receiver.received[1]?.payload).toMatchObject({
    event_id: receiver.received[0]?.payload.event_id,
    detail: 'A later rollout of agent was deployed.',
  })
  const [event] = await bench.events()
  expect(event).toMatchObject({
    is_silenced: false,
    end_detail: receiver.received[1]?.payload.detail,
  })
  const states = async () =>
    (await bench.events())[0]?.messages.map(({ phase, state }) => [phase, state])
  await expect.poll(states).toEqual([
    ['began', 'sent'],
    ['ended', 'sent'],
  ])
})

it('each failed rollout is an event of its own, and what failed before the rule is none', async () => {
  await keepRevision(bench.database, agent, { status: 'DEPLOY_FAILED', at: minutesAgo(1) })
  await rule('rollout_failed')
  await bench.pass(1)
  expect(await bench.events()).toEqual([])
  await keepRevision(bench.database, agent, { status: 'DEPLOY_FAILED', at: bench.clock.now })
  await bench.pass(1)
  await keepRevision(bench.database, agent, { status: 'CREATE_FAILED', at: bench.clock.now })
  await bench.pass(1)
  const events = await bench.events()
  expect(events.map(({ ended_at, end_detail }) => [ended_at !== null, end_detail])).toEqual([
    [false, null],
    [true, 'A later rollout of agent has failed, which is told by itself.'],
  ])
  expect((await told(3)).sort()).toEqual([
    'alert.began A rollout of agent failed',
    'alert.began A rollout of agent failed',
    'alert.ended A rollout of agent failed',
  ])
})

describe('what a rule looks at', () => {
  it('error rate: runs of the window that failed or timed out, of so many at least', async () => {
    await rule('error_rate', { threshold: 50, window_minutes: 10, least: 4 })
    const at = minutesAgo(2)
    await keepRuns(bench.database, agent, [
      { status: 'error', at },
      { status: 'timeout', at },
      { status: 'success', at },
      { status: 'running', at },
      ...several(5, { status: 'error', at: minutesAgo(30) }),
    ])
    await bench.pass(0)
    expect(await bench.events()).toEqual([])
    await keepRuns(bench.database, agent, [{ status: 'interrupted', at }])
    await bench.pass(0)
    expect(await bench.events()).toMatchObject([
      {
        title: '50 % of the runs of agent fail',
        detail:
          '2 of the 4 runs of the last 10 minutes failed or timed out; the rule allows less than 50 %.',
      },
    ])
  })

  it('latency: the slowest runs, and one that hangs counts', async () => {
    await rule('latency', { threshold: 30, window_minutes: 10, least: 2 })
    await keepRuns(bench.database, agent, [{ status: 'success', at: minutesAgo(5), seconds: 3 }])
    await bench.pass(0)
    await keepRuns(bench.database, agent, [{ status: 'running', at: bench.clock.now }])
    await bench.pass(0.4)
    expect(await bench.events()).toEqual([])
    await bench.pass(2)
    expect(await bench.events()).toMatchObject([
      { title: expect.stringMatching(/^Runs of agent take 1[0-9.]+ s$/) },
    ])
  })

  it('queue: runs that wait as long as the window; planned ones do not', async () => {
    await rule('queue', { threshold: 2, window_minutes: 5 })
    const at = bench.clock.now
    await keepRuns(bench.database, agent, [
      { status: 'pending', at },
      { status: 'pending', at, scheduledAt: new Date(at.getTime() + 3_600_000) },
    ])
    await bench.pass(6)
    expect(await bench.events()).toEqual([])
    await keepRuns(bench.database, agent, [{ status: 'pending', at }])
    await bench.pass(0)
    expect(await bench.events()).toMatchObject([{ title: '2 runs of agent wait' }])
  })

  it('thumbs down: of votes that say good or bad; those without a score do not count', async () => {
    await rule('thumbs_down', { threshold: 50, window_minutes: 60, least: 4 })
    const at = minutesAgo(5)
    await keepVotes(bench.database, agent, [
      { score: 1, at },
      { score: true, at },
      { score: -1, at },
      ...several(3, { score: null, at }),
    ])
    await bench.pass(0)
    expect(await bench.events()).toEqual([])
    await keepVotes(bench.database, agent, [{ score: false, at }])
    await bench.pass(0)
    expect(await bench.events()).toMatchObject([{ title: '50 % of the votes on agent are bad' }])
  })

  it('33.3.6: what sessions try on what serves, and its verdicts, are nothing that a rule looks at', async () => {
    const window = { window_minutes: 10, least: 1 }
    await rule('error_rate', { threshold: 1, ...window })
    await rule('latency', { threshold: 1, ...window })
    await rule('queue', { threshold: 1, window_minutes: 1 })
    await rule('thumbs_down', { threshold: 1, ...window })
    const at = minutesAgo(2)
    const metadata = { qa_session: randomUUID(), qa_attempt: randomUUID() }
    await keepRuns(bench.database, agent, [
      { status: 'error', at, seconds: 9, metadata },
      { status: 'pending', at, metadata },
    ])
    await keepVotes(bench.database, agent, [{ score: -1, at, ofSession: true }])
    await bench.pass(0)
    expect(await bench.events()).toEqual([])
    await keepRuns(bench.database, agent, [
      { status: 'error', at, seconds: 9 },
      { status: 'pending', at },
    ])
    await keepVotes(bench.database, agent, [{ score: -1, at }])
    await bench.pass(0)
    expect(await bench.events()).toHaveLength(4)
  })

  it('restarts and memory of processes, counted from when somebody looks', async () => {
    bench.processes.set(agent, { ...none, state: 'up', restarts: 3 })
    await rule('process_restarted', { threshold: 2, window_minutes: 10 })
    await rule('memory', { threshold: 80 })
    await bench.pass(1)
    bench.processes.set(agent, { ...none, state: 'up', restarts: 4 })
    await bench.pass(1)
    expect(await bench.events()).toEqual([])
    // Another revision, which crashed once: its process counts from nought.
    const memory = { memory_bytes: 900 * 1024 * 1024, memory_limit_bytes: 1024 * 1024 * 1024 }
    bench.processes.set(agent, { ...none, state: 'up', restarts: 1, ...memory })
    await bench.pass(1)
    expect((await bench.events()).map(({ title, detail }) => `${title}. ${detail}`).sort()).toEqual(
      [
        'The process of agent uses 87.9 % of its memory. 900 MB of 1024 MB; the rule allows less than 80 %. At the limit it is ended.',
        "The process of agent was restarted. It crashed and was started again 2 times in the last 10 minutes. The deployment's log says why.",
      ],
    )
  })

  it('33.2.1: what serves answers nobody for as long as the window, here or elsewhere', async () => {
    const outage = (minutes: number) => ({ since: minutesAgo(minutes), reason: 'It was killed.' })
    const elsewhere = await keepDeployment(bench.database, 'elsewhere')
    const isAsked = (health: object) =>
      bench.database.query(
        `update deployments set source = 'external_docker', health = $2::jsonb where id = $1`,
        [elsewhere, JSON.stringify(health)],
      )
    await rule('not_serving', { window_minutes: 2 })
    bench.processes.set(agent, { ...none, state: 'down', outage: outage(0) })
    const failing = {
      status: 'failing',
      since: minutesAgo(0).toISOString(),
      detail: 'https://a.example/ok cannot be reached (ECONNREFUSED).',
    }
    await isAsked(failing)
    await bench.pass(1)
    expect(await bench.events()).toEqual([])
    await bench.pass(1)
    expect((await bench.events()).map(({ title, detail }) => `${title}. ${detail}`).sort()).toEqual(
      [
        'agent does not answer. It was killed. It has not answered since 2030-01-01T12:00:00.000Z.',
        'elsewhere does not answer. https://a.example/ok cannot be reached (ECONNREFUSED). It has not answered since 2030-01-01T12:00:00.000Z.',
      ],
    )
    // A process that was started again and died at once is the same event.
    bench.processes.set(agent, { ...none, state: 'up' })
    await bench.pass(1)
    bench.processes.set(agent, { ...none, state: 'restarting', outage: outage(2) })
    await isAsked({ status: 'ok', detail: 'The server answers.' })
    await bench.pass(0)
    for (let minute = 0; minute < 3; minute += 1) await bench.pass(1)
    expect(await bench.events('?state=open')).toMatchObject([{ deployment_id: agent }])
    bench.processes.set(agent, { ...none, state: 'up' })
    for (let minute = 0; minute < 3; minute += 1) await bench.pass(1)
    expect((await bench.events()).map(({ end_detail }) => end_detail).sort()).toEqual([
      'agent answers again.',
      'elsewhere answers again.',
    ])
    expect(await told(4)).toHaveLength(4)
  })

  it('a connection that does not answer for as long as the window', async () => {
    const id = randomUUID()
    await bench.database.query(
      `insert into connections (id, name, kind, base_url, tracing_url, key_origins, created_at, updated_at)
       values ($1, 'Elsewhere', 'self_hosted', 'https://a.example', 'https://a.example', '[]', now(), now())`,
      [id],
    )
    await rule('connection_lost', { window_minutes: 2 })
    bench.problems.set(id, 'The server at https://a.example did not answer (ECONNREFUSED).')
    await bench.pass(1)
    await bench.pass(1)
    expect(await bench.events()).toEqual([])
    await bench.pass(1)
    expect(await bench.events()).toMatchObject([
      { title: 'Elsewhere does not answer', connection_id: id, ended_at: null },
    ])
    bench.problems.set(id, null)
    for (let minute = 0; minute < 4; minute += 1) await bench.pass(1)
    expect(await bench.events()).toMatchObject([{ end_detail: 'Elsewhere answers again.' }])
    // Nobody looked for an hour: that it fails now is no hour of failing.
    await bench.pass(60)
    bench.problems.set(id, 'It is away.')
    await bench.pass(1)
    expect(await bench.events('?state=open')).toEqual([])
  })

  it('the room on the disk', async () => {
    await rule('disk', { threshold: 500, window_minutes: 1 })
    bench.freeBytes = 499 * 1024 * 1024
    await bench.pass(1)
    expect(await bench.events()).toMatchObject([
      { title: expect.stringMatching(/^The disk of .+ is nearly full$/) },
    ])
    bench.freeBytes = 501 * 1024 * 1024
    await bench.pass(1)
    await bench.pass(1)
    expect(await bench.events('?state=open')).toEqual([])
  })

  it('only the deployments that were chosen', async () => {
    const other = await keepDeployment(bench.database, 'other')
    await rule('rollout_failed', { deployment_ids: [other] })
    for (const id of [agent, other]) {
      await keepRevision(bench.database, id, { status: 'BUILD_FAILED', at: bench.clock.now })
    }
    await bench.pass(1)
    expect(await told(1)).toEqual(['alert.began A rollout of other failed'])
  })
})

it('what flaps is one event with one message, until it is well for as long as the window', async () => {
  await rule('disk', { threshold: 500, window_minutes: 3 })
  for (let turn = 0; turn < 5; turn += 1) {
    bench.freeBytes = 100 * 1024 * 1024
    await bench.pass(1)
    bench.freeBytes = 900 * 1024 * 1024
    await bench.pass(1)
    await bench.pass(1)
  }
  expect(await told(1)).toHaveLength(1)
  await bench.pass(2)
  expect(await told(2)).toHaveLength(2)
  expect(await bench.events()).toHaveLength(1)
})

describe('a silence', () => {
  const fail = () =>
    keepRevision(bench.database, agent, { status: 'BUILD_FAILED', at: bench.clock.now })
  const recover = () =>
    keepRevision(bench.database, agent, { status: 'DEPLOYED', at: bench.clock.now })

  it('keeps what begins and ends within it from everybody, but not from the history', async () => {
    const { id } = await rule('rollout_failed')
    await bench.json('POST', '/silences', { rule_id: id, minutes: 60, reason: 'We try things' })
    expect(await bench.json('GET', '/silences')).toMatchObject([
      {
        rule_id: id,
        reason: 'We try things',
        created_by: 'pat',
        until: '2030-01-01T13:00:00.000Z',
      },
    ])
    await fail()
    await bench.pass(1)
    await recover()
    await bench.pass(1)
    expect(await bench.events()).toMatchObject([{ is_silenced: true, messages: [] }])
    // Another deployment's silence is no silence of this one.
    const other = await keepDeployment(bench.database, 'other')
    await bench.json('POST', '/silences', { deployment_id: other, minutes: 600 })
    await bench.pass(60)
    expect(await bench.json('GET', '/silences')).toHaveLength(1)
    await fail()
    await bench.pass(1)
    expect(await told(1)).toEqual(['alert.began A rollout of agent failed'])
  })

  it('tells what still lasts when it is over, and the end of what was told before it', async () => {
    await rule('rollout_failed')
    await fail()
    await bench.pass(1)
    await told(1)
    const silence = await bench.json<{ id: string }>('POST', '/silences', {
      deployment_id: agent,
      minutes: 60,
    })
    await recover()
    await bench.pass(1)
    expect(await told(2)).toEqual([
      'alert.began A rollout of agent failed',
      'alert.ended A rollout of agent failed',
    ])
    await fail()
    await bench.pass(1)
    expect((await bench.events())[0]).toMatchObject({ is_silenced: true, messages: [] })
    expect((await bench.call('DELETE', `/silences/${silence.id}`)).status).toBe(204)
    await bench.pass(0)
    expect(await told(3)).toHaveLength(3)
    expect((await bench.call('DELETE', `/silences/${silence.id}`)).status).toBe(404)
  })
})

describe('a rule that changes', () => {
  it('turned off or deleted ends what it found, and tells so', async () => {
    for (const end of ['off', 'deleted']) {
      const { id } = await rule('rollout_failed')
      await keepRevision(bench.database, agent, { status: 'BUILD_FAILED', at: bench.clock.now })
      await bench.pass(1)
      if (end === 'off') await bench.json('PATCH', `/rules/${id}`, { is_on: false })
      else await bench.json('DELETE', `/rules/${id}`)
      await bench.pass(1)
      const [event] = await bench.events()
      expect(event?.end_detail).toBe(
        end === 'off' ? 'The rule was turned off.' : 'The rule was deleted.',
      )
      if (end === 'off') {
        // What failed while it was off is nobody's news.
        await bench.json('PATCH', `/rules/${id}`, { is_on: true })
        await bench.pass(1)
        expect(await bench.events('?state=open')).toEqual([])
        await bench.json('PATCH', `/rules/${id}`, { is_on: false })
      }
    }
    expect((await told(4)).filter((line) => line.startsWith('alert.ended'))).toHaveLength(2)
  })

  it('is refused by name what it has no place for, what is not there, and a name that is taken', async () => {
    const refused = async (body: object) => {
      const response = await bench.call('POST', '/rules', { name: 'A rule', ...body })
      const { detail } = (await response.json()) as { detail: { loc: string[] }[] | string }
      return [response.status, typeof detail === 'string' ? detail : detail[0]?.loc.at(-1)]
    }
    expect(await refused({ kind: 'rollout_failed', threshold: 3 })).toEqual([422, 'threshold'])
    expect(await refused({ kind: 'disk', least: 3 })).toEqual([422, 'least'])
    expect(await refused({ kind: 'error_rate', threshold: 101 })).toEqual([422, 'threshold'])
    expect(await refused({ kind: 'disk', deployment_ids: [agent] })).toEqual([
      422,
      'deployment_ids',
    ])
    const [unknown] = [randomUUID()]
    expect(await refused({ kind: 'queue', deployment_ids: [unknown] })).toEqual([
      422,
      'deployment_ids',
    ])
    expect(await refused({ kind: 'queue', channel_ids: [unknown] })).toEqual([422, 'channel_ids'])
    const made = await bench.rule('queue', { name: 'A rule' })
    expect(made).toMatchObject({ threshold: 10, window_minutes: 5, least: null, is_on: true })
    expect(await refused({ kind: 'queue' })).toEqual([409, 'There is a rule of this name already.'])
  })
})
