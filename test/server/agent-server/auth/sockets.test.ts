import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openSocket } from '../protocol-v2/socket-client.ts'
import { guardedDeployment } from './guarded.ts'

const page = 'https://app.example'
const guarded = guardedDeployment({
  revision: {
    auth: { path: './auth.ts:auth', disable_studio_auth: false },
    http: {
      are_custom_routes_open: false,
      closed: [],
      cors: { allow_origins: [page], allow_credentials: true },
    },
  },
})
const bearer = (who: string) => ({ authorization: `Bearer ${who}` })
const open = (headers: Record<string, string>, thread: string = randomUUID()) =>
  openSocket(guarded.harness.url, thread, headers)
const started = {
  id: 1,
  method: 'run.start',
  params: { assistant_id: 'whoami', input: { said: 'hello' } },
}

it('who opens a socket is asked about as for any request, and so is each command on it', async () => {
  const thread = randomUUID()
  const alice = await open(bearer('alice'), thread)
  alice.send(started)
  const answer = await alice.answer()
  const run_id = answer.type === 'success' ? answer.result.run_id : ''
  await guarded.as('alice', 'GET', `/threads/${thread}/runs/${run_id}/join`)
  alice.send({ id: 2, method: 'state.get' })
  expect(await alice.answer()).toMatchObject({
    result: { values: { said: 'hello', user_id: 'alice' } },
  })
  await expect(open({}, thread)).rejects.toThrow('refused: 401')
  await expect(open(bearer('bob'), thread)).rejects.toThrow('refused: 404')
  await expect(open(bearer('denied'), thread)).rejects.toThrow('refused: 403')
  alice.socket.terminate()
})

it('a socket that was opened before the thread tells nothing of another’s', async () => {
  const thread = randomUUID()
  const [alice, bob] = [await open(bearer('alice'), thread), await open(bearer('bob'), thread)]
  const subscribe = { id: 7, method: 'subscription.subscribe', params: { channels: ['values'] } }
  for (const one of [alice, bob]) {
    one.send(subscribe)
    expect(await one.answer()).toMatchObject({ type: 'success', id: 7 })
  }
  alice.send(started)
  expect(await alice.event()).toMatchObject({ method: 'values' })
  expect(await bob.closed).toBe(1012)
  await expect(bob.event()).rejects.toThrow('closed')
  alice.socket.terminate()
})

it('a page of another origin opens a socket where the project lets it call', async () => {
  const headers = { ...bearer('alice'), cookie: 'session=s' }
  await expect(open({ ...headers, origin: 'https://elsewhere.example' })).rejects.toThrow(
    'refused: 403',
  )
  await expect(open({ ...headers, origin: 'null' })).rejects.toThrow('refused: 403')
  expect(await cookiesOf({ ...headers, origin: page })).toEqual(['cookie=session=s'])
  const own = new URL(guarded.harness.url).origin
  expect(await cookiesOf({ ...headers, origin: own })).toEqual(['cookie=session=s'])
})

/** The cookies that the project’s authorization sees of a run that is started by a socket with these headers. */
async function cookiesOf(headers: Record<string, string>) {
  const { socket, send, answer, event } = await open(headers)
  send({ id: 1, method: 'subscription.subscribe', params: { channels: ['values'] } })
  await answer()
  send(started)
  for (;;) {
    const { user } = (await event()).params.data as { user?: { seen: string[] } }
    if (!user) continue
    socket.terminate()
    return user.seen.filter((one) => one.startsWith('cookie'))
  }
}
