// @vitest-environment jsdom
import type { ServerResponse } from 'node:http'
import { MessageChannel } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { fetchThrough } from '../../src/client/background-fetch.ts'
import { type FetchPort, serveFetches } from '../../src/client/serve-fetches.ts'
import { answering, rawServer } from './raw-server.ts'
import { apiError, start } from './stream-helpers.ts'

/** A fetch whose answers are read at the other end of a channel, and what comes through it. */
function otherEnd() {
  const { port1, port2 } = new MessageChannel()
  const pieces: unknown[] = []
  port2.on('message', (message) => {
    if ((message as { kind: string }).kind === 'piece') pieces.push(message)
  })
  serveFetches(port1 as unknown as FetchPort)
  onTestFinished(() => port1.close())
  return { fetch: fetchThrough(port2 as unknown as FetchPort), pieces }
}

const event = (n: number) => `event: values\ndata: {"n":${n}}\nid: ${n}\n\n`
const openStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream' })

it('§4.2 a stream of many small pieces comes whole, in order and in few', async () => {
  const server = await rawServer(async (response) => {
    openStream(response)
    for (let n = 0; n < 2000; n += 1) {
      response.write(event(n))
      if (n % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    response.end()
  })
  const { fetch, pieces } = otherEnd()
  const began = performance.now()
  const followed = await start({ ...server, streamFetch: fetch })
  const tookMs = performance.now() - began
  expect(followed.error).toBeUndefined()
  expect(followed.events.map(({ data }) => data)).toEqual(
    Array.from({ length: 2000 }, (_item, n) => ({ n })),
  )
  expect(server.requests).toHaveLength(1)
  // The first, the last, and one for each pause: however long it took.
  expect(pieces.length).toBeLessThanOrEqual(2 + tookMs / 25)
})

it('§4.2 the first event does not wait for another', async () => {
  let response: ServerResponse | undefined
  const server = await rawServer((opened) => {
    response = openStream(opened)
    response.write(event(0))
  })
  const followed = await start(
    { ...server, streamFetch: otherEnd().fetch },
    { onEvent: () => response?.end() },
  )
  expect(followed).toMatchObject({ events: [{ id: '0' }], error: undefined })
})

it('§4.2 what came before a connection broke is told, then the break', async () => {
  const server = await rawServer((response) => {
    openStream(response).write(event(0), () => response.destroy())
  })
  const followed = await start({ ...server, streamFetch: otherEnd().fetch })
  expect(followed.events).toMatchObject([{ id: '0' }])
  expect(apiError(followed).kind).toBe('network')
})

it('§4.2 whoever leaves closes the connection', async () => {
  const server = await rawServer((response) => openStream(response).write(event(0)))
  const leaving = new AbortController()
  const followed = await start(
    { ...server, streamFetch: otherEnd().fetch },
    { signal: leaving.signal, onEvent: () => leaving.abort(new Error('left')) },
  )
  expect(followed.error).toEqual(new Error('left'))
  await server.requests[0]?.closed
})

it('a refusal is told in the server’s words, and no server in ours', async () => {
  const server = await rawServer(answering(409, 'application/json', '{"detail":"Busy"}'))
  const { fetch } = otherEnd()
  const refused = apiError(await start({ ...server, streamFetch: fetch }))
  expect(refused).toMatchObject({ kind: 'http', status: 409, message: 'Busy' })
  const nobody = { baseUrl: 'http://127.0.0.1:1', streamFetch: fetch }
  expect(apiError(await start(nobody)).kind).toBe('network')
})

it('a redirect is not followed', async () => {
  const server = await rawServer((response) =>
    response.writeHead(307, { location: '/elsewhere' }).end(),
  )
  const refused = apiError(await start({ ...server, streamFetch: otherEnd().fetch }))
  expect(refused.message).toBe('The server points to another address, which is not followed.')
  expect(server.requests).toHaveLength(1)
})
