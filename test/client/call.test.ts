import { describe, expect, it } from 'vitest'
import { call } from '../../src/client/api.ts'
import {
  cancelRun,
  cancelRuns,
  createRunWait,
  joinRun,
  listRuns,
} from '../../src/contract/agent-server/runs.ts'
import {
  createThread,
  deleteThread,
  getThread,
  getThreadState,
} from '../../src/contract/agent-server/threads.ts'
import { listDeployments } from '../../src/contract/control-plane/deployments.ts'
import { getOAuthProvider } from '../../src/contract/control-plane/oauth-providers.ts'
import { submitFeedback } from '../../src/contract/tracing/feedback.ts'
import { failure } from './failure.ts'
import { answering, rawServer } from './raw-server.ts'

const thread_id = '01900000-0000-7000-8000-000000000001'
const run_id = '01900000-0000-7000-8000-000000000002'
const runParams = { thread_id, run_id }
const thread = {
  thread_id,
  status: 'idle',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const json = (status: number, body: unknown) =>
  answering(status, 'application/json', JSON.stringify(body))

describe('the request', () => {
  it('has path, query, body and the headers of the transport', async () => {
    const server = await rawServer(json(200, thread))
    const transport = { baseUrl: `${server.baseUrl}/agents/a`, headers: { 'X-Api-Key': 'key-1' } }
    await call(transport, createThread, { body: { metadata: { a: 'ü' } } })
    await call(transport, getThread, { params: { thread_id } })
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        url: '/agents/a/threads',
        body: '{"metadata":{"a":"ü"}}',
        headers: { 'content-type': 'application/json', 'x-api-key': 'key-1' },
      },
      { method: 'GET', url: `/agents/a/threads/${thread_id}`, body: '' },
    ])
    expect(server.requests[1]?.headers['content-type']).toBeUndefined()
  })

  it('C1: has whole numbers with every digit, and so has the answer', async () => {
    const values = '{"order":9007199254740993}'
    const state = `{"values":${values},"next":[],"tasks":[],"checkpoint":{"thread_id":"${thread_id}","checkpoint_ns":"","checkpoint_id":"c","n":[-12345678901234567890]},"metadata":{},"created_at":null,"parent_checkpoint":null,"interrupts":[]}`
    const server = await rawServer(answering(200, 'application/json', state))
    const transport = { baseUrl: server.baseUrl }
    const read = await call(transport, getThreadState, { params: { thread_id } })
    expect(read).toMatchObject({
      values: { order: 9007199254740993n },
      checkpoint: { n: [-12345678901234567890n] },
    })
    await call(transport, createThread, {
      body: { metadata: read.values as Record<string, unknown> },
    }).catch(() => null)
    expect(server.requests[1]).toMatchObject({ body: `{"metadata":${values}}` })
  })

  it('a figure of more digits than a number holds is a number where one is expected', async () => {
    const list = '{"resources":[],"offset":12345678901234567890}'
    const server = await rawServer(answering(200, 'application/json', list))
    expect(await call({ baseUrl: server.baseUrl }, listDeployments)).toMatchObject({
      offset: Number('12345678901234567890'),
    })
  })

  it('goes through the injected fetch', async () => {
    const server = await rawServer(json(200, thread))
    const urls: unknown[] = []
    const fetch: typeof globalThis.fetch = (url, init) => {
      urls.push(url)
      return globalThis.fetch(`${server.baseUrl}${url}`, init)
    }
    await call({ baseUrl: '/gateway/x', fetch }, getThread, { params: { thread_id } })
    expect(urls).toEqual([`/gateway/x/threads/${thread_id}`])
  })

  it('§5.4 carries no header of the transport where the endpoint takes no credential', async () => {
    const server = await rawServer(answering(200, 'application/json', '{}'))
    const headers = { 'X-Api-Key': 'key-1', authorization: 'Bearer key-2', cookie: 'a=b' }
    await call({ baseUrl: server.baseUrl, headers }, submitFeedback, {
      params: { token_id: 'token-1' },
      body: { score: 1 },
    })
    expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/key-1|key-2|a=b/)
    expect(server.requests[0]?.body).toBe('{"score":1}')
  })

  it('leaves out what is false in a query: some servers read any text as yes', async () => {
    const server = await rawServer(answering(202, 'text/plain', ''))
    const urls = async (
      queries: { wait?: boolean | string; action?: 'interrupt' | 'rollback' }[],
    ) => {
      for (const query of queries) await call(server, cancelRun, { params: runParams, query })
      return server.requests.map(({ url }) => url.split('/cancel')[1])
    }
    const asked = [{}, { wait: false }, { wait: 'false' }, { wait: true }, { wait: '1' }]
    expect(await urls(asked)).toEqual(['', '', '', '?wait=true', '?wait=true'])
  })

  it('§4.2 says cancel on a disconnect in the word that every server knows', async () => {
    const server = await rawServer(json(200, null))
    await call(server, joinRun, { params: runParams, query: { cancel_on_disconnect: 'cancel' } })
    await call(server, joinRun, { params: runParams, query: { cancel_on_disconnect: false } })
    expect(server.requests.map(({ url }) => url.split('/join')[1])).toEqual([
      '?cancel_on_disconnect=true',
      '',
    ])
  })

  it('keeps text that looks like a no, and leaves the refusal of bad values to the server', async () => {
    const server = await rawServer(json(200, { resources: [], offset: 0 }))
    await call(server, listDeployments, { query: { name_contains: 'false', limit: 20 } })
    await call(server, listDeployments, { query: { limit: 999 } })
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v2/deployments?limit=20&name_contains=false',
      '/v2/deployments?limit=999',
    ])
  })

  it('is not built without a value of its path', async () => {
    const server = await rawServer(json(200, thread))
    await expect(call(server, getThread, {})).rejects.toThrow('thread_id')
    expect(server.requests).toEqual([])
  })
})

