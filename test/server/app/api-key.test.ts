import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import { createLog, secretRegister } from '../../../src/server/process/log.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

eachMayTake(2)

const address = '/gateway/api-key'
const deployments = '/api-host/v2/deployments'

/** One address of each part that the key opens. */
const opened = [deployments, '/agents/none/threads/x', '/api/v1/feedback', '/backup']

const statusesOf = (stack: Stack, key: string, addresses: readonly string[] = opened) =>
  Promise.all(
    addresses.map(
      async (one) => (await fetch(stack.url + one, { headers: { 'x-api-key': key } })).status,
    ),
  )

const rotate = (stack: Stack, key: string) =>
  fetch(`${stack.url + address}/rotate`, { method: 'POST', headers: { 'x-api-key': key } })

const keyFile = (stack: Stack) => path.join(stack.folder, 'data', 'api-key')

let stacks: Stack[] = []
async function start(...args: Parameters<typeof startStack>): Promise<Stack> {
  const stack = await startStack(...args)
  stacks.push(stack)
  return stack
}
const closeAll = async () => {
  await Promise.all(stacks.map((stack) => stack.close()))
  stacks = []
}

describe('§5.1 the API key of a server with an embedded database', () => {
  afterEach(closeAll)

  it('is replaced by an administrator: told once, kept in its file, and the former one opens nothing', async () => {
    const lines: string[] = []
    const secrets = secretRegister()
    const log = createLog({
      level: 'debug',
      format: 'json',
      secrets,
      write: (line) => lines.push(line),
    })
    const password = 'open sesame'
    const stack = await start({ password, log, secrets })
    const former = stack.apiKey
    const before = await statusesOf(stack, former)
    expect(before).not.toContain(401)
    const signedIn = await fetch(`${stack.url}/gateway/session`, {
      method: 'POST',
      body: JSON.stringify({ password }),
    })
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const read = async <Answer>(at: string) =>
      (await (await fetch(stack.url + at, { headers: { cookie } })).json()) as Answer
    expect(await read(address)).toEqual({ can_rotate: true, made_at: null })

    const answer = await fetch(`${stack.url + address}/rotate`, {
      method: 'POST',
      headers: { cookie },
    })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const { key, made_at } = (await answer.json()) as { key: string; made_at: string }
    expect(key).toMatch(/^qd_[\w-]{43}$/)
    expect(await statusesOf(stack, former)).toEqual(opened.map(() => 401))
    expect(await statusesOf(stack, key)).toEqual(before)
    expect(await readFile(keyFile(stack), 'utf8')).toBe(`${key}\n`)
    expect((await stat(keyFile(stack))).mode & 0o777).toBe(0o600)
    // People at the console go on: the gateway sends the new one.
    const through = `/gateway/connections/local/control-plane/v2/deployments`
    expect(await read(through)).toMatchObject({ resources: [] })

    const told = JSON.stringify(await read<unknown>(address))
    expect(JSON.parse(told)).toEqual({ can_rotate: true, made_at })
    const audit = await read<{ resources: AuditEntry[] }>('/gateway/audit')
    expect(audit.resources[0]).toMatchObject({
      action: 'rotateApiKey',
      user_name: 'admin',
      status: 200,
      changes: null,
    })
    // Whatever is written of it from now on.
    log.warn({ key }, `somebody sent ${key}`)
    for (const text of [told, JSON.stringify(audit), lines.join('')]) {
      for (const secret of [key, former]) expect(text).not.toContain(secret)
    }
  })

  it('is replaced once for each who asks, one after the other, and the last one counts', async () => {
    const stack = await start()
    const answers = await Promise.all([rotate(stack, stack.apiKey), rotate(stack, stack.apiKey)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const keys = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { key: string }).key),
    )
    const kept = (await readFile(keyFile(stack), 'utf8')).trim()
    expect(keys).toContain(kept)
    const statuses = await Promise.all(keys.map((key) => statusesOf(stack, key, [deployments])))
    expect(statuses).toEqual(keys.map((key) => [key === kept ? 200 : 401]))
  })

  it('that the settings give is refused with a sentence, and stays', async () => {
    const apiKey = 'qd_set-by-hand-for-everybody'
    const stack = await start({ apiKey })
    const answer = await rotate(stack, apiKey)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toEqual({
      detail: expect.stringContaining('The key is set as QUARTERDECK_API_KEY'),
    })
    const state = await fetch(stack.url + address, { headers: { 'x-api-key': apiKey } })
    expect(await state.json()).toMatchObject({ can_rotate: false })
    expect(await statusesOf(stack, apiKey, [deployments])).toEqual([200])
  })
})

describe('§5.1 the API key of servers that share a database', () => {
  let one: Stack
  let two: Stack
  const secretKey = 'one secret key for all the servers here'
  let databaseUrl: string
  beforeAll(async () => {
    databaseUrl = await createPostgresDatabase()
    one = await start({ databaseUrl, secretKey, openDatabase: undefined })
    two = await start({ databaseUrl, secretKey, openDatabase: undefined })
  })
  afterAll(closeAll)

  it('is replaced at any of them for all, and for those that start later', async () => {
    const former = one.apiKey
    const answer = await rotate(two, former)
    const { key } = (await answer.json()) as { key: string }
    expect(await statusesOf(two, former, [deployments])).toEqual([401])
    await expect.poll(() => statusesOf(one, key, [deployments])).toEqual([200])
    expect(await statusesOf(one, former, opened)).toEqual(opened.map(() => 401))
    for (const stack of [one, two]) {
      await expect.poll(() => readFile(keyFile(stack), 'utf8')).toBe(`${key}\n`)
    }
    const through = '/gateway/connections/local/control-plane/v2/deployments'
    expect((await fetch(one.url + through)).status).toBe(200)

    const later = await start({ databaseUrl, secretKey, openDatabase: undefined })
    expect(later.apiKey).toBe(key)
  })
})
