import { readFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import { askSignInAddress } from '../../../src/server/operations/commands/ask-sign-in-address.ts'
import { ownKey } from '../../../src/server/operations/own-key.ts'
import { createLog, secretRegister } from '../../../src/server/process/log.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { askAsStranger } from './strangers.ts'

/** A server as `npm start` starts it, on a machine that others have an account on. */
let stack: Stack
let log: string
beforeEach(async () => {
  log = ''
  const secrets = secretRegister()
  const write = (line: string) => {
    log += line
  }
  stack = await startStack({
    hasSignIn: true,
    secrets,
    log: createLog({ level: 'debug', format: 'json', secrets, write }),
  })
})
afterEach(() => stack?.close())

const tokenOf = (address: string) => address.split('#sign-in=')[1] ?? ''

async function enter(token: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack.url}/gateway/session/owner`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  })
  const cookie = response.headers.get('set-cookie') ?? ''
  return { status: response.status, cookie, body: await response.json() }
}

const statusOf = async (at: string, headers: Record<string, string> = {}) =>
  (await fetch(stack.url + at, { headers })).status

it('§5 another account of the machine gets 401 everywhere but for what is for strangers', async () => {
  const { open, asked } = await askAsStranger(stack.url)
  expect(asked).toBeGreaterThan(50)
  expect(open).toEqual([])
  expect(await (await fetch(`${stack.url}/gateway/session`)).json()).toEqual({
    required: true,
    signed_in: false,
    role: null,
    user: null,
    expires_at: null,
    by_address: true,
    has_passwords: false,
  })
  for (const token of ['qds_made-up', stack.apiKey, '']) {
    expect([401, 422]).toContain((await enter(token)).status)
  }
})

it('§5 an address signs in once, in one browser; the token is in no log and not in the database', async () => {
  const address = await stack.addressOf('/c/local/deployments')
  expect(address).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/c\/local\/deployments#sign-in=qds_[\w-]{43}$/,
  )
  const token = tokenOf(address)
  const both = await Promise.all([enter(token), enter(token)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  const entered = both.find(({ status }) => status === 200)
  expect(entered?.body).toMatchObject({ signed_in: true, role: 'admin', user: null })
  expect(entered?.cookie).toMatch(
    /^quarterdeck_session_[0-9a-f]{8}=[\w-]{43}; Max-Age=2592000; Path=\/gateway; HttpOnly; SameSite=Strict$/,
  )
  const cookie = entered?.cookie.split(';')[0] ?? ''
  expect(await statusOf('/gateway/connections', { cookie })).toBe(200)
  expect(await statusOf('/gateway/users', { cookie })).toBe(200)
  const again = await enter(token)
  expect(again.body).toEqual({ detail: expect.stringContaining('used before') })

  const answer = await fetch(`${stack.url}/gateway/audit`, { headers: { cookie } })
  const audit = (await answer.json()) as { resources: AuditEntry[] }
  const kept = JSON.stringify(audit)
  expect(kept).toContain('createOwnerSession')
  expect(log).toContain('/gateway/session/owner')
  expect(log + kept).not.toContain(token)
})

it('§5 pages of other sites and other names of the server sign nobody in', async () => {
  const token = tokenOf(await stack.addressOf('/'))
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await enter(token, foreign)).status).toBe(403)
  const { hostname, port } = new URL(stack.url)
  const rebound = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: `evil.example:${port}`, 'x-api-key': stack.apiKey }
    http
      .get({ hostname, port, path: '/gateway/connections', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
  })
  expect(rebound).toBe(403)
  expect((await enter(token)).status).toBe(200)
})

it('whoever reads the data directory gets another address, and uses the gateway by the API key', async () => {
  const dataDir = path.join(stack.folder, 'data')
  const given = { dataDir, configFile: null, env: {} }
  const address = await askSignInAddress(given)
  expect((await enter(tokenOf(address))).status).toBe(200)
  expect(await statusOf('/gateway/connections', { 'x-api-key': stack.apiKey })).toBe(200)
  expect(await statusOf('/gateway/connections', { 'x-api-key': 'qd_wrong' })).toBe(401)
  expect(await ownKey(stack.url, dataDir)).toBe(stack.apiKey)
  expect(await ownKey('http://127.0.0.1:9', dataDir)).toBeUndefined()
  const other = { ...given, env: { QUARTERDECK_API_KEY: 'another-key-of-twenty-characters' } }
  await expect(askSignInAddress(other)).rejects.toThrow('makes no such address')
  expect(await readFile(path.join(dataDir, 'api-key'), 'utf8')).toContain(stack.apiKey)
})
