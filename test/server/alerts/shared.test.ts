import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AlertEvent } from '../../../src/contract/alerts/events.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { createPostgresDatabase } from '../../helpers/postgres.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { type ServerProcess, startProcess } from '../app/server-process.ts'
import { type Receiver, startReceiver } from './receiver.ts'

eachMayTake(2)

/** A server that the test kills, and two on the same database that go on. */
const secretKey = 'one secret key for all of the servers'
let folder: string
let databaseUrl: string
let receiver: Receiver
let doomed: ServerProcess | undefined
const stacks: Stack[] = []
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-alerts-'))
  databaseUrl = await createPostgresDatabase()
  receiver = await startReceiver()
})
afterAll(async () => {
  await doomed?.end('SIGKILL')
  for (const stack of stacks) await stack.close()
  await receiver?.close()
  await rm(folder, { recursive: true, force: true })
})

async function startServer(): Promise<Stack> {
  const stack = await startStack({
    databaseUrl,
    secretKey,
    openDatabase: undefined,
    alerts: { evaluateMs: 500 },
    cluster: { pollMs: 500 },
  })
  stacks.push(stack)
  return stack
}

async function ask<Answer>(server: Pick<Stack, 'call'>, ...asked: Parameters<Stack['call']>) {
  const response = await server.call(...asked)
  if (response.ok) return (await response.json()) as Answer
  throw new Error(`${asked[1]} answered ${response.status}: ${await response.text()}`)
}

it('what a killed server was sending another one sends with the same id, and of two servers one tells, once', async () => {
  const project = await makeRepository(path.join(folder, 'project'), {
    'langgraph.json': '{"graphs": {"agent": "./none.ts:graph"}}',
  })
  const env = {
    DATABASE_URL: databaseUrl,
    QUARTERDECK_SECRET_KEY: secretKey,
    QUARTERDECK_LEASE_SECONDS: '5',
  }
  doomed = await startProcess(path.join(folder, 'doomed'), { env })
  const channel = await ask<{ id: string }>(doomed, 'POST', '/gateway/alerts/channels', {
    name: 'Hook',
    kind: 'webhook',
    url: receiver.url,
  })
  await ask(doomed, 'POST', '/gateway/alerts/rules', {
    name: 'Rollouts',
    kind: 'rollout_failed',
    channel_ids: [channel.id],
  })
  // The receiver has the message, and says nothing of it.
  receiver.answer = () => undefined
  const deployment = await ask<Deployment>(doomed, 'POST', '/api-host/v2/deployments', {
    name: 'agent',
    source: 'github',
    source_config: { repo_url: project.folder },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  await expect.poll(() => receiver.received.length).toBe(1)
  receiver.answer = (response) => response.writeHead(204).end()
  await doomed.end('SIGKILL')

  const one = await startServer()
  const two = await startServer()
  const states = async () => {
    const { resources } = await two.json<{ resources: AlertEvent[] }>(
      'GET',
      '/gateway/alerts/events',
    )
    return resources.flatMap(({ messages }) => messages.map(({ phase, state }) => [phase, state]))
  }
  await expect.poll(states).toEqual([['began', 'sent']])
  expect(receiver.received).toHaveLength(2)
  const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(second).toBe(first)

  await project.commit({ 'none.ts': agentProject('hello')['agent.ts'] ?? '' })
  const patched = await one.json<Deployment>('PATCH', `/api-host/v2/deployments/${deployment.id}`, {
    source_revision_config: { repo_ref: 'main' },
  })
  const fixed = await one.settled(deployment.id, patched.latest_revision_id)
  expect([fixed.status, fixed.status_reason]).toEqual(['DEPLOYED', null])
  await expect.poll(states).toEqual([
    ['began', 'sent'],
    ['ended', 'sent'],
  ])
  await project.commit({ 'none.ts': 'export {}' })
  const broken = await two.json<Deployment>('PATCH', `/api-host/v2/deployments/${deployment.id}`, {
    source_revision_config: { repo_ref: 'main' },
  })
  await two.settled(deployment.id, broken.latest_revision_id)
  await expect.poll(states).toHaveLength(3)
  await expect.poll(async () => (await states()).every(([, state]) => state === 'sent')).toBe(true)
  expect(receiver.lines()).toEqual([
    'alert.began A rollout of agent failed',
    'alert.began A rollout of agent failed',
    'alert.ended A rollout of agent failed',
    'alert.began A rollout of agent failed',
  ])
})
