import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openSocket } from '../protocol-v2/socket-client.ts'
import { guardedDeployment } from './guarded.ts'

const guarded = guardedDeployment()

it.each([
  ['a page of another origin, since every page may call', 'https://app.example', []],
  ['a program that is no browser', undefined, ['cookie=session=s']],
])('cookies of %s', async (_who, origin, seen) => {
  const given = { authorization: 'Bearer alice', cookie: 'session=s' }
  const headers = origin === undefined ? given : { ...given, origin }
  const thread = randomUUID()
  const { socket, send, answer } = await openSocket(guarded.harness.url, thread, headers)
  send({ id: 1, method: 'run.start', params: { assistant_id: 'whoami', input: { said: 'x' } } })
  const started = await answer()
  const run_id = started.type === 'success' ? started.result.run_id : ''
  const values = await guarded.as('alice', 'GET', `/threads/${thread}/runs/${run_id}/join`)
  const told = values.body.user.seen as string[]
  expect(told.filter((one) => one.startsWith('cookie'))).toEqual(seen)
  socket.terminate()
})
