import { once } from 'node:events'
import http from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readVoteSource } from '../../../src/server/vote-source.ts'
import {
  deploymentAt,
  deploymentId,
  gatewayBox,
  key,
  startGateway,
  startUpstream,
  type Upstream,
} from './bench.ts'

let upstream: Upstream
let running: Awaited<ReturnType<typeof startGateway>>
let root: string

beforeEach(async () => {
  upstream = await startUpstream()
  running = await startGateway({ upstream })
  root = running.root
})
afterEach(async () => {
  await running?.close()
  await upstream?.close()
})

const call = (path: string, init: RequestInit = {}) => fetch(running.origin + path, init)
const last = () => upstream.requests.at(-1) as http.IncomingMessage

describe('forwarding', () => {
  it('§5 keeps values of secrets from browsers, where a server tells them', async () => {
    const told = { id: 'd', name: 'support', secrets: [{ name: 'MODEL_KEY', value: 'the-value' }] }
    const kept = { ...told, secrets: [{ name: 'MODEL_KEY', value: null }] }
    const long = 'x'.repeat(2_000)
    const asked: string[] = []
    upstream.answer = async (request, response) => {
      asked.push(Buffer.concat(await request.toArray()).toString())
      const answer = request.url?.endsWith('/d') ? told : { resources: [told, 7], offset: 1, long }
      const body = JSON.stringify(answer)
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    }
    const at = `${root}/control-plane/v2/deployments`
    expect(await (await call(at)).json()).toEqual({ resources: [kept, 7], offset: 1, long })
    expect(await (await call(`${at}/d`)).json()).toEqual(kept)
    const body = JSON.stringify({ secrets: [{ name: 'MODEL_KEY', value: 'the-value' }] })
    const headers = { 'content-type': 'application/json' }
    const patched = await call(`${at}/d`, { method: 'PATCH', body, headers })
    expect(await patched.json()).toEqual(kept)
    expect(asked.at(-1)).toBe(body)
  })

  it.each(['authenticate', 'wait/a'])(
    '§5 keeps users’ tokens of %s from browsers',
    async (path) => {
      upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('{"status":"completed","token":"of a user"}')
      }
      const method = path === 'authenticate' ? 'POST' : 'GET'
      const response = await call(`${root}/control-plane/v2/auth/${path}`, { method })
      expect(await response.json()).toEqual({ status: 'completed', token: null })
    },
  )

  it('adds the key, keeps path and query, and passes status, body and headers', async () => {
    upstream.answer = (_request, response) => {
      response.writeHead(422, {
        'content-type': 'application/json',
        'content-location': '/threads/t/runs/r',
        'quarterdeck-ignored-fields': 'colour',
        'mcp-session-id': 'given',
        'set-cookie': 'a=b',
        'x-secret': 'no',
        'access-control-allow-origin': '*',
      })
      response.end('{"detail":"no"}')
    }
    const response = await call(`${root}/control-plane/v2/deployments/a%2Fb?limit=2&x=%20`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'mine',
        'last-event-id': '7',
        'mcp-session-id': 'mine',
        'mcp-protocol-version': '2025-06-18',
        cookie: 'session=1',
        authorization: 'Bearer browser',
        'x-custom': '1',
        'x-api-key': 'from the browser',
      },
      body: '{"a":1}',
    })
    expect(last().url).toBe('/api-host/v2/deployments/a%2Fb?limit=2&x=%20')
    expect(last().headers).toMatchObject({
      'x-api-key': key,
      'idempotency-key': 'mine',
      'last-event-id': '7',
      'mcp-session-id': 'mine',
      'mcp-protocol-version': '2025-06-18',
      'content-type': 'application/json',
    })
    for (const name of ['cookie', 'origin', 'authorization', 'x-custom']) {
      expect(last().headers).not.toHaveProperty(name)
    }
    expect(response.status).toBe(422)
    expect(response.headers.get('quarterdeck-ignored-fields')).toBe('colour')
    expect(response.headers.get('mcp-session-id')).toBe('given')
    expect(await response.json()).toEqual({ detail: 'no' })
    expect(response.headers.get('content-location')).toBe('/threads/t/runs/r')
    for (const name of ['set-cookie', 'x-secret', 'access-control-allow-origin']) {
      expect(response.headers.get(name)).toBeNull()
    }
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })

  it('passes bodies on unchanged, large ones too, both ways', async () => {
    const body = 'x'.repeat(3_000_000)
    upstream.answer = (request, response) => request.pipe(response)
    const response = await call(`${root}/control-plane/echo`, { method: 'POST', body })
    expect((await response.text()).length).toBe(body.length)
  })

  it('ends a request that a part of this server has given up, however long it has been open', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const ended = new Promise<void>((resolve) => {
      upstream.answer = (_request, response) => {
        response.on('close', resolve)
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
      }
    })
    const transport = await running.gateway.upstreams.controlPlane(root.split('/').at(-1) ?? '')
    const asker = new AbortController()
    const response = await transport?.fetch?.(`${transport.baseUrl}/stream`, asker)
    // Only what is held is there after it.
    for (let times = 0; times < 5; times += 1) {
      await turn()
      collectGarbage()
    }
    asker.abort()
    await ended
    // Silence would have broken it off.
    expect(await response?.text()).toBe(': hello\n\n')
  })

  it('makes long JSON small on its way, still without the key, for those who can read it', async () => {
    const text = JSON.stringify({ key, words: 'the same again, '.repeat(500) })
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      response.end(text)
    }
    const path = `${root}/control-plane/v2/deployments/d/revisions`
    const ask = (coding: string) => call(path, { headers: { 'accept-encoding': coding } })
    const [small, plain, refused] = await Promise.all([
      ask('gzip'),
      ask('identity'),
      ask('gzip;q=0'),
    ])
    expect(small.headers.get('content-encoding')).toBe('gzip')
    expect(small.headers.get('vary')).toContain('accept-encoding')
    expect([plain, refused].map(({ headers }) => headers.get('content-encoding'))).toEqual([
      null,
      null,
    ])
    const shown = text.replace(key, '*'.repeat(key.length))
    expect(await Promise.all([small, plain, refused].map((answer) => answer.text()))).toEqual([
      shown,
      shown,
      shown,
    ])
    expect(last().headers['accept-encoding']).toBe('identity')
  })

  it('streams event by event, without buffering', async () => {
    let push = (_text: string) => {}
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      push = (text) => response.write(text)
      response.flushHeaders()
    }
    const response = await call(`${root}/control-plane/stream`)
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    for (const text of ['event: a\n\n', ': heartbeat\n\n', 'event: b\n\n']) {
      push(text)
      const { value } = await reader.read()
      expect(new TextDecoder().decode(value)).toBe(text)
    }
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    await reader.cancel()
  })

  it('ends the upstream request when the browser leaves, before and during the answer', async () => {
    for (const hasHeaders of [false, true]) {
      const arrived = new Promise<http.ServerResponse>((resolve) => {
        upstream.answer = (_request, response) => {
          if (hasHeaders) response.writeHead(200).write('first')
          resolve(response)
        }
      })
      const abort = new AbortController()
      const going = call(`${root}/control-plane/stream`, { signal: abort.signal })
      // A browser that leaves gets nothing any more, whatever it waited for.
      const gone = going.then((answer) => answer.text()).catch((error: Error) => error.name)
      const response = await arrived
      if (hasHeaders) await going
      const closed = once(response, 'close')
      abort.abort()
      await closed
      expect(await gone).toBe('AbortError')
    }
  })

  it('never follows a redirect', async () => {
    const elsewhere = await startUpstream()
    upstream.answer = (_request, response) =>
      response.writeHead(307, { location: `${elsewhere.origin}/steal` }).end()
    const response = await call(`${root}/control-plane/v2/deployments`)
    expect(response.status).toBe(502)
    expect(response.headers.get('location')).toBeNull()
    expect(elsewhere.requests).toEqual([])
    await elsewhere.close()
  })

  it('answers 502 with a sentence when nobody is there', async () => {
    await upstream.close()
    const response = await call(`${root}/control-plane/v2/deployments`)
    expect(response.status).toBe(502)
    expect(((await response.json()) as { detail: string }).detail).toContain('ECONNREFUSED')
  })
})

