// @vitest-environment jsdom
import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { joinRunStream, startRunStream } from '../../src/client/run-stream.ts'
import { answering, rawServer } from './raw-server.ts'
import { apiError, follow, run_id, start, thread_id } from './stream-helpers.ts'

const metadata = `event: metadata\ndata: {"run_id":"${run_id}"}\nid: 0\n\n`
const values = 'event: values\ndata: {"n":1}\nid: 1\n\n'
const valuesEvent = { id: '1', event: 'values', data: { n: 1 } }

function openStream(
  response: ServerResponse,
  headers: Record<string, string> = {},
): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
}

/** Shows or hides the page, as a browser does. */
function setHidden(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('the request', () => {
  it('§4.2 posts the run once, with what servers disagree on stated', async () => {
    const location = { 'content-location': `/threads/${thread_id}/runs/${run_id}` }
    const server = await rawServer((response) => openStream(response, location).end(values))
    const transport = { baseUrl: `${server.baseUrl}/agents/a`, headers: { 'X-Api-Key': 'key-1' } }
    const followed = await start(transport)
    expect(followed).toEqual({
      events: [valuesEvent],
      heartbeats: 0,
      opened: [{ thread_id, run_id }],
      error: undefined,
    })
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      url: `/agents/a/threads/${thread_id}/runs/stream`,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-api-key': 'key-1',
      },
    })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
      assistant_id: 'guide',
      input: { messages: [] },
      stream_resumable: true,
      multitask_strategy: 'enqueue',
      on_disconnect: 'continue',
    })
  })

  it('§4.2 rule 3 keeps what the caller states', async () => {
    const server = await rawServer((response) => openStream(response).end())
    const body = {
      assistant_id: 'guide',
      stream_resumable: false,
      multitask_strategy: 'rollback' as const,
      on_disconnect: 'cancel' as const,
    }
    const followed = await follow((listener) =>
      startRunStream(server, { thread_id, body }, listener),
    )
    expect(followed).toMatchObject({ opened: [null], error: undefined })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(body)
  })

  it('§4.2 joins from an event, or from the first one, bound to the listener only when asked', async () => {
    const server = await rawServer((response) => openStream(response).end(values))
    const inputs = [
      {},
      { last_event_id: '7' },
      { cancel_on_disconnect: false },
      { cancel_on_disconnect: true },
    ]
    for (const input of inputs) {
      const followed = await follow((listener) =>
        joinRunStream(server, { thread_id, run_id, ...input }, listener),
      )
      expect(followed).toMatchObject({ events: [valuesEvent], opened: [{ thread_id, run_id }] })
    }
    const path = `/threads/${thread_id}/runs/${run_id}/stream`
    expect(
      server.requests.map(({ method, url, headers }) => [method, url, headers['last-event-id']]),
    ).toEqual([
      ['GET', path, '-1'],
      ['GET', path, '7'],
      ['GET', path, '-1'],
      ['GET', `${path}?cancel_on_disconnect=true`, '-1'],
    ])
  })

  it.each([
    [
      'an address',
      `http://agent.example/x/threads/${thread_id}/runs/${run_id}?a=1`,
      { thread_id, run_id },
    ],
    ['something else', '/elsewhere', null],
  ])('reads the location from %s', async (_what, header, location) => {
    const server = await rawServer((response) =>
      openStream(response, { 'content-location': header }).end(),
    )
    expect((await start(server)).opened).toEqual([location])
  })
})

