import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sseOf } from '../sse.ts'
import { type GuardedAnswer, guardedDeployment } from './guarded.ts'

const guarded = guardedDeployment()

const send = (who: string, thread_id: string, method: string, params: object = {}) =>
  guarded.as(who, 'POST', `/threads/${thread_id}/commands`, { id: 1, method, params })

const started = { assistant_id: 'whoami', input: { said: 'hello' } }

/** A thread of alice’s, whose run by the streaming protocol has ended. */
async function ofAlice(): Promise<{ thread_id: string; answer: GuardedAnswer }> {
  const thread_id = randomUUID()
  const answer = await send('alice', thread_id, 'run.start', started)
  const { run_id } = answer.body.result
  await guarded.as('alice', 'GET', `/threads/${thread_id}/runs/${run_id}/join`)
  return { thread_id, answer }
}

it('a run that a command starts is its user’s, and so is the thread that it makes', async () => {
  const { thread_id, answer } = await ofAlice()
  expect(answer.body).toMatchObject({ type: 'success' })
  const state = await send('alice', thread_id, 'state.get')
  expect(state.body.result.values).toMatchObject({ said: 'hello', user_id: 'alice' })
  const thread = await guarded.as('alice', 'GET', `/threads/${thread_id}`)
  expect(thread.body.metadata).toMatchObject({ owner: 'alice' })
})

it.each([
  ['run.start', started],
  ['input.respond', { interrupt_id: 'one', response: true }],
  ['state.get', {}],
  ['state.listCheckpoints', {}],
  ['state.fork', { checkpoint_id: randomUUID() }],
  ['agent.getTree', {}],
  ['subscription.subscribe', {}],
  ['no.such', {}],
])(
  '%s on another’s thread finds none, and is refused where the handler refuses',
  async (method, params) => {
    const { thread_id } = await ofAlice()
    expect((await send('bob', thread_id, method, params)).status).toBe(404)
    expect((await send('denied', thread_id, method, params)).status).toBe(403)
    const runs = await guarded.as('alice', 'GET', `/threads/${thread_id}/runs`)
    expect(runs.body).toHaveLength(1)
  },
)

it('a fork at a checkpoint of one’s own is one’s own run', async () => {
  const { thread_id } = await ofAlice()
  const list = await send('alice', thread_id, 'state.listCheckpoints', { limit: 1 })
  const [{ id: checkpoint_id }] = list.body.result.checkpoints
  const forked = await send('alice', thread_id, 'state.fork', { checkpoint_id })
  const { run_id } = forked.body.result
  const run = await guarded.as('alice', 'GET', `/threads/${thread_id}/runs/${run_id}`)
  expect(run.body).toMatchObject({ run_id, metadata: { owner: 'alice' } })
  // Whoever knows the ids of it is told no more.
  const elsewhere = await guarded.as('bob', 'POST', '/threads', {})
  const taken = await send('bob', elsewhere.body.thread_id, 'state.fork', { checkpoint_id })
  expect(taken.body).toMatchObject({ type: 'error', error: 'no_such_run' })
})

it('who waits for the events of a thread that is not there yet is told nothing of another’s', async () => {
  const thread_id = randomUUID()
  const listen = async (who: string) => {
    const controller = new AbortController()
    const at = `${guarded.harness.url}/threads/${thread_id}/stream/events`
    const response = await fetch(at, {
      method: 'POST',
      headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channels: ['values', 'lifecycle'] }),
      signal: controller.signal,
    })
    return sseOf(response, controller)
  }
  const [bob, alice] = [await listen('bob'), await listen('alice')]
  await send('alice', thread_id, 'run.start', started)
  expect(await alice.next()).toMatchObject({ event: 'lifecycle' })
  alice.drop()
  await expect(bob.rest()).rejects.toThrow()
})
