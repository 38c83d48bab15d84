import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import {
  deleteOldAttempts,
  endAttempt,
  endAttemptsOf,
  findAttempt,
  insertAttempt,
  takeAttempt,
} from '../../../src/server/control-plane/oauth/attempt-store.ts'
import {
  type ConnectionRow,
  claimRefresh,
  deleteConnection,
  findConnection,
  listConnections,
  lockPlace,
  releaseRefresh,
  writeTokens,
} from '../../../src/server/control-plane/oauth/connection-store.ts'
import {
  findProviderRecord,
  type ProviderRow,
  recordRegistration,
  updateProvider,
} from '../../../src/server/control-plane/oauth/provider-store.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { emptyDatabase } from '../../helpers/database.ts'

const [own, other] = [randomUUID(), randomUUID()]
const at = new Date('2026-11-20T13:00:00Z')
const minutesLater = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
let database: Database
beforeEach(async () => {
  database = await emptyDatabase()
  for (const id of [own, other]) {
    await database.query(
      `insert into oauth_providers (id, organization_id, provider_id, name, client_id, auth_url, token_url, uses_pkce)
       values ($1::uuid, gen_random_uuid(), $1::text, $1::text, 'first', 'https://a.test', 'https://t.test', true)`,
      [id],
    )
  }
})

/** An authorization that was begun; its `state_hash` is its id. */
async function begun(provider = own, minutes = 0): Promise<string> {
  const id = randomUUID()
  await insertAttempt(database, {
    id,
    provider,
    user_id: 'ana',
    agent_id: null,
    scopes: [],
    state_hash: id,
    sealed_verifier: null,
    redirect_uri: 'https://console.test/callback',
    created_at: minutesLater(minutes),
    expires_at: minutesLater(minutes + 10),
  })
  return id
}
const take = (id: string, provider = own) =>
  takeAttempt(database, { provider, stateHash: id, now: at })
const statusOf = async (id: string) => (await findAttempt(database, id))?.status

it('34: an answer is taken once, by the provider that was asked, and not when the authorization has ended', async () => {
  const [id, another] = [await begun(), await begun()]
  expect(await take(id, other)).toBeUndefined()
  expect(await take(id)).toMatchObject({ id, answered_at: at })
  expect(await take(id)).toBeUndefined()
  expect(await findAttempt(database, another)).toMatchObject({ answered_at: null })
  const ended = await begun()
  await endAttempt(database, ended, { status: 'failed', problem: 'Nobody answered.' })
  expect(await take(ended)).toBeUndefined()
})

it('34: a provider that changes ends what was begun with it, and nothing else', async () => {
  const [open, done, foreign] = [await begun(), await begun(), await begun(other)]
  await endAttempt(database, done, { status: 'completed', problem: null })
  await endAttemptsOf(database, own, 'The provider has changed.')
  expect(await Promise.all([open, done, foreign].map(statusOf))).toEqual([
    'failed',
    'completed',
    'pending',
  ])
})

it('34: old authorizations go', async () => {
  const [old, young] = [await begun(own, 0), await begun(own, 5)]
  await deleteOldAttempts(database, minutesLater(5))
  expect(await Promise.all([old, young].map(statusOf))).toEqual([undefined, 'pending'])
})

/** The tokens of a user at a provider. */
async function connected(user_id: string, provider = own): Promise<ConnectionRow> {
  const key = { provider, user_id, agent_id: null }
  const { id } = await lockPlace(database, key, { id: randomUUID(), now: at })
  const tokens = { asked_scopes: [], granted_scopes: [], sealed_access_token: 'access' }
  await writeTokens(database, {
    id,
    ...tokens,
    sealed_refresh_token: 'refresh',
    expires_at: null,
    now: at,
  })
  return (await findConnection(database, key)) as ConnectionRow
}

it('34: everybody has a connection of their own at each provider', async () => {
  const rows = [await connected('ana'), await connected('ben'), await connected('ana', other)]
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
  expect(rows.map(({ user_id, provider }) => [user_id, provider])).toEqual([
    ['ana', own],
    ['ben', own],
    ['ana', other],
  ])
  for (const { id, ...key } of rows)
    expect(await lockPlace(database, key, { id: randomUUID(), now: at })).toEqual({ id })
})

it('34: one refreshes at a time, with the token that is kept; a claim that was left behind ends by itself', async () => {
  const row = await connected('ana')
  const claim = (minutes: number, token = 'refresh') =>
    claimRefresh(
      database,
      { ...row, sealed_refresh_token: token },
      { now: minutesLater(minutes), until: minutesLater(minutes + 2) },
    )
  expect(await claim(0, 'an earlier one')).toBe(false)
  expect(await claim(0)).toBe(true)
  expect(await claim(1)).toBe(false)
  expect(await claim(2)).toBe(true)
  await releaseRefresh(database, row.id)
  expect(await claim(3)).toBe(true)
})

it('34: a connection is deleted with the token that it was read with, or whatever it has', async () => {
  const { id } = await connected('ana')
  expect(await deleteConnection(database, id, 'an earlier one')).toBe(false)
  expect(await deleteConnection(database, id, 'refresh')).toBe(true)
  const again = await connected('ana')
  expect(await deleteConnection(database, again.id)).toBe(true)
  expect(await deleteConnection(database, again.id)).toBe(false)
})

it('34: connections are listed newest first, of a provider, of a user, in part', async () => {
  for (const [user, provider] of [
    ['ana', own],
    ['ben', own],
    ['ana', other],
  ] as const)
    await connected(user, provider)
  const listed = async (more: { provider?: string; user_id?: string; limit?: number }) => {
    const filter = { provider: undefined, user_id: undefined, limit: 10, offset: 0, ...more }
    return (await listConnections(database, filter)).map((row) => [row.user_id, row.provider])
  }
  expect(await listed({})).toEqual([
    ['ana', other],
    ['ben', own],
    ['ana', own],
  ])
  expect(await listed({ provider: own })).toEqual([
    ['ben', own],
    ['ana', own],
  ])
  expect(await listed({ user_id: 'ana', limit: 1 })).toEqual([['ana', other]])
})

it('34: a client that was registered is kept, unless its record has changed meanwhile', async () => {
  const before = (await findProviderRecord(database, own)) as ProviderRow
  const made = (client_id: string) => ({
    client_id,
    sealed_client_secret: null,
    token_endpoint_auth_method: 'none',
    registration: { issuer: 'https://a.test', registration_endpoint: 'https://a.test/register' },
    registered_redirect_uri: null,
    registered_secret_ends_at: null,
  })
  await recordRegistration(database, { ...before, client_id: 'an earlier one' }, made('second'))
  expect(await findProviderRecord(database, own)).toEqual(before)
  await recordRegistration(database, before, made('second'))
  const after = (await findProviderRecord(database, own)) as ProviderRow
  expect(after.client_id).toBe('second')
  await recordRegistration(database, { ...after, registration: null }, made('third'))
  expect(await findProviderRecord(database, own)).toEqual(after)
  expect((await findProviderRecord(database, other))?.client_id).toBe('first')
})

it('34: a secret that is not given anew stays as it is', async () => {
  const before = (await findProviderRecord(database, own)) as ProviderRow
  const secret = async () => (await findProviderRecord(database, own))?.sealed_client_secret
  await updateProvider(database, before.provider_id, before, 'sealed')
  expect(await secret()).toBe('sealed')
  await updateProvider(database, before.provider_id, { ...before, name: 'Renamed' }, null)
  expect(await secret()).toBe('sealed')
  expect((await findProviderRecord(database, other))?.sealed_client_secret).toBeNull()
})
