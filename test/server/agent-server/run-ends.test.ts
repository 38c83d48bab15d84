import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import { insertEvents } from '../../../src/server/agent-server/streams/log/run-event-store.ts'
import { nothing } from '../../helpers/nothing.ts'
import { type Harness, startHarness } from './harness.ts'
import { webhookSecret } from './serve-fixtures.ts'
import { storedEvents } from './stored-events.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

const graphs = { steps: './steps.ts:graph', troubled: './troubled.ts:graph' }
const cleanUps: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function receiver(statuses: number[] = []): Promise<WebhookReceiver> {
  const made = await startWebhookReceiver(statuses)
  cleanUps.push(() => made.close())
  return made
}

async function held(h: Harness, more: object = {}) {
  const gate = randomUUID()
  const body = { assistant_id: 'steps', input: { gates: { second: gate } }, ...more }
  const run = await h.run(await h.thread(), body)
  await h.gates.arrived(gate)
  return { run, gate }
}

describe('with a deadline', () => {
  let h: Harness
  let offset = 0
  const limitMs = 3_600_000
  beforeAll(async () => {
    const env = { BG_JOB_TIMEOUT_SECS: String(limitMs / 1_000) }
    const now = () => new Date(Date.now() + offset)
    h = await startHarness({ graphs, env, now, limits: { pollMs: 20, stopGraceMs: 1_000 } })
  })
  afterAll(() => h?.close())

  it('§3 a run that outlasts it is stopped as timeout, keeps its steps and can be resumed', async () => {
    const gate = randomUUID()
    const input = { gates: { second: gate } }
    // Saved with the step: a run that does not stop within its grace loses its process.
    const body = { assistant_id: 'steps', input, durability: 'sync' }
    const run = await h.run(await h.thread(), body)
    await h.gates.arrived(gate)
    offset += limitMs
    const answer = await h.call('GET', `/threads/${run.thread_id}/runs/${run.run_id}/join`)
    expect(answer.body).toMatchObject({ __error__: { error: 'RunTimeout' } })
    expect((await h.getRun(run)).body).toMatchObject({
      status: 'timeout',
      end_reason: 'deadline',
      error: expect.stringContaining('longer than'),
    })
    expect(await h.state(run.thread_id)).toMatchObject({ values: { log: ['first'] } })
    expect(await h.getThread(run.thread_id)).toMatchObject({ status: 'interrupted' })
    const cancel = `/threads/${run.thread_id}/runs/${run.run_id}/cancel`
    expect(await h.call('POST', cancel)).toMatchObject({ status: 409 })
    h.gates.open(gate)
    const resumed = await h.run(run.thread_id, { assistant_id: 'steps', input: null })
    expect(await h.ended(resumed)).toMatchObject({ status: 'success' })
    expect(h.errors).toEqual([])
  })

  it('§3 a run that spins without yielding loses its process', async () => {
    const gate = randomUUID()
    const input = { trouble: 'spin', gate }
    const run = await h.run(await h.thread(), { assistant_id: 'troubled', input })
    await h.gates.arrived(gate)
    h.gates.open(gate)
    offset += limitMs
    expect(await h.ended(run)).toMatchObject({ status: 'timeout', end_reason: 'deadline' })
  })
})

it('what was planned outlasts a restart: runs for later, and webhooks that failed', async () => {
  const before = await startHarness({ graphs, webhookPausesMs: [10, 60_000] })
  const hook = await receiver([500, 302])
  const webhook = hook.url
  await before.run(await before.thread(), { assistant_id: 'steps', input: {}, webhook })
  const [first, second] = [await hook.next(), await hook.next()]
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
  const thread = await before.thread()
  const later = await before.run(thread, { assistant_id: 'steps', input: {}, after_seconds: 100 })
  const { database, deploymentId } = before
  await before.close()
  const now = () => new Date(Date.now() + 120_000)
  const after = await startHarness({ graphs, database, deploymentId, now })
  expect((await after.ended(later)).status).toBe('success')
  const third = await hook.next()
  expect(third.headers['webhook-id']).toBe(first.headers['webhook-id'])
  expect(third.text).toBe(first.text)
  expect(hook.count()).toBe(3)
  await after.close()
})