describe('the answer', () => {
  it('keeps fields and words that the contract does not know', async () => {
    const answer = { ...thread, status: 'resting', extra: { a: [1] }, values: { n: 1 } }
    const server = await rawServer(json(200, answer))
    expect(await call(server, getThread, { params: { thread_id } })).toEqual(answer)
  })

  it.each([
    [204, 'text/plain', ''],
    [202, 'text/plain', ''],
    [202, 'text/plain', 'Accepted'],
    [200, 'application/json', ''],
  ])('%i with %s and body “%s” is nothing', async (status, type, body) => {
    const server = await rawServer(answering(status, type, body))
    expect(await call(server, cancelRun, { params: runParams })).toBeUndefined()
    expect(await call(server, deleteThread, { params: { thread_id } })).toBeUndefined()
    const bulk = { params: {}, body: { status: 'all' as const } }
    expect(await call(server, cancelRuns, bulk)).toBeUndefined()
  })

  it('of wait and join is JSON behind blank lines, whatever its type', async () => {
    const server = await rawServer((response) => {
      response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' })
      for (const part of ['\n', '\n', '\n', '{"messages":', '[]}']) response.write(part)
      response.end()
    })
    const body = { assistant_id: 'a' }
    expect(await call(server, createRunWait, { params: { thread_id }, body })).toEqual({
      messages: [],
    })
    expect(await call(server, joinRun, { params: runParams })).toEqual({ messages: [] })
  })

  it.each([
    ['another form', '{"thread_id":7}', 'application/json', '“thread_id”'],
    ['a page', '<!doctype html>', 'text/html', 'not JSON'],
    ['nothing', '', 'application/json', 'another form'],
  ])('with %s is a shape error that names the endpoint', async (_what, body, type, words) => {
    const server = await rawServer(answering(200, type, body))
    const error = await failure(call(server, getThread, { params: { thread_id } }))
    expect(error).toMatchObject({ kind: 'shape', status: 200, endpoint: 'getThread' })
    expect(error.message).toContain('getThread')
    expect(error.message).toContain(words)
  })

  it('names the place of the fault, and none of its values', async () => {
    const run = { run_id: 'secret-value', thread_id: 7 }
    const server = await rawServer(json(200, [run]))
    const error = await failure(call(server, listRuns, { params: { thread_id } }))
    expect(error.message).toContain('0.thread_id')
    expect(error.message).not.toContain('secret-value')
  })
})

