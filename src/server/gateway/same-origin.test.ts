import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { HttpError } from '../http/http-error.ts'
import { sameOriginOnly } from './same-origin.ts'

const app = new Hono()
app.use(sameOriginOnly(() => ({ address: '127.0.0.1', host: 'deck.example:4100', isSecure: true })))
app.all('/', (context) => context.text('in'))
app.onError((error, context) => context.text('', error instanceof HttpError ? error.status : 500))

const own = 'https://deck.example:4100'
it.each<[string, Record<string, string>, number]>([
  ['a program that is no browser', {}, 200],
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: own }, 200],
  ['a person who typed the address', { 'sec-fetch-site': 'none' }, 200],
  ['an old browser on our own page', { origin: own }, 200],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['our host at another port', { origin: 'https://deck.example' }, 403],
  [
    'another origin that says it is ours',
    { 'sec-fetch-site': 'same-origin', origin: 'https://a.b' },
    403,
  ],
  ['another site with our origin', { 'sec-fetch-site': 'cross-site', origin: own }, 403],
  ['a sandboxed frame', { origin: 'null' }, 403],
])('%s', async (_who, headers, status) => {
  for (const method of ['GET', 'POST']) {
    expect((await app.request('/', { method, headers })).status).toBe(status)
  }
})