describe('where it forwards to', () => {
  it('an agent server at the address that the control plane tells, and only there', async () => {
    upstream.answer = (request, response) =>
      response.end(
        request.url?.startsWith('/api-host/')
          ? deploymentAt(`${upstream.origin}/agents/agent/`)
          : '{"thread_id":"t"}',
      )
    const response = await call(`${root}/agents/${deploymentId}/threads?x=1`, {
      method: 'POST',
      body: '{}',
    })
    expect(await response.json()).toEqual({ thread_id: 't' })
    expect(upstream.requests.map((request) => [request.url, request.headers['x-api-key']])).toEqual(
      [
        [`/api-host/v2/deployments/${deploymentId}`, key],
        ['/agents/agent/threads?x=1', key],
      ],
    )
  })

  it('no deployment, none with an address, or a faulty one: 404, 409, 502', async () => {
    const ask = async () => (await call(`${root}/agents/${deploymentId}/threads`)).status
    upstream.answer = (_request, response) => response.writeHead(404).end('{}')
    expect(await ask()).toBe(404)
    upstream.answer = (_request, response) => response.end(deploymentAt(null))
    expect(await ask()).toBe(409)
    upstream.answer = (_request, response) => response.end(deploymentAt('file:///etc/passwd'))
    expect(await ask()).toBe(502)
    expect((await call(`${root}/agents/nope/threads`)).status).toBe(404)
  })

  it('cannot be led out of the connection by path tricks', async () => {
    for (const path of [
      '/control-plane/../../../../../other',
      '/control-plane/%2e%2e/%2e%2e/other',
      '/control-plane//evil.example/x',
      '/tracing/api-host/v2/deployments',
      '/tracing/api/v1/feedback/../../../api-host/v2/deployments',
      '/tracing/api/v1/feedbacks',
    ]) {
      // fetch would tidy the path up; a hostile client does not.
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const { hostname, port } = new URL(running.origin)
        http
          .get({ hostname, port, path: root + path }, (response) => {
            response.resume()
            resolve(response.statusCode)
          })
          .on('error', reject)
      })
      if (status === 200) expect(last().url).toMatch(/^\/api-host\//)
      else expect([path, status]).toEqual([path, 404])
    }
    expect(upstream.requests.every((request) => request.url?.startsWith('/api-host/'))).toBe(true)
    expect((await call('/gateway/connections/other/control-plane/v2/deployments')).status).toBe(404)
  })

  it('§5.4 a vote to this server’s own feedback service proves where it comes from, to no other', async () => {
    const vote = '/api/v1/feedback/tokens/abc'
    const source = () =>
      readVoteSource(gatewayBox, (name) => last().headers[name] as string | undefined, 'abc')
    const post = (connection: string) =>
      call(`/gateway/connections/${connection}/tracing${vote}`, { method: 'POST', body: '{}' })
    await post('local')
    expect(source()).toBe('console')
    const { transport } = await running.gateway.upstreams.tracing('local', 'embed')
    await transport.fetch?.(`${upstream.origin}${vote}`, { method: 'POST', body: '{}' })
    expect(source()).toBe('embed')
    await post(root.split('/').at(-1) ?? '')
    expect(Object.keys(last().headers).filter((name) => name.startsWith('x-'))).toEqual([])
  })

  it('§5.4 a feedback submission carries no credential, reading feedback carries the key', async () => {
    await call(`${root}/tracing/api/v1/feedback/tokens/abc`, {
      method: 'POST',
      body: '{"score":1}',
    })
    expect(last().url).toBe('/api/v1/feedback/tokens/abc')
    expect(last().headers).not.toHaveProperty('x-api-key')
    await call(`${root}/tracing/api/v1/feedback/tokens?run_id=x`)
    expect(last().headers['x-api-key']).toBe(key)
    await call(`${root}/tracing/api/v1/feedback?run=x`)
    expect(last().headers['x-api-key']).toBe(key)
  })
})

describe('who may use it', () => {
  it('no page of another site, for reads and writes alike', async () => {
    const { host } = new URL(running.origin)
    const refused: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `http://${host.replace(/\d+$/, '1')}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of refused) {
      for (const method of ['GET', 'POST']) {
        const response = await raw(method, headers)
        expect([headers, response]).toEqual([headers, 403])
      }
    }
    expect(upstream.requests).toEqual([])
    expect(await raw('POST', { origin: running.origin, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await raw('POST', {})).toBe(200)
  })

  /** fetch does not let a program set these headers. */
  function raw(method: string, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const target = `${running.origin}${root}/control-plane/v2/deployments`
      http
        .request(target, { method, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        .on('error', reject)
        .end()
    })
  }
})
