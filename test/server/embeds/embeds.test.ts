import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/deployments.ts'
import type { EmbedFinding } from '../../../src/contract/embed-check.ts'
import { type Embed, embedDefaults } from '../../../src/contract/embeds.ts'
import type { Run } from '../../../src/contract/runs.ts'
import type { VisitorSession } from '../../../src/contract/visitors.ts'
import { makeRepository } from '../../helpers/git.ts'
import { type Stack, startStack } from '../../helpers/stack.ts'

/** Answers with what it was asked; waits where it is told to, until the run is cancelled. */
const agent = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { AIMessage, SystemMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async ({ messages }, { signal }) => {
    const asked = String(messages.at(-1)?.content)
    if (asked === 'wait') await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    if (asked === 'fail') throw new Error('SECRET at 10.0.0.3')
    return { messages: [new SystemMessage('SECRET instructions'), new AIMessage('You said ' + asked)] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`,
}

const shop = 'https://shop.example.com'
let stack: Stack
let deployment: Deployment

beforeAll(async () => {
  stack = await startStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), agent)
  deployment = (await stack.deploy(repository.folder)).deployment
})
afterAll(() => stack.close())

/** A call of an operator, in the console's own origin. */
async function operator<Answer>(method: string, address: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${stack.url}/gateway/embeds${address}`, {
    method,
    headers: { origin: stack.url, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

const newEmbed = (settings: Partial<Embed> = {}) =>
  operator<Embed>('POST', '', {
    name: 'Shop',
    connection_id: 'local',
    deployment_id: deployment.id,
    assistant_id: 'agent',
    allowed_origins: [shop],
    ...settings,
  })

/** A call of a page. */
function page(
  embed: Pick<Embed, 'key'>,
  method: string,
  address: string,
  options: { origin?: string; token?: string; body?: unknown } = {},
): Promise<Response> {
  const { origin = shop, token, body } = options
  return fetch(`${stack.url}/embed/${embed.key}/api${address}`, {
    method,
    headers: {
      origin,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const detailOf = async (response: Response) =>
  ((await response.json()) as { detail: string }).detail

async function visit(embed: Embed, body: unknown = {}): Promise<VisitorSession> {
  return (await (await page(embed, 'POST', '/session', { body })).json()) as VisitorSession
}

async function newThread(embed: Embed, token: string): Promise<string> {
  const response = await page(embed, 'POST', '/threads', { token, body: {} })
  return ((await response.json()) as { thread_id: string }).thread_id
}

const says = (content: string) => ({
  assistant_id: 'another',
  input: { messages: [{ role: 'user', content }] },
})

const send = (embed: Embed, token: string, thread: string, body: unknown) =>
  page(embed, 'POST', `/threads/${thread}/runs/stream`, { token, body })

describe('an embed', () => {
  it('is made with defaults, changed, listed and deleted', async () => {
    const embed = await newEmbed()
    expect(embed).toMatchObject({ ...embedDefaults, allowed_origins: [shop], name: 'Shop' })
    expect(embed.key).toMatch(/^emb_/)
    const changed = await operator<Embed>('PATCH', `/${embed.id}`, { title: 'Help' })
    expect(changed).toMatchObject({ title: 'Help', name: 'Shop' })
    expect((await operator<Embed[]>('GET', '')).map(({ id }) => id)).toContain(embed.id)
    await operator('DELETE', `/${embed.id}`)
    await expect(operator('GET', `/${embed.id}`)).rejects.toThrow(/404.*no such embed/)
  })

  it('must lead to a connection that is there', async () => {
    await expect(newEmbed({ connection_id: 'gone' })).rejects.toThrow(/422.*connection_id/)
  })

  it('tells its pages how it looks, and nothing of where it leads', async () => {
    const embed = await newEmbed({ title: 'Lumen', greeting: 'Hello' })
    const response = await page(embed, 'GET', '/config')
    expect(response.headers.get('access-control-allow-origin')).toBe(shop)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ title: 'Lumen', greeting: 'Hello' })
    expect(text).not.toContain(deployment.id)
    expect(text).not.toContain(stack.apiKey)
  })

  it('is a page for frames of its origins only', async () => {
    const embed = await newEmbed({ title: '<b>Help</b>' })
    const response = await fetch(`${stack.url}/embed/${embed.key}`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors 'self' ${shop}`)
    expect(policy).not.toContain('unsafe-inline')
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(await response.text()).not.toContain('<b>')
    const languages = { 'accept-language': 'de-AT,de;q=0.9' }
    const german = await fetch(`${stack.url}/embed/${embed.key}`, { headers: languages })
    expect(await german.text()).toContain('<html lang="de-AT">')
  })
})

describe('a visitor', () => {
  it('talks, reads the conversation again, and rates the answer', async () => {
    const embed = await newEmbed()
    const { token, visitor_id } = await visit(embed)
    const thread = await newThread(embed, token)
    const answer = await send(embed, token, thread, says('hello'))
    expect(answer.headers.get('content-location')).toContain(`/threads/${thread}/runs/`)
    expect(answer.headers.get('access-control-allow-origin')).toBe(shop)
    const text = await answer.text()
    expect(text).toContain('You said hello')
    expect(text).not.toContain('SECRET')
    const state = await (await page(embed, 'GET', `/threads/${thread}/state`, { token })).text()
    expect(state).toContain('You said hello')
    expect(state).not.toContain('SECRET')
    const runs = (await (
      await page(embed, 'GET', `/threads/${thread}/runs`, { token })
    ).json()) as Run[]
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ status: 'success', metadata: {} })
    const threads = await (await page(embed, 'GET', '/threads', { token })).json()
    expect(threads).toMatchObject([{ thread_id: thread, title: 'hello' }])

    const run = runs[0]?.run_id ?? ''
    const tokens = (await (
      await page(embed, 'GET', `/api/v1/feedback/tokens?run_id=${run}`, { token })
    ).json()) as { url: string }[]
    const address = new URL(tokens[0]?.url ?? '').pathname
    const vote = await page(embed, 'POST', address, { token, body: { score: 1 } })
    expect(vote.status).toBe(200)
    const [stored] = await stack.json<{ score: number; metadata: Record<string, string> }[]>(
      'GET',
      `/api/v1/feedback?run=${run}`,
    )
    expect(stored).toMatchObject({ score: 1, metadata: { embed_id: embed.id, visitor_id } })
    const [today] = await operator<object[]>('GET', `/${embed.id}/usage`)
    expect(today).toMatchObject({ visitors: 1, conversations: 1, messages: 1, votes: 1 })
  })

  it('learns that an answer failed, not why', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    const text = await (await send(embed, token, thread, says('fail'))).text()
    expect(text).toContain('The answer failed.')
    const runs = await (await page(embed, 'GET', `/threads/${thread}/runs`, { token })).text()
    expect(text + runs).not.toContain('SECRET')
  })

  it('cannot choose the assistant, the state, the configuration or the length', async () => {
    const embed = await newEmbed({ max_message_length: 20 })
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    const refused: [unknown, number][] = [
      [{ assistant_id: 'x', input: { messages: [] } }, 422],
      [{ assistant_id: 'x', input: { messages: [{ role: 'user', content: ['a'] }] } }, 422],
      [{ assistant_id: 'x', command: { goto: 'answer' } }, 422],
      [{ assistant_id: 'x', command: { update: { messages: [] } } }, 422],
      [{ ...says('hi'), multitask_strategy: 'rollback' }, 422],
      [says('a'.repeat(21)), 422],
    ]
    for (const [body, status] of refused) {
      expect((await send(embed, token, thread, body)).status, JSON.stringify(body)).toBe(status)
    }
    const run = await send(embed, token, thread, {
      ...says('hi'),
      config: { configurable: { secret: 1 } },
      checkpoint_id: 'x',
      interrupt_before: '*',
    })
    expect(await run.text()).toContain('You said hi')
  })

  it('stops an answer where the embed allows it', async () => {
    const embed = await newEmbed()
    const closed = await newEmbed({ can_stop: false })
    for (const [one, status] of [
      [embed, 202],
      [closed, 403],
    ] as const) {
      const { token } = await visit(one)
      const thread = await newThread(one, token)
      const answer = await send(one, token, thread, says('wait'))
      const run = /runs\/([^/]+)$/.exec(answer.headers.get('content-location') ?? '')?.[1]
      const address = `/threads/${thread}/runs/${run}/cancel`
      expect((await page(one, 'POST', address, { token })).status).toBe(status)
      expect((await page(one, 'POST', `${address}?action=rollback`, { token })).status).toBe(403)
      if (status === 202) expect(await answer.text()).toContain('UserInterrupt')
      else await stack.call('POST', `/agents/agent/threads/${thread}/runs/${run}/cancel?wait=true`)
    }
  })
})

describe('an embed refuses', () => {
  it('a stranger’s page, with words that the page can read', async () => {
    const embed = await newEmbed()
    for (const origin of ['https://evil.example', 'null', `${shop}.evil.example`]) {
      const response = await page(embed, 'GET', '/config', { origin })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(await detailOf(response)).toContain('not open to')
    }
    const noOrigin = await fetch(`${stack.url}/embed/${embed.key}/api/config`)
    expect(noOrigin.status).toBe(403)
  })

  it('a key that was changed, and a chat that is switched off', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    const rotated = await operator<Embed>('POST', `/${embed.id}/key`)
    expect((await page(embed, 'GET', '/config')).status).toBe(404)
    expect((await page(rotated, 'GET', '/threads', { token })).status).toBe(200)
    await operator('PATCH', `/${embed.id}`, { is_enabled: false })
    expect((await page(rotated, 'GET', '/threads', { token })).status).toBe(403)
  })

  it('a stolen token: on another origin, on another embed, changed, or none', async () => {
    const embed = await newEmbed({ allowed_origins: [shop, 'https://other.example'] })
    const other = await newEmbed()
    const { token } = await visit(embed)
    const [claims = '', signature = ''] = token.split('.')
    const forged = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const text = Buffer.from(JSON.stringify({ ...forged, visitor_id: 'x' })).toString('base64url')
    const tries: [Embed, { origin?: string; token?: string }][] = [
      [embed, { token, origin: 'https://other.example' }],
      [other, { token }],
      [embed, { token: `${text}.${signature}` }],
      [embed, { token: `${token}.x` }],
      [embed, {}],
    ]
    for (const [one, options] of tries) {
      expect((await page(one, 'GET', '/threads', options)).status).toBe(401)
    }
    expect((await page(embed, 'GET', '/threads', { token })).status).toBe(200)
  })

  it('another visitor’s conversation, run and votes', async () => {
    const embed = await newEmbed()
    const owner = await visit(embed)
    const thief = await visit(embed)
    const thread = await newThread(embed, owner.token)
    const answer = await send(embed, owner.token, thread, says('mine'))
    const run = /runs\/([^/]+)$/.exec(answer.headers.get('content-location') ?? '')?.[1] ?? ''
    await answer.text()
    const { token } = thief
    const tries: [string, string, unknown?][] = [
      ['GET', `/threads/${thread}/state`],
      ['GET', `/threads/${thread}/runs`],
      ['GET', `/threads/${thread}/runs/${run}`],
      ['GET', `/threads/${thread}/runs/${run}/stream`],
      ['POST', `/threads/${thread}/runs/${run}/cancel`],
      ['POST', `/threads/${thread}/runs/stream`, says('hi')],
      ['POST', `/threads/${thread}/runs`, says('hi')],
      ['GET', `/api/v1/feedback/tokens?run_id=${run}`],
      ['GET', `/api/v1/feedback?run=${run}`],
      ['GET', '/api/v1/feedback'],
      ['GET', `/threads/${thread}/history`],
      ['DELETE', `/threads/${thread}`],
      ['POST', '/threads/search', {}],
      ['POST', '/runs/cancel', { status: 'all' }],
    ]
    for (const [method, address, body] of tries) {
      const response = await page(embed, method, address, { token, body })
      expect(response.status, `${method} ${address}`).toBe(404)
    }
  })

  it('an identity that does not hold; one that holds has the same conversations everywhere', async () => {
    const embed = await newEmbed({ requires_identity: true })
    const { identity_secret } = await operator<{ identity_secret: string }>(
      'POST',
      `/${embed.id}/identity-secret`,
    )
    const sign = (user_id: string, expires_at: number, secret = identity_secret) => ({
      user_id,
      expires_at,
      signature: createHmac('sha256', secret)
        .update(`${embed.key}.${user_id}.${expires_at}`)
        .digest('hex'),
    })
    const later = Math.floor(Date.now() / 1_000) + 3_600
    const refused = [
      {},
      { identity: sign('ann', later, 'guess') },
      { identity: { ...sign('ann', later), user_id: 'bob' } },
      { identity: { ...sign('ann', later), expires_at: later + 1 } },
      { identity: sign('ann', 1) },
    ]
    for (const body of refused) {
      expect((await page(embed, 'POST', '/session', { body })).status).toBe(403)
    }
    const first = await visit(embed, { identity: sign('ann', later) })
    const thread = await newThread(embed, first.token)
    const second = await visit(embed, { identity: sign('ann', later) })
    expect(second.visitor_id).toBe(first.visitor_id)
    expect(second.renewal).toBeNull()
    const state = await page(embed, 'GET', `/threads/${thread}/state`, { token: second.token })
    expect(state.status).toBe(200)
    const read = await operator<Embed>('GET', `/${embed.id}`)
    expect(read.has_identity_secret).toBe(true)
    expect(JSON.stringify(read)).not.toContain(identity_secret)
  })

  it('too many messages, too many at once, and too many new visitors, and says when to come back', async () => {
    const embed = await newEmbed({ visitor_messages_per_minute: 2, visitor_concurrent_runs: 1 })
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    await (await send(embed, token, thread, says('one'))).text()
    const waiting = await send(embed, token, thread, says('wait'))
    expect(waiting.status).toBe(200)
    const flooding = await send(embed, token, thread, says('three'))
    expect(flooding.status).toBe(429)
    expect(Number(flooding.headers.get('retry-after'))).toBeGreaterThan(0)
    const atOnce = await newEmbed({ visitor_concurrent_runs: 1 })
    const other = await visit(atOnce)
    const own = await newThread(atOnce, other.token)
    const running = await send(atOnce, other.token, own, says('wait'))
    expect((await send(atOnce, other.token, own, says('again'))).status).toBe(429)
    const run = /runs\/([^/]+)$/.exec(running.headers.get('content-location') ?? '')?.[1]
    const address = `/threads/${own}/runs/${run}/cancel?wait=true`
    expect((await page(atOnce, 'POST', address, { token: other.token })).status).toBe(200)
    await running.text()
    expect((await send(atOnce, other.token, own, says('again'))).status).toBe(200)
    await stack.call('POST', '/agents/agent/runs/cancel?wait=true', { status: 'all' })
    await waiting.text()
  })
})

describe('the examination of an embed on a site', () => {
  async function siteWith(policy: string | null) {
    const server = http.createServer((_request, response) => {
      response.writeHead(200, policy === null ? {} : { 'content-security-policy': policy })
      response.end('<!doctype html>')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}/page`, close: () => server.close() }
  }
  const check = async (embed: Embed, site: string) => {
    const answer = await operator<{ findings: EmbedFinding[] }>('POST', `/${embed.id}/check`, {
      site,
    })
    return Object.fromEntries(answer.findings.map((finding) => [finding.name, finding]))
  }

  it('is content with a site that may, and tells how long a stream takes', async () => {
    const site = await siteWith(null)
    const embed = await newEmbed({ allowed_origins: [new URL(site.url).origin] })
    const findings = await check(embed, site.url)
    site.close()
    const { Script, ...others } = findings
    expect(Script?.found).toContain('widget.js')
    for (const finding of Object.values(others)) expect(finding).toMatchObject({ status: 'ok' })
    expect(findings.Streaming?.found).toMatch(/all 10 within/)
    expect(Object.keys(others)).toEqual([
      'Content-Security-Policy of the site',
      'Allowed origins and CORS',
      'Session',
      'Streaming',
      'Feedback',
    ])
  })

  it('names the origin that is missing, and the directives that block', async () => {
    const site = await siteWith("default-src 'self'")
    const findings = await check(await newEmbed(), site.url)
    site.close()
    const { origin } = new URL(site.url)
    expect(findings['Allowed origins and CORS']).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining(`Add ${origin}`),
    })
    expect(findings['Content-Security-Policy of the site']).toMatchObject({
      status: 'fail',
      fix: expect.stringContaining(new URL(stack.url).origin),
    })
  })
})