describe('without a deadline', () => {
  let h: Harness
  let offset = 0
  beforeAll(async () => {
    const limits = { pollMs: 20, runsAtOnce: 3 }
    const now = () => new Date(Date.now() + offset)
    h = await startHarness({ graphs, limits, now, webhookPausesMs: [1] })
  })
  afterAll(() => h?.close())

  it('§2.5 a replaced run names the run that took its place', async () => {
    const { run } = await held(h)
    const waiting = await h.run(run.thread_id, { assistant_id: 'steps', input: {} })
    const next = await h.run(run.thread_id, {
      assistant_id: 'steps',
      input: { gates: {} },
      multitask_strategy: 'interrupt',
    })
    expect(await h.ended(next)).toMatchObject({ status: 'success', replaced_by: null })
    for (const replaced of [run, waiting]) {
      expect((await h.getRun(replaced)).body).toMatchObject({
        status: 'interrupted',
        end_reason: 'replaced',
        replaced_by: next.run_id,
      })
    }
  })

  it('as many runs work at once as the process is told', async () => {
    const working = [await held(h), await held(h), await held(h)]
    const other = await h.run(await h.thread(), { assistant_id: 'steps', input: {} })
    expect((await h.getRun(other)).body.status).toBe('pending')
    for (const { gate } of working) h.gates.open(gate)
    for (const { run } of working) expect((await h.ended(run)).status).toBe('success')
    expect((await h.ended(other)).status).toBe('success')
  })

  it('a run for later starts by itself, and can be cancelled before', async () => {
    const thread = await h.thread()
    const body = { assistant_id: 'steps', input: {} }
    const soon = await h.run(thread, { ...body, after_seconds: 0.1 })
    const never = await h.run(thread, { ...body, after_seconds: 900 })
    expect((await h.ended(soon)).status).toBe('success')
    const path = `/threads/${thread}/runs/${never.run_id}/cancel?wait=true`
    expect(await h.call('POST', path)).toMatchObject({ status: 204 })
    expect((await h.getRun(never)).body.status).toBe('interrupted')
  })

  it('a run for later waits for its time, and its thread is free until then', async () => {
    const thread = await h.thread()
    const body = {
      assistant_id: 'steps',
      input: { log: ['later'], gates: {} },
      after_seconds: 3_600,
    }
    const later = await h.run(thread, body)
    expect(later.status).toBe('pending')
    const wait = Date.parse(later.scheduled_at ?? '') - Date.parse(later.created_at)
    expect(wait).toBe(3_600_000)
    expect((await h.getThread(thread)).status).toBe('busy')
    const now = await h.run(thread, {
      assistant_id: 'steps',
      input: { log: ['now'], gates: {} },
      multitask_strategy: 'reject',
    })
    expect((await h.ended(now)).status).toBe('success')
    expect((await h.getRun(later)).body.status).toBe('pending')
    offset += 3_600_000
    expect((await h.ended(later)).status).toBe('success')
    const { log } = (await h.state(thread)).values as { log: string[] }
    expect(log.filter((line) => ['now', 'later'].includes(line))).toEqual(['now', 'later'])
  })

  it('a thread whose only run is for later knows its graph: its state can be written after a cancel', async () => {
    const metadata = { of: randomUUID() }
    const { body: made } = await h.call<Thread>('POST', '/threads', { metadata })
    const thread = made.thread_id
    const update = { values: { log: ['by hand'] }, as_node: 'first' }
    const write = () => h.call('POST', `/threads/${thread}/state`, update)
    const later = { assistant_id: 'steps', input: {}, after_seconds: 900 }
    const { run_id } = await h.run(thread, later)
    const told = { status: 'busy', metadata: { ...metadata, graph_id: 'steps' } }
    expect(await h.getThread(thread)).toMatchObject(told)
    const search = { metadata: { ...metadata, graph_id: 'steps' }, status: 'busy' }
    expect((await h.call('POST', '/threads/search', search)).body).toMatchObject([told])
    expect(await h.state(thread)).toMatchObject({ values: nothing, next: [] })
    expect((await write()).status).toBe(409)
    await h.call('POST', `/threads/${thread}/runs/${run_id}/cancel?wait=true`)
    expect(await h.getThread(thread)).toMatchObject({ status: 'idle' })
    expect((await write()).status).toBe(200)
    expect(await h.state(thread)).toMatchObject({ values: { log: ['by hand'] }, next: ['second'] })
  })

  it.each([
    [{ after_seconds: -1 }, 'after_seconds'],
    [{ after_seconds: 60, multitask_strategy: 'interrupt' }, 'after_seconds'],
    [{ webhook: 'relative' }, 'webhook'],
    [{ webhook: '//example.com/' }, 'webhook'],
    [{ webhook: '/\\\\example.com/' }, 'webhook'],
    [{ webhook: 'ftp://example.com/' }, 'webhook'],
    [{ webhook: 'https://user:secret@example.com/' }, 'webhook'],
    [{ webhook: 'http://169.254.169.254/latest/meta-data' }, 'webhook'],
    [{ webhook: 'http://[::ffff:169.254.169.254]/' }, 'webhook'],
    [{ webhook: 'http://[fd00:ec2::254]/' }, 'webhook'],
    [{ webhook: 'http://0.0.0.0/' }, 'webhook'],
  ])('§7 %o is refused with 422 that names the field', async (more, field) => {
    const path = `/threads/${await h.thread()}/runs`
    expect(await h.call('POST', path, { assistant_id: 'steps', input: {}, ...more })).toMatchObject(
      {
        status: 422,
        body: { detail: [{ loc: ['body', field] }] },
      },
    )
  })

  it('a webhook is called when the run has ended, signed, with the run and the values', async () => {
    const hook = await receiver()
    const run = await h.run(await h.thread(), {
      assistant_id: 'steps',
      input: { gates: {} },
      webhook: hook.url,
    })
    const { headers, text, body } = await hook.next()
    expect(body).toMatchObject({
      run_id: run.run_id,
      thread_id: run.thread_id,
      status: 'success',
      values: { log: ['first', 'second', 'third'] },
      webhook_sent_at: expect.any(String),
    })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
    const key = Buffer.from(webhookSecret.slice('whsec_'.length), 'base64')
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${digest}`)
    expect(Math.abs(Number(timestamp) * 1000 - Date.now() - offset)).toBeLessThan(60_000)
  })

  it('§3 a webhook tells of a cancel, of a rollback and of a failure', async () => {
    const hook = await receiver()
    for (const action of ['interrupt', 'rollback']) {
      const { run } = await held(h, { webhook: hook.url })
      await h.call('POST', `/threads/${run.thread_id}/runs/${run.run_id}/cancel?action=${action}`)
      expect((await hook.next()).body).toMatchObject({
        run_id: run.run_id,
        status: 'interrupted',
        end_reason: 'cancelled',
        is_deleted: action === 'rollback',
      })
    }
    const { run } = await held(h)
    const pending = await h.run(run.thread_id, { assistant_id: 'steps', webhook: hook.url })
    await h.call('POST', `/threads/${run.thread_id}/runs/${pending.run_id}/cancel`)
    expect((await hook.next()).body).toMatchObject({
      run_id: pending.run_id,
      status: 'interrupted',
    })
    await h.run(await h.thread(), {
      assistant_id: 'troubled',
      input: { trouble: 'throw' },
      webhook: hook.url,
    })
    expect((await hook.next()).body).toMatchObject({ status: 'error', error: 'planned failure' })
  })

  it('§3 a webhook tells of a run that was rolled back before it began, alone or with others', async () => {
    const hook = await receiver()
    const { run, gate } = await held(h)
    const at = `/threads/${run.thread_id}/runs`
    const waiting = { assistant_id: 'steps', webhook: hook.url }
    const alone = await h.run(run.thread_id, waiting)
    const withOthers = await h.run(run.thread_id, waiting)
    await h.call('POST', `${at}/${alone.run_id}/cancel?action=rollback`)
    const rolledBack = { status: 'interrupted', end_reason: 'cancelled', is_deleted: true }
    const undone = { ...rolledBack, run_started_at: null, values: null }
    expect((await hook.next()).body).toMatchObject({ ...undone, run_id: alone.run_id })
    const body = { thread_id: run.thread_id, run_ids: [withOthers.run_id] }
    await h.call('POST', '/runs/cancel?action=rollback', body)
    expect((await hook.next()).body).toMatchObject({ ...undone, run_id: withOthers.run_id })
    h.gates.open(gate)
    await h.ended(run)
    expect(hook.count()).toBe(2)
  })

  it('a webhook is given up in the end, and its token is not told to the log', async () => {
    const hook = await receiver([500, 500])
    await h.run(await h.thread(), { assistant_id: 'steps', input: {}, webhook: hook.url })
    await hook.next()
    await hook.next()
    await expect.poll(() => h.errors.length).toBe(1)
    expect(h.errors[0]?.message).toMatch(/given up after 2 attempts: It answered 500/)
    expect(h.errors[0]?.message).not.toContain('secret')
  })

  it('§6 logs go by age: of resumable runs a day after the end, of others soon', async () => {
    const ended = async (more: object): Promise<Run> => {
      const run = await h.run(await h.thread(), { assistant_id: 'steps', input: {}, ...more })
      await h.ended(run)
      return run
    }
    const resumable = await ended({ stream_resumable: true })
    const other = await ended({})
    // As if somebody had listened at another process.
    await h.database.query('update runs set is_logged = true where run_id = $1', [other.run_id])
    const told = [{ id: 0, event: 'metadata', data: '{}', at: null }]
    await insertEvents(h.database, other.run_id, told)
    const count = async (run: Run) => (await storedEvents(h.database, run.run_id)).length
    offset += 3_600_000
    await expect.poll(() => count(other)).toBe(0)
    expect(await count(resumable)).toBeGreaterThan(1)
    offset += 25 * 3_600_000
    await expect.poll(() => count(resumable)).toBe(0)
    expect(await h.ended(resumable)).toMatchObject({ status: 'success' })
  })
})
