import { randomUUID } from 'node:crypto'
import http from 'node:http'
import path from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

let stack: Stack
let seen: string
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())
beforeEach(() => {
  seen = ''
})

/** As a page of ours does it: through the gateway, without a key. Keeps every byte that came. */
async function browse(method: string, address: string, body?: unknown): Promise<Response> {
  const response = await fetch(stack.url + address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.clone().text()
  seen += `${[...response.headers].join('\n')}\n${text}\n`
  return response
}

/** A raw request: fetch does not let a program choose these headers. */
function raw(
  address: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number | undefined; body: string; headers: http.IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    http
      .request(stack.url + address, { method, headers }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text) => {
          body += text
        })
        response.on('end', () =>
          resolve({ status: response.statusCode, body, headers: response.headers }),
        )
      })
      .on('error', reject)
      .end()
  })
}

const local = '/gateway/connections/local'

describe('the whole path', () => {
  let project: TestRepository
  let deployment: Deployment
  beforeAll(async () => {
    project = await makeRepository(path.join(stack.folder, 'project'), agentProject('one'))
    const deployed = await stack.deploy(project.folder, { secrets: { TOKEN: 'a-secret-value' } })
    expect(deployed.revision.status_reason).toBeNull()
    deployment = deployed.deployment
  })

  const answer = async (agent = `${local}/agents/${deployment.id}`) => {
    const thread = (await (await browse('POST', `${agent}/threads`, {})).json()) as {
      thread_id: string
    }
    const response = await browse('POST', `${agent}/threads/${thread.thread_id}/runs/wait`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'hello' }] },
    })
    const values = (await response.json()) as { messages: { content: string }[] }
    return values.messages.at(-1)?.content
  }

  it('a deployed project answers through the gateway, votes are recorded, and no byte holds the key', async () => {
    expect(await answer()).toBe('one')
    const agent = `${local}/agents/${deployment.id}`
    const thread = (await (await browse('POST', `${agent}/threads`, {})).json()) as {
      thread_id: string
    }
    const stream = await browse('POST', `${agent}/threads/${thread.thread_id}/runs/stream`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'hello' }] },
      stream_mode: 'updates',
      feedback_keys: ['user_score'],
    })
    const text = await stream.text()
    const run = /runs\/([0-9a-f-]{36})/.exec(stream.headers.get('content-location') ?? '')?.[1]
    const url = /"user_score":"([^"]+)"/.exec(text)?.[1] ?? ''
    expect(url).toMatch(new RegExp(`^${stack.url}/api/v1/feedback/tokens/[0-9a-f-]{36}$`))
    const vote = `${local}/tracing${new URL(url).pathname}`
    expect((await browse('POST', vote, { score: 1 })).status).toBe(200)
    const votes = await browse('GET', `${local}/tracing/api/v1/feedback?run=${run}`)
    expect(await votes.json()).toMatchObject([{ key: 'user_score', score: 1 }])
    const tokens = await browse('GET', `${local}/tracing/api/v1/feedback/tokens?run_id=${run}`)
    expect(await tokens.json()).toMatchObject([{ url }])
    const atRoot = { headers: { 'x-api-key': stack.apiKey } }
    const known = await fetch(`${stack.url}/feedback?run=${run}`, atRoot)
    expect(await known.json()).toMatchObject([{ key: 'user_score', score: 1 }])

    const control = `${local}/control-plane/v2`
    await browse('GET', '/gateway/connections')
    await browse('GET', '/gateway/session')
    await browse('GET', `${control}/deployments`)
    await browse('GET', `${control}/auth/providers`)
    const revision = `${control}/deployments/${deployment.id}/revisions/${deployment.latest_revision_id}`
    await browse('GET', `${revision}/logs?type=build`)
    await browse('GET', `${revision}/logs?type=deploy`)
    await browse('GET', `${control}/nothing`)
    await browse('POST', `${control}/deployments`, { name: 1 })
    expect(seen).not.toContain(stack.apiKey)
    expect(seen).not.toContain('a-secret-value')
  })

  it('the vendor’s newest client streams through the gateway, and at the deployment’s own address', async () => {
    const gateway = { apiUrl: `${stack.url}${local}/agents/${deployment.id}` }
    const own = { apiUrl: `${stack.url}/agents/agent`, apiKey: stack.apiKey }
    for (const at of [gateway, own]) {
      const client = new Client({ ...at, callerOptions: { maxRetries: 0 } })
      const thread = client.threads.stream(randomUUID(), { assistantId: 'agent' })
      await thread.run.start({ input: { messages: [{ type: 'human', content: 'hello' }] } })
      const { messages } = (await thread.output) as { messages: { content: string }[] }
      expect(messages.map(({ content }) => content)).toEqual(['hello', 'one'])
      await thread.close()
    }
    const events = `${stack.url}/agents/agent/threads/${randomUUID()}/stream/events`
    const body = JSON.stringify({ channels: ['values'] })
    expect((await fetch(events, { method: 'POST', body })).status).toBe(401)
  })

  it('a graph that throws while loading fails with its reason, and the old revision answers on', async () => {
    await project.commit({ 'agent.ts': "throw new Error('boom at the top')\n" })
    const patched = await stack.json<Deployment>(
      'PATCH',
      `/api-host/v2/deployments/${deployment.id}`,
      {
        source_revision_config: { repo_ref: 'main' },
      },
    )
    const failed = await stack.settled(deployment.id, patched.latest_revision_id)
    expect(failed.status).toBe('DEPLOY_FAILED')
    expect(failed.status_reason).toContain('boom at the top')
    expect(failed.status_reason).not.toMatch(/\n\s+at /)
    expect(await answer()).toBe('one')
  })

  it('a new revision takes over without failing a request', async () => {
    await project.commit(agentProject('two'))
    const patched = await stack.json<Deployment>(
      'PATCH',
      `/api-host/v2/deployments/${deployment.id}`,
      {
        source_revision_config: { repo_ref: 'main' },
      },
    )
    let isSettled = false
    const asking = (async () => {
      const answers: (string | undefined)[] = []
      while (!isSettled) answers.push(await answer())
      return answers
    })()
    const revision = await stack.settled(deployment.id, patched.latest_revision_id)
    isSettled = true
    expect(revision.status).toBe('DEPLOYED')
    expect([...new Set(await asking)].filter((text) => text !== 'one' && text !== 'two')).toEqual(
      [],
    )
    expect(await answer()).toBe('two')
  })
})