describe('a refusal', () => {
  it('§7 422 has its field errors', async () => {
    const detail = [{ loc: ['path', 'provider_id'], msg: 'Too long.', type: 'string_too_long' }]
    const server = await rawServer(json(422, { detail }))
    const error = await failure(call(server, getOAuthProvider, { params: { provider_id: 'x' } }))
    expect(error).toMatchObject({
      name: 'ApiError',
      kind: 'http',
      status: 422,
      endpoint: 'getOAuthProvider',
      fieldErrors: detail,
      message: 'provider_id: Too long.',
    })
  })

  it.each([
    [
      'a sentence',
      409,
      'application/json',
      '{"detail":"The run has ended."}',
      'The run has ended.',
    ],
    ['plain text', 404, 'text/plain', 'Run not found', 'Run not found'],
    ['a JSON string', 404, 'application/json', '"Run not found"', 'Run not found'],
    ['issues', 400, 'text/plain', '{"error":{"issues":[{"path":["a"],"message":"No"}]}}', 'a: No'],
  ])('tells %s in the server’s words', async (_what, status, type, body, words) => {
    const server = await rawServer(answering(status, type, body))
    const error = await failure(call(server, getThreadState, { params: { thread_id } }))
    expect(error).toMatchObject({ kind: 'http', status, serverText: words, message: words })
    expect(server.requests).toHaveLength(1)
  })

  it.each([400, 401, 403, 404, 408, 409, 413, 418, 422, 429, 500, 502, 503])(
    '%i without words gets a sentence',
    async (status) => {
      const server = await rawServer(answering(status, 'text/html', '<h1>proxy</h1>'))
      const error = await failure(call(server, getThread, { params: { thread_id } }))
      expect(error).toMatchObject({ kind: 'http', status, serverText: null })
      expect(error.message).toMatch(/^[A-Z].+\.$/)
      expect(error.message).not.toContain('proxy')
    },
  )

  it('never repeats a key, a token or a whole body', async () => {
    const echo = 'Bad key key-98765 (Bearer tok-4321) for /api/v1/feedback/tokens/abcd-efgh'
    const headers = { 'x-api-key': 'key-98765', authorization: 'Bearer tok-4321' }
    const bodies = [
      JSON.stringify({ detail: echo }),
      JSON.stringify({ detail: [{ loc: ['header'], msg: echo, type: 'x' }] }),
      `${echo}\n    at stack (/srv/x.js)`,
      `${echo} ${'x'.repeat(200_000)}`,
    ]
    for (const body of bodies) {
      const server = await rawServer(answering(403, 'text/plain', body))
      const transport = { ...server, headers }
      const error = await failure(call(transport, getThread, { params: { thread_id } }))
      const shown = `${error.message} ${JSON.stringify(error)} ${error.stack}`
      expect(error.message).toContain('•••')
      expect(error.message.length).toBeLessThan(600)
      expect(shown).not.toMatch(/key-98765|tok-4321|abcd-efgh|srv\/x\.js/)
    }
  })

  it('of a feedback token does not tell the token', async () => {
    const server = await rawServer(json(404, { detail: 'There is no token token-12345.' }))
    const input = { params: { token_id: 'token-12345' }, body: {} }
    const error = await failure(call(server, submitFeedback, input))
    expect(error).toMatchObject({ status: 404, message: 'There is no token •••.' })
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain('token-12345')
  })

  it('is what a redirect is: it could carry a key away', async () => {
    const other = await rawServer(json(200, thread))
    const server = await rawServer((response) => {
      response.writeHead(307, { location: `${other.baseUrl}/threads` }).end()
    })
    const error = await failure(call(server, createThread, { body: {} }))
    expect(error).toMatchObject({ kind: 'http', status: 307 })
    expect(error.message).toContain('another address')
    expect([server.requests.length, other.requests.length]).toEqual([1, 0])
  })
})

describe('no answer', () => {
  it('is a network error when nobody listens', async () => {
    const server = await rawServer((response) => response.destroy())
    const error = await failure(call(server, getThread, { params: { thread_id } }))
    expect(error).toMatchObject({ kind: 'network', status: 0, serverText: null })
    expect(server.requests).toHaveLength(1)
  })

  it.each([200, 500])('is a network error when an answer of %i breaks off', async (status) => {
    const server = await rawServer((response) => {
      response.writeHead(status, { 'content-length': '100' })
      response.write('{"thread', () => response.destroy())
    })
    const error = await failure(call(server, getThread, { params: { thread_id } }))
    expect(error).toMatchObject({ kind: 'network', status: 0, endpoint: 'getThread' })
    expect(server.requests).toHaveLength(1)
  })

  it('is the signal’s reason before: nothing is sent', async () => {
    const server = await rawServer(json(200, thread))
    const signal = AbortSignal.abort()
    const input = { params: { thread_id }, signal }
    await expect(call(server, getThread, input)).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.requests).toEqual([])
  })

  it.each(['headers', 'body'])('is the signal’s reason while waiting for the %s', async (part) => {
    const abort = new AbortController()
    const reason = new Error('left the page')
    const server = await rawServer((response) => {
      if (part === 'headers') abort.abort(reason)
      else response.writeHead(200).write('{')
    })
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init)
      abort.abort(reason)
      return response
    }
    const transport = part === 'headers' ? server : { ...server, fetch }
    const input = { params: { thread_id }, signal: abort.signal }
    await expect(call(transport, getThread, input)).rejects.toBe(reason)
    await server.requests[0]?.closed
    expect(server.requests).toHaveLength(1)
  })
})
