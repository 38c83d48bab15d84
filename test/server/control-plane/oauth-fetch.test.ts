import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providerFetch } from '../../../src/server/outgoing/provider-fetch.ts'

let server: Server
let port: number
const seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    if (request.url === '/endless') {
      const chunk = Buffer.alloc(64 * 1024)
      const more = () => {
        while (response.write(chunk));
      }
      response.on('drain', more)
      response.on('error', () => {})
      more()
    } else if (request.url === '/silent') response.flushHeaders()
    else response.end('{"ok":true}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

const ask = (
  url: string,
  isForbidden: (ip: string) => boolean = () => false,
  signal = AbortSignal.timeout(10_000),
) =>
  providerFetch(isForbidden)(url, {
    method: 'GET',
    headers: { accept: 'application/json' },
    body: undefined,
    redirect: 'manual',
    signal,
  })

it('reads an answer of a name that leads where it may', async () => {
  const response = await ask(`http://localhost:${port}/ok`)
  expect([response.status, await response.json()]).toEqual([200, { ok: true }])
})

it('does not connect where one of a name’s addresses is forbidden, whatever the name was', async () => {
  seen.length = 0
  const asked: string[] = []
  const isForbidden = (ip: string) => {
    asked.push(ip)
    return ip === '127.0.0.1'
  }
  const failing = ask(`http://localhost:${port}/secret`, isForbidden)
  await expect(failing).rejects.toThrow('localhost leads to an address')
  expect(asked).toContain('127.0.0.1')
  expect(seen).toEqual([])
})

it('reads no endless answer, and waits for none for ever', async () => {
  await expect(ask(`http://127.0.0.1:${port}/endless`)).rejects.toThrow('answered too much')
  const hurried = ask(`http://127.0.0.1:${port}/silent`, undefined, AbortSignal.timeout(50))
  await expect(hurried).rejects.toMatchObject({ name: 'TimeoutError' })
})
