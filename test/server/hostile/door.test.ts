import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { listen } from '../../../src/server/process/listen.ts'
import { createLog, secretRegister } from '../../../src/server/process/log.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { startUpstream, type Upstream } from '../gateway/bench.ts'

const key = 'a-key-that-nobody-else-may-ever-see/+='
let stack: Stack
let database: Database
let upstream: Upstream
let logged = ''
let root: string
/** On the disk of the data directory. */
let freeBytes = 10_000_000_000
beforeAll(async () => {
  upstream = await startUpstream()
  const secrets = secretRegister()
  database = await emptyDatabase()
  stack = await startStack({
    freeBytes: async () => freeBytes,
    openDatabase: async () => ({ ...database, close: async () => {} }),
    secrets,
    log: createLog({
      level: 'debug',
      format: 'json',
      secrets,
      write: (line) => {
        logged += line
      },
    }),
  })
  const made = await fetch(`${stack.url}/gateway/connections`, {
    method: 'POST',
    body: JSON.stringify({
      name: 'There',
      kind: 'self_hosted',
      base_url: upstream.origin,
      api_key: key,
    }),
  })
  root = `/gateway/connections/${((await made.json()) as Connection).id}`
})
afterAll(async () => {
  await stack?.close()
  await upstream?.close()
})

/** Sends bytes as they are and answers everything that came until the server closed. */
function bytes(
  text: string,
  goesOn?: (socket: net.Socket) => void,
  origin = stack.url,
): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(text)
      goesOn?.(socket)
    })
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

const host = () => new URL(stack.url).host
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)

describe('requests that are no requests', () => {
  it('broken, ambiguous and oversized ones are refused, and nothing is injected', async () => {
    const close = 'connection: close\r\n'
    const cases: [string, number[]][] = [
      ['NONSENSE\r\n\r\n', [400]],
      [`GET / HTTP/1.1\r\n${close}\r\n`, [400]],
      [
        `GET /gateway/session HTTP/1.1\r\nhost: ${host()}\r\nhost: evil.example\r\n${close}\r\n`,
        [400, 403, 200],
      ],
      [`GET /gateway/session HTTP/1.1\r\nhost: evil.example\r\n${close}\r\n`, [403]],
      [
        `GET http://evil.example/gateway/session HTTP/1.1\r\nhost: evil.example\r\n${close}\r\n`,
        [403, 400],
      ],
      [
        `POST /gateway/session HTTP/1.1\r\nhost: ${host()}\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n${close}\r\n0\r\n\r\n`,
        [400],
      ],
      [
        `GET /gateway/session?a=\r\nx-injected: 1 HTTP/1.1\r\nhost: ${host()}\r\n${close}\r\n`,
        [200, 400],
      ],
      [`GET / HTTP/1.1\r\nhost: ${host()}\r\nx-long: ${'x'.repeat(40_000)}\r\n${close}\r\n`, [431]],
      [`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nhost: ${host()}\r\n${close}\r\n`, [431, 414]],
      [`GET /%0d%0ax-injected:%201 HTTP/1.1\r\nhost: ${host()}\r\n${close}\r\n`, [404]],
      [`GET / HTTP/1.1\r\nhost: ${host()}\r\nx-request-id: a\tb\u0001\r\n${close}\r\n`, [400]],
    ]
    for (const [text, statuses] of cases) {
      const answer = await bytes(text)
      expect([text.slice(0, 60), statuses]).toEqual([
        text.slice(0, 60),
        expect.arrayContaining([statusOf(answer)]),
      ])
      expect(answer).not.toMatch(/^x-injected/im)
    }
  })

  it('headers and bodies that never end are cut off in time (slow clients)', async () => {
    const listener = await listen({
      port: 0,
      host: '127.0.0.1',
      liveness: () => new Response(),
      slowClients: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
    })
    listener.answerWith(async (request) => new Response(await request.text()))
    const drip = (text: string) => (socket: net.Socket) => {
      const timer = setInterval(() => socket.write(text), 50)
      socket.on('close', () => clearInterval(timer))
    }
    const [head, body] = await Promise.all([
      bytes('GET / HTTP/1.1\r\nhost: x\r\n', drip('a: b\r\n'), listener.ownUrl),
      bytes(
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9999\r\n\r\n{',
        drip(' '),
        listener.ownUrl,
      ),
    ])
    expect(statusOf(head)).toBe(408)
    expect([0, 408]).toContain(statusOf(body))
    await listener.close()
  })

  it('a connection without a request is kept longer than proxies keep theirs', async () => {
    const response = await fetch(`${stack.url}/readyz`)
    await response.body?.cancel()
    expect(response.headers.get('keep-alive')).toBe('timeout=75')
  })
})

describe('pages of other sites', () => {
  it('are refused by the gateway, for reads and writes, and no answer may be read across origins', async () => {
    const before = upstream.requests.length
    for (const [name, value] of [
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
    ] as const) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await bytes(
          `${method} ${root}/control-plane/x HTTP/1.1\r\nhost: ${host()}\r\n${name}: ${value}\r\nconnection: close\r\n\r\n`,
        )
        expect([name, method, statusOf(answer)]).toEqual([name, method, 403])
        expect(answer.toLowerCase()).not.toContain('access-control-allow')
      }
    }
    expect(upstream.requests).toHaveLength(before)
  })

  it('every kind of answer has the security headers', async () => {
    for (const address of [
      '/gateway/connections',
      '/gateway/nothing',
      '/api-host/v2/deployments',
      '/agents/nobody/ok',
      '/api/v1/feedback/tokens/x',
      '/readyz',
      '/metrics',
      `${root}/control-plane/x`,
    ]) {
      const response = await fetch(stack.url + address)
      await response.body?.cancel()
      const header = (name: string) => response.headers.get(name) ?? ''
      expect([address, header('content-security-policy')]).toEqual([
        address,
        expect.stringContaining("default-src 'none'"),
      ])
      expect(header('x-content-type-options')).toBe('nosniff')
      expect(header('referrer-policy')).toBe('no-referrer')
      expect(header('permissions-policy')).toContain('camera=()')
      expect(header('x-frame-options')).toBe('DENY')
      expect(header('x-request-id')).toMatch(/^[\w-]{8,}$/)
    }
    const page = await fetch(stack.url, { headers: { accept: 'text/html' } })
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })
})