describe('one POST', () => {
  it('and an ApiError with the fields after a 422', async () => {
    const detail = [{ loc: ['body', 'assistant_id'], msg: 'Required.', type: 'missing' }]
    const server = await rawServer(answering(422, 'application/json', JSON.stringify({ detail })))
    const followed = await start(server)
    expect(apiError(followed)).toMatchObject({
      kind: 'http',
      status: 422,
      endpoint: 'createRunStream',
      fieldErrors: detail,
    })
    expect(followed.opened).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  it.each(['ended', 'never ending'])('after a 500 sent as an event stream, %s', async (kind) => {
    const body = 'event: error\ndata: {"error":"Error","message":"The pool is empty."}\n\n'
    const server = await rawServer((response) => {
      response.writeHead(500, { 'content-type': 'text/event-stream' }).write(body)
      if (kind === 'ended') response.end()
    })
    const followed = await start(server)
    const told = { kind: 'http', status: 500, serverText: 'The pool is empty.' }
    expect(apiError(followed)).toMatchObject(told)
    expect(followed).toMatchObject({ events: [], opened: [] })
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['a page', 200, 'text/html', '<!doctype html>'],
    ['JSON', 200, 'application/json', '{"run_id":"x"}'],
    ['nothing', 204, 'text/plain', ''],
  ])('after %s in place of a stream', async (_what, status, type, body) => {
    const server = await rawServer(answering(status, type, body))
    const followed = await start(server)
    const error = apiError(followed)
    expect(error).toMatchObject({ kind: 'shape', status, endpoint: 'createRunStream' })
    expect(error.message).toContain('not an event stream')
    expect(followed).toMatchObject({ events: [], opened: [] })
    expect(server.requests).toHaveLength(1)
  })

  it('after a redirect', async () => {
    const server = await rawServer((response) => response.writeHead(307, { location: '/x' }).end())
    expect(apiError(await start(server))).toMatchObject({ kind: 'http', status: 307 })
    expect(server.requests).toHaveLength(1)
  })

  it('when the connection is refused before an answer', async () => {
    const server = await rawServer((response) => response.destroy())
    expect(apiError(await start(server))).toMatchObject({ kind: 'network', status: 0 })
    expect(server.requests).toHaveLength(1)
  })

  it('when the connection drops amid the stream, even if the server asks for retries', async () => {
    const server = await rawServer((response) => {
      openStream(response).write(`retry: 1\n\n${metadata}${values}event: values\nda`, () =>
        response.destroy(),
      )
    })
    const followed = await start(server)
    expect(apiError(followed)).toMatchObject({ kind: 'network', endpoint: 'createRunStream' })
    expect(followed.events.map(({ id }) => id)).toEqual(['0', '1'])
    expect(server.requests).toHaveLength(1)
  })

  it('when the page is hidden and shown, and nothing is lost', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    let finish = () => {}
    const server = await rawServer((response) => {
      openStream(response).write(metadata)
      finish = () => response.end(values)
    })
    const followed = await start(server, {
      onEvent({ event }) {
        if (event !== 'metadata') return
        for (const hidden of [true, false, true, false]) setHidden(hidden)
        finish()
      },
    })
    expect(followed).toMatchObject({ events: [{ id: '0' }, { id: '1' }], error: undefined })
    for (const hidden of [true, false]) setHidden(hidden)
    expect(server.requests).toHaveLength(1)
  })

  it('when a listener throws: the stream is left and the throw is told', async () => {
    const server = await rawServer((response) => openStream(response).write(metadata + values))
    const fault = new Error('cannot show this')
    const followed = await start(server, {
      onEvent() {
        throw fault
      },
    })
    expect(followed.error).toBe(fault)
    expect(followed.events).toHaveLength(1)
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })

  it('when the listener throws as the stream opens', async () => {
    const server = await rawServer((response) => openStream(response).write(metadata))
    const opening = follow((listener) =>
      startRunStream(
        server,
        { thread_id, body: { assistant_id: 'guide' } },
        {
          ...listener,
          onOpen() {
            throw new Error('no room')
          },
        },
      ),
    )
    expect(await opening).toMatchObject({ error: { message: 'no room' }, events: [] })
    expect(server.requests).toHaveLength(1)
  })
})

describe('abort', () => {
  it('before: nothing is sent', async () => {
    const server = await rawServer((response) => openStream(response).end(values))
    const reason = new Error('left')
    const followed = await start(server, { signal: AbortSignal.abort(reason) })
    expect(followed).toEqual({ events: [], heartbeats: 0, opened: [], error: reason })
    expect(server.requests).toEqual([])
  })

  it('while the answer is awaited', async () => {
    const abort = new AbortController()
    const server = await rawServer(() => abort.abort())
    const followed = await start(server, { signal: abort.signal })
    expect(followed.error).toMatchObject({ name: 'AbortError' })
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })

  it('while a refusal is read', async () => {
    const abort = new AbortController()
    const server = await rawServer((response) => response.writeHead(500).write('half'))
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init)
      abort.abort()
      return response
    }
    const followed = await start({ ...server, fetch }, { signal: abort.signal })
    expect(followed.error).toMatchObject({ name: 'AbortError' })
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })

  it('amid the stream: the connection closes and nothing more is told, not even what has come', async () => {
    const abort = new AbortController()
    const server = await rawServer((response) => openStream(response).write(metadata + values))
    const followed = await start(server, {
      signal: abort.signal,
      onEvent: () => abort.abort(),
    })
    expect(followed.error).toMatchObject({ name: 'AbortError' })
    expect(followed.events.map(({ id }) => id)).toEqual(['0'])
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })

  it('after the end changes nothing, and the signal is let go', async () => {
    const abort = new AbortController()
    const added = vi.spyOn(abort.signal, 'addEventListener')
    const removed = vi.spyOn(abort.signal, 'removeEventListener')
    const server = await rawServer((response) => openStream(response).end(values))
    const followed = await start(server, { signal: abort.signal })
    abort.abort()
    expect(followed.error).toBeUndefined()
    expect(added).toHaveBeenCalledOnce()
    expect(added.mock.calls.map(([, leave]) => leave)).toEqual(
      removed.mock.calls.map(([, leave]) => leave),
    )
  })
})
