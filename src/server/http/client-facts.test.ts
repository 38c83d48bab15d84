import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { type ClientFacts, clientReader, isProxyRange } from './client-facts.ts'

async function read(
  trustedProxies: string[],
  socket: string,
  headers: Record<string, string>,
): Promise<ClientFacts> {
  const readClient = clientReader({
    trustedProxies,
    socketAddressOf: () => socket,
    isSecure: false,
  })
  const app = new Hono().get('/', (context) => context.json(readClient(context)))
  return (await app.request('/', { headers: { host: 'own:1', ...headers } })).json()
}

const forwarded = {
  'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'Deck.Example.com',
}

it('believes forwarded headers of trusted proxies only', async () => {
  expect(await read([], '10.0.0.8', forwarded)).toEqual({
    address: '10.0.0.8',
    host: 'own:1',
    isSecure: false,
  })
  expect(await read(['10.0.0.0/8'], '10.0.0.8', forwarded)).toEqual({
    address: '203.0.113.9',
    host: 'deck.example.com',
    isSecure: true,
  })
  expect((await read(['10.0.0.0/8'], '192.0.2.1', forwarded)).address).toBe('192.0.2.1')
})

it('knows loopback in every spelling, single addresses, and garbage', async () => {
  for (const socket of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    expect((await read(['loopback'], socket, { 'x-forwarded-for': '203.0.113.9' })).address).toBe(
      '203.0.113.9',
    )
  }
  expect((await read(['10.0.0.8'], '10.0.0.8', {})).address).toBe('10.0.0.8')
  expect((await read(['10.0.0.8'], '10.0.0.8', { 'x-forwarded-for': 'x\u00e9' })).address).toBe(
    '10.0.0.8',
  )
  expect(['loopback', '10.0.0.0/8', '::1', 'fd00::/8'].every(isProxyRange)).toBe(true)
  expect(['', 'proxy.example', '10.0.0.0/99'].some(isProxyRange)).toBe(false)
})
