import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Change } from '../../../src/contract/gateway/changes.ts'
import { gathered } from '../../../src/server/cluster/changes.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'
import { dataOf, sseOf } from '../agent-server/sse.ts'

let stack: Stack
let deploymentId: string
beforeAll(async () => {
  stack = await startStack()
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('Hello'))
  const { deployment } = await stack.deploy(repository.folder)
  deploymentId = deployment.id
})
afterAll(() => stack?.close())

async function open(query = '') {
  const controller = new AbortController()
  const { signal } = controller
  const response = await fetch(`${stack.url}/gateway/changes${query}`, { signal })
  const stream = sseOf(response, controller)
  // It comes first, and then whenever it is due.
  const next = async () => {
    for (;;) {
      const event = await stream.next()
      if (event?.event !== 'ping') return event
    }
  }
  return { ...stream, next }
}

/** What is told from now on, as it comes. */
async function follow(query?: string) {
  const stream = await open(query)
  const ready = await stream.next()
  expect(ready?.event).toBe('ready')
  return {
    sinceMs: dataOf<{ since_ms: number }>(ready).since_ms,
    /** Waits for a change of the area, and answers it with all that were told before it. */
    async until(area: Change['area']): Promise<Change[]> {
      const told: Change[] = []
      while (!told.some((change) => change.area === area)) {
        const event = await stream.next()
        if (!event) throw new Error(`The stream ended after ${JSON.stringify(told)}.`)
        told.push(...(event.data as Change[]))
      }
      return told
    },
    close: () => stream.drop(),
  }
}

it('tells of each part that a request changed, whoever sent it, and of what a run does by itself', async () => {
  const changes = await follow()
  const thread = await stack.json<{ thread_id: string }>('POST', '/agents/agent/threads', {})
  expect(await changes.until('agent')).toEqual([{ area: 'agent', deployment_id: deploymentId }])
  // Refused and read: nothing of that is told.
  await stack.call('POST', '/agents/agent/threads', { metadata: 'no object' })
  await stack.call('POST', '/agents/agent/threads/search', {})
  await stack.call('PATCH', '/gateway/connections/local', { color: 'red' })
  expect(await changes.until('gateway')).toEqual([{ area: 'gateway', deployment_id: null }])
  await stack.call('PATCH', `/api-host/v2/deployments/${deploymentId}`, {
    source_config: { build_on_push: false },
  })
  await changes.until('control-plane')
  const runs = `/agents/agent/threads/${thread.thread_id}/runs`
  await stack.call('POST', `${runs}/wait`, { assistant_id: 'agent', input: {} })
  await changes.until('agent')
  changes.close()
  // Who comes late is told when the last change was.
  const before = performance.now()
  await stack.call('PATCH', '/gateway/connections/local', { color: null })
  const late = await follow()
  expect(late.sinceMs).toBeGreaterThanOrEqual(0)
  expect(late.sinceMs).toBeLessThanOrEqual(performance.now() - before)
  late.close()
})

const connect = async (kind: string, base_url: string) => {
  const body = { name: kind, kind, base_url, api_key: stack.apiKey }
  const made = await stack.json<{ id: string }>('POST', '/gateway/connections', body)
  // It is asked for what only servers of this kind have once a test has told that it is one.
  await stack.json('POST', `/gateway/connections/${made.id}/test`, {})
  return `?connection_id=${made.id}`
}

it('33.2.4: tells of another stack of its kind what that one tells, and of what is kept here', async () => {
  const changes = await follow(await connect('self_hosted', `${stack.url}/api-host`))
  await stack.call('POST', '/agents/agent/threads', {})
  expect(await changes.until('agent')).toContainEqual({
    area: 'agent',
    deployment_id: deploymentId,
  })
  await stack.call('PATCH', '/gateway/connections/local', { color: 'red' })
  await changes.until('gateway')
  changes.close()
})

it('33.2.4: never says that it hears of a server that tells nothing, but tells what is kept here', async () => {
  for (const kind of ['agent_server', 'self_hosted']) {
    const changes = await open(await connect(kind, `${stack.url}/agents/agent`))
    await stack.call('PATCH', '/gateway/connections/local', { color: null })
    expect(await changes.next()).toMatchObject({
      event: 'changed',
      data: [{ area: 'gateway', deployment_id: null }],
    })
    changes.drop()
  }
  const unknown = await stack.call('GET', `/gateway/changes?connection_id=${randomUUID()}`)
  expect(unknown.status).toBe(404)
})

it('tells many changes at once as one of all', () => {
  const some = (count: number): Change[] =>
    Array.from({ length: count }, (_, index) => ({
      area: 'agent',
      deployment_id: String(index % 60),
    }))
  expect(gathered([...some(3), ...some(3)])).toHaveLength(3)
  expect(gathered(some(60))).toEqual([{ area: 'all', deployment_id: null }])
})