describe('the door', () => {
  it('refuses other host names (DNS rebinding), on every part', async () => {
    const { port } = new URL(stack.url)
    for (const address of [
      '/',
      '/gateway/connections',
      '/api-host/v2/deployments',
      '/agents/x/ok',
    ]) {
      expect((await raw(address, { host: 'evil.example' })).status).toBe(403)
      expect((await raw(address, { host: `127.0.0.1.evil.example:${port}` })).status).toBe(403)
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, 'LOCALHOST']) {
      expect([host, (await raw('/gateway/connections', { host })).status]).toEqual([host, 200])
    }
  })

  it('refuses pages of other sites, and bodies that are too large', async () => {
    const refused = await raw(`${local}/control-plane/v2/deployments`, {
      origin: 'https://evil.example',
    })
    expect(refused.status).toBe(403)
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
    const large = await stack.call(
      'POST',
      '/api-host/v2/deployments',
      `{"name":"${'x'.repeat(17 * 1024 * 1024)}"}`,
    )
    expect(large.status).toBe(413)
    expect(await large.json()).toEqual({ detail: expect.any(String) })
    // Without an announced length: cut off as soon as it is too much.
    for (const address of ['/api-host/v2/deployments', `${local}/control-plane/v2/deployments`]) {
      let sent = 0
      const endless = new ReadableStream({
        pull(controller) {
          sent += 1
          if (sent > 18) controller.close()
          else controller.enqueue(new Uint8Array(1024 * 1024))
        },
      })
      const response = await fetch(stack.url + address, {
        method: 'POST',
        headers: { 'x-api-key': stack.apiKey },
        body: endless,
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(413)
    }
    const small = await fetch(`${stack.url}${local}/control-plane/v2/deployments`, {
      method: 'POST',
      body: new Blob(['{}']).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(small.status).toBe(422)
  })

  it('answers every refusal as JSON with detail', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const [method, address, status] of [
      ['GET', '/api-host/v2/nothing', 404],
      ['GET', '/api/v1/nothing', 404],
      ['GET', '/agents/nobody/ok', 404],
      ['DELETE', '/', 404],
      ['GET', `/api-host/v2/deployments/%00`, 400],
      ['GET', `${local}/agents/${nobody}/threads`, 404],
    ] as const) {
      const response = await stack.call(method, address)
      expect([address, response.status]).toEqual([address, status])
      expect(await response.json()).toEqual({ detail: expect.any(String) })
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    }
    for (const address of [
      '/api-host/v2/deployments',
      '/agents/agent/ok',
      '/api/v1/feedback?run=x',
    ]) {
      expect((await fetch(stack.url + address)).status).toBe(401)
    }
  })
})