describe('what keeps the server running', () => {
  it('tells that it lives, that it can answer, and its numbers', async () => {
    expect(await (await fetch(`${stack.url}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${stack.url}/readyz`)).json()).toEqual({
      status: 'ok',
      // These tests start no code of projects, and ask for nothing that keeps it apart.
      checks: {
        database: 'ok',
        disk: 'ok',
        isolation: 'none: agents are not kept apart from this server',
      },
    })
    const text = await (await fetch(`${stack.url}/metrics`)).text()
    for (const name of [
      'quarterdeck_http_requests_total{part="gateway",method="POST",status="2xx"',
      'quarterdeck_http_request_seconds_bucket',
      'quarterdeck_run_queue_length',
      'quarterdeck_executors',
      'quarterdeck_deployments',
      'quarterdeck_database_up{service="quarterdeck"} 1',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(name)
    }
    const throughProxy = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    expect((await fetch(`${stack.url}/metrics`, throughProxy)).status).toBe(401)
    expect((await fetch(`${stack.url}/backup`)).status).toBe(401)
  })
})

describe('a thousand idle streams', () => {
  it('are survived: others are answered meanwhile, and all end with their listeners', async () => {
    const count = 1_000
    const open = new Set<http.ServerResponse>()
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
      open.add(response)
      response.on('close', () => open.delete(response))
    }
    const agent = new http.Agent({ maxSockets: Number.POSITIVE_INFINITY })
    const listen = () =>
      new Promise<http.IncomingMessage>((resolve, reject) => {
        http
          .get(`${stack.url}${root}/control-plane/stream`, { agent }, (response) => {
            response.once('data', () => resolve(response))
          })
          .on('error', reject)
      })
    const clients: http.IncomingMessage[] = []
    // The system lets a few hundred wait at a port until they are taken in, and refuses more.
    while (clients.length < count) {
      clients.push(...(await Promise.all(Array.from({ length: 100 }, listen))))
    }
    expect(open.size).toBe(count)
    expect((await fetch(`${stack.url}/readyz`)).status).toBe(200)
    expect((await fetch(`${stack.url}/gateway/connections`)).status).toBe(200)
    const last = new Promise<void>((resolve) => {
      for (const response of open) {
        response.on('close', () => {
          if (open.size === 0) resolve()
        })
      }
    })
    for (const client of clients) client.destroy()
    await last
    expect(open.size).toBe(0)
    upstream.answer = (_request, response) => response.end('{}')
  })
})

