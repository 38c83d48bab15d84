import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { AuditEntry } from '../../../src/contract/gateway/audit.ts'
import type { User } from '../../../src/contract/gateway/users.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

const password = 'open sesame'
let stack: Stack
let cookie: string
let byProgram: Deployment
beforeAll(async () => {
  stack = await startStack({ password })
  const response = await fetch(`${stack.url}/gateway/session`, {
    method: 'POST',
    body: JSON.stringify({ password }),
  })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  await write()
})
afterAll(() => stack?.close())

/** As somebody at the console. */
async function console<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(stack.url + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : null) as Answer
}

async function log(query: Record<string, string> = {}) {
  const { resources } = await console<{ resources: AuditEntry[] }>(
    'GET',
    `/gateway/audit?${new URLSearchParams(query)}`,
  )
  return resources
}

const external = (name: string) => ({
  name,
  source: 'external_docker',
  source_config: { custom_url: 'http://127.0.0.1:9/at' },
  source_revision_config: {},
  secrets: [],
})

/** What the log is to tell: by a program, by a stranger, and by somebody at the console. */
async function write() {
  byProgram = await stack.json('POST', '/api-host/v2/deployments', external('by-program'))
  await stack.json('GET', '/api-host/v2/deployments')
  const stranger = await fetch(`${stack.url}/api-host/v2/deployments`, {
    method: 'POST',
    headers: { 'x-api-key': 'a key of a stranger' },
    body: JSON.stringify(external('by-stranger')),
  })
  expect(stranger.status).toBe(401)
  await stack.json('DELETE', `/api-host/v2/deployments/${byProgram.id}`)

  const deployments = '/gateway/connections/local/control-plane/v2/deployments'
  const made = await console<Deployment>('POST', deployments, external('by-console'))
  const user = await console<User>('POST', '/gateway/users', {
    name: 'ada',
    role: 'viewer',
    password: 'the password of ada',
  })
  await console('PATCH', `/gateway/users/${user.id}`, { role: 'operator' })
  await console('DELETE', `${deployments}/${made.id}`)
  // Who leaves this one would cancel the run.
  await fetch(
    `${stack.url}/gateway/connections/local/agents/${made.id}/threads/t/runs/r/join?cancel_on_disconnect=true`,
    { headers: { cookie } },
  )
}

it('holds what programs write with the API key, and not what strangers try', async () => {
  const entries = await log({ user_name: 'api key' })
  expect(entries.map(({ action, subject_name }) => [action, subject_name])).toEqual([
    ['deleteDeployment', 'by-program'],
    ['createDeployment', null],
  ])
  expect(entries[0]).toMatchObject({
    user_name: 'API key',
    connection_id: 'local',
    deployment_id: byProgram.id,
    result: 'done',
    path: `/api-host/v2/deployments/${byProgram.id}`,
  })
})

it('says what was set, with the value of no secret', async () => {
  const [, changed, added, deployed] = await log({ user_name: 'admin' })
  expect(changed).toMatchObject({
    action: 'patchUser',
    subject_name: 'ada',
    changes: [{ field: 'role', value: 'operator' }],
  })
  expect(added?.changes).toEqual([
    { field: 'name', value: 'ada' },
    { field: 'role', value: 'viewer' },
    { field: 'password' },
  ])
  expect(deployed?.changes).toEqual([
    { field: 'name', value: 'by-console' },
    { field: 'source', value: 'external_docker' },
    { field: 'source_config.custom_url', value: 'http://127.0.0.1:9/at' },
    { field: 'secrets' },
  ])
  const [, program] = await log({ user_name: 'API key' })
  expect(program?.changes).toContainEqual({ field: 'name', value: 'by-program' })
  expect(JSON.stringify(await log())).not.toMatch(/the password/)
})

it('holds what goes through the gateway to the local stack once', async () => {
  const about = await log({ subject_name: 'Y-CON' })
  expect(about.map(({ action, user_name }) => [action, user_name])).toEqual([
    ['deleteDeployment', 'admin'],
  ])
  expect(await log({ action: 'delete deployment' })).toHaveLength(2)
})

it('is filtered by parts of the words that are shown', async () => {
  const actions = async (action: string) =>
    [...new Set((await log({ action })).map((entry) => entry.action))].sort()
  expect(await actions('Create dep')).toEqual(['createDeployment'])
  expect(await actions('change user')).toEqual(['patchUser'])
  expect(await actions('SIGN IN')).toEqual(['createSession'])
  expect(await actions('patchUser')).toEqual(['patchUser'])
  expect(await actions('%')).toEqual([])
})

it('keeps reads out of the way, also those that could have cancelled a run', async () => {
  expect((await log()).every(({ method }) => method !== 'GET')).toBe(true)
  const [read] = await log({ reads: 'true', action: 'join run' })
  expect(read).toMatchObject({ method: 'GET', action: 'joinRun' })
})

it('holds what was refused for characters that the database cannot keep, and names cut within one', async () => {
  const named = (name: string) => stack.call('POST', '/api-host/v2/deployments', external(name))
  expect((await named('a\u0000b')).status).toBe(422)
  expect((await named(`${'a'.repeat(199)}👍`)).status).toBe(422)
  expect((await named('\ud800')).status).toBe(422)
  const entries = await log({ user_name: 'API key', action: 'createDeployment' })
  const names = entries.flatMap(
    ({ changes }) => changes?.find(({ field }) => field === 'name') ?? [],
  )
  expect(names.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['a\ufffdb', `${'a'.repeat(199)}\ufffd`, '\ufffd']),
  )
})
