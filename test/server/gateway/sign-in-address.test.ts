import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'
import { key, startGateway, startUpstream, type TestGateway, type Upstream } from './bench.ts'

/** Servers that belong to whoever started them, on one database. */
let upstream: Upstream
let database: Database
let running: TestGateway[]
let now: Date
const minute = 60_000
const day = 24 * 60 * minute

async function start(options: Partial<Parameters<typeof startGateway>[0]> = {}) {
  const owned = options.password === undefined
  const gateway = await startGateway({
    upstream,
    database,
    now: () => now,
    isSignInRequired: true,
    admitsOwner: owned,
    ...options,
  })
  running.push(gateway)
  return gateway
}

beforeEach(async () => {
  now = new Date('2030-01-01T00:00:00Z')
  upstream = await startUpstream()
  database = await emptyDatabase()
  running = []
})
afterEach(async () => {
  for (const server of running) await server.close()
  await upstream?.close()
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

async function enter({ origin }: TestGateway, address: string) {
  const response = await fetch(`${origin}/gateway/session/owner`, {
    method: 'POST',
    body: JSON.stringify({ token: address.split('#sign-in=')[1] }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { status: response.status, cookie }
}

const ask = async ({ origin }: TestGateway, method: string, cookie: string, at = 'connections') =>
  (await fetch(`${origin}/gateway/${at}`, { method, headers: { cookie } })).status

it('an address signs in within a day, at any server of the database, and a restart keeps who is signed in', async () => {
  const one = await start()
  const two = await start()
  const [first, second] = [
    await one.gateway.signInAddress('/'),
    await one.gateway.signInAddress('/'),
  ]
  later(day - minute)
  const { status, cookie } = await enter(two, first)
  expect(status).toBe(200)
  later(minute)
  expect((await enter(two, second)).status).toBe(401)
  expect(await ask(one, 'GET', cookie)).toBe(200)
  const three = await start()
  expect(await ask(three, 'GET', cookie)).toBe(200)
  later(30 * day)
  expect(await ask(three, 'GET', cookie)).toBe(401)
})

it('signing out ends a session, a new address in the same browser the one before', async () => {
  const server = await start()
  const { cookie } = await enter(server, await server.gateway.signInAddress('/'))
  const other = await enter(server, await server.gateway.signInAddress('/'))
  expect(await ask(server, 'DELETE', cookie, 'session')).toBe(200)
  expect(await ask(server, 'GET', cookie)).toBe(401)
  expect(await ask(server, 'GET', other.cookie)).toBe(200)
  const anew = await fetch(`${server.origin}/gateway/session/owner`, {
    method: 'POST',
    headers: { cookie: other.cookie },
    body: JSON.stringify({
      token: (await server.gateway.signInAddress('/')).split('#sign-in=')[1],
    }),
  })
  expect(anew.status).toBe(200)
  later(minute)
  expect(await ask(server, 'GET', other.cookie)).toBe(401)
})

it('where people have passwords no address signs in, nor a session that one had begun', async () => {
  const before = await start()
  const address = await before.gateway.signInAddress('/')
  const { cookie } = await enter(before, address)
  const unused = await before.gateway.signInAddress('/')
  const guarded = await start({ password: 'open sesame' })
  const [name = '', value = ''] = cookie.split('=')
  expect(name).toBe('quarterdeck_session_55555555')
  expect(await ask(guarded, 'GET', `quarterdeck_session=${value}`)).toBe(401)
  expect((await enter(guarded, unused)).status).toBe(404)
  await expect(guarded.gateway.signInAddress('/')).rejects.toThrow('by an address')
  const session = await (await fetch(`${guarded.origin}/gateway/session`)).json()
  expect(session).not.toHaveProperty('by_address')
})

it('a name and a password sign nobody in where the server belongs to whoever started it', async () => {
  await start({ password: 'open sesame' })
  const owned = await start()
  const response = await fetch(`${owned.origin}/gateway/session`, {
    method: 'POST',
    body: JSON.stringify({ password: 'open sesame' }),
  })
  expect(response.status).toBe(403)
})

it('33.4: the log names the API key where a program came with it, and the owner where they signed in by an address', async () => {
  const server = await start()
  const { cookie } = await enter(server, await server.gateway.signInAddress('/'))
  const view = { page: 'runs', name: 'Failed', query: '?status=failed' }
  const send = async (headers: Record<string, string>) =>
    fetch(`${server.origin}/gateway/connections/local/views`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(view),
    })
  await send({ 'x-api-key': key })
  await send({ cookie })
  const response = await fetch(`${server.origin}/gateway/audit`, { headers: { cookie } })
  const { resources } = await response.json()
  const written = resources.filter(({ action }: { action: string }) => /view/i.test(action))
  expect(written.map(({ user_name }: { user_name: string }) => user_name)).toEqual([
    'owner of this server',
    'API key',
  ])
  const { resources: found } = await fetch(`${server.origin}/gateway/audit?user_name=owner`, {
    headers: { cookie },
  }).then((answer) => answer.json())
  expect(found.map(({ action }: { action: string }) => action)).toEqual([
    'createView',
    'createOwnerSession',
  ])
})