describe('§5 the key of a connection', () => {
  it('is in no answer, no log line, no error and no row, whatever is done with it', async () => {
    let seen = ''
    const ask = async (method: string, address: string, body?: unknown) => {
      const response = await fetch(stack.url + address, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      seen += `${[...response.headers].join('\n')}\n${await response.text()}\n`
      return response
    }
    // A server that repeats everything that it was sent, in every way.
    upstream.answer = (request, response) => {
      const said = JSON.stringify(request.headers)
      const status = Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-location': `/x/${String(request.headers['x-api-key'])}`,
        location: `http://127.0.0.1:1/?key=${String(request.headers['x-api-key'])}`,
      })
      response.end(said)
    }
    for (const status of [200, 301, 302, 307, 400, 401, 403, 404, 422, 500, 503]) {
      await ask('GET', `${root}/control-plane/v2/deployments?status=${status}`)
      await ask('POST', `${root}/control-plane/v2/deployments?status=${status}`, { a: 1 })
      await ask('GET', `${root}/tracing/api/v1/feedback?status=${status}`)
    }
    await ask('POST', `${root}/test`, {})
    upstream.answer = (_request, response) => response.destroy()
    await ask('GET', `${root}/control-plane/v2/deployments`)
    await ask('POST', `${root}/test`, {})
    for (const body of [
      { base_url: 'http://127.0.0.1:1' },
      { api_key: `${key} with a space` },
      { api_key: 7 },
      { name: '', api_key: key },
      { name: 'Again', api_key: key },
    ]) {
      await ask('PATCH', root, body)
    }
    await ask('POST', '/gateway/connections', { kind: 'nothing', api_key: key })
    await ask('POST', '/gateway/connections', { name: 'x', api_key: key })
    await ask('GET', '/gateway/connections')
    await ask('GET', root)
    await ask('GET', '/gateway/audit?limit=200')
    await ask('GET', '/metrics')
    expect(seen.length).toBeGreaterThan(10_000)
    expect(logged).toContain('/control-plane/v2/deployments')

    const kept = await databaseText()
    for (const secret of [key, stack.apiKey]) {
      for (const spelling of [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64'),
      ]) {
        expect(seen.includes(spelling)).toBe(false)
        expect(logged.includes(spelling)).toBe(false)
        expect(kept.includes(spelling)).toBe(false)
      }
    }
  })
})

async function databaseText(): Promise<string> {
  const tables = await database.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const rows = tables.map(({ name }) => database.query(`select * from "${name}"`))
  return JSON.stringify(await Promise.all(rows))
}

it('whoever asks whether it is ready learns that the disk is nearly full, and of a full one that it is not', async () => {
  const ready = async () => {
    const answer = await fetch(`${stack.url}/readyz`)
    return [answer.status, ((await answer.json()) as { checks: { disk: string } }).checks.disk]
  }
  freeBytes = 500 * 1024 * 1024
  expect(await ready()).toEqual([200, 'nearly full: 500 MB are free'])
  expect(logged).toContain('is nearly full: 500 MB are free. Make room there.')
  freeBytes = 1_000_000
  // A PostgreSQL server has a disk of its own.
  const isOwn = process.env.QUARTERDECK_TEST_DATABASE !== 'postgres'
  expect(await ready()).toEqual([isOwn ? 503 : 200, 'full: 0 MB are free'])
  freeBytes = 10_000_000_000
  expect(await ready()).toEqual([200, 'ok'])
})
