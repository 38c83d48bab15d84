import { describe, expect, it } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { detailOf, embedStack, says, shop, signed } from './embed-stack.ts'

const embeds = embedStack({
  trustedProxies: ['loopback'],
})
const { operator, newEmbed, page, visit, newThread, send } = embeds

describe('an embed refuses', () => {
  it('a stranger’s page, with words that the page can read', async () => {
    const embed = await newEmbed()
    for (const origin of ['https://evil.example', 'null', `${shop}.evil.example`]) {
      const response = await page(embed, 'GET', '/config', { origin })
      expect(response.status).toBe(403)
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(await detailOf(response)).toContain('not open to')
    }
    const noOrigin = await fetch(`${embeds.stack.url}/embed/${embed.key}/api/config`)
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
    const sign = (user_id: string, expires_at: number, secret = identity_secret) =>
      signed(embed, secret, user_id, { expires_at })
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
    const atOnce = await newEmbed({
      visitor_concurrent_runs: 1,
      visitor_messages_per_minute: 100,
    })
    const other = await visit(atOnce)
    const own = await newThread(atOnce, other.token)
    const running = await send(atOnce, other.token, own, says('wait'))
    const elsewhere = await newThread(atOnce, other.token)
    expect((await send(atOnce, other.token, elsewhere, says('again'))).status).toBe(429)
    // In its own conversation it waits its turn, as ten more may.
    const inLine = await Promise.all(
      Array.from({ length: 10 }, () => send(atOnce, other.token, own, says('again'))),
    )
    expect(inLine.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await send(atOnce, other.token, own, says('again'))).status).toBe(429)
    const run = /runs\/([^/]+)$/.exec(running.headers.get('content-location') ?? '')?.[1]
    const address = `/threads/${own}/runs/${run}/cancel?wait=true`
    expect((await page(atOnce, 'POST', address, { token: other.token })).status).toBe(200)
    await running.text()
    for (const answer of inLine) expect(await answer.text()).toContain('again')
    expect((await send(atOnce, other.token, elsewhere, says('again'))).status).toBe(200)
    await embeds.stack.call('POST', '/agents/agent/runs/cancel?wait=true', { status: 'all' })
    await waiting.text()
  })

  it('nobody for the messages and answers of another visitor', async () => {
    const embed = await newEmbed({ visitor_messages_per_minute: 1, visitor_concurrent_runs: 1 })
    const [busy, other] = [await visit(embed), await visit(embed)]
    const waiting = await send(embed, busy.token, await newThread(embed, busy.token), says('wait'))
    const answer = await send(embed, other.token, await newThread(embed, other.token), says('hi'))
    expect(await answer.text()).toContain('You said hi')
    await embeds.stack.call('POST', '/agents/agent/runs/cancel?wait=true', { status: 'all' })
    await waiting.text()
  })

  it('nobody for an answer whose run is gone', async () => {
    const embed = await newEmbed({ visitor_concurrent_runs: 1 })
    const { token } = await visit(embed)
    const [own, elsewhere] = [await newThread(embed, token), await newThread(embed, token)]
    const made = await page(embed, 'POST', `/threads/${own}/runs`, { token, body: says('wait') })
    const { run_id } = (await made.json()) as { run_id: string }
    expect((await send(embed, token, elsewhere, says('hi'))).status).toBe(429)
    const rolledBack = await embeds.stack.call(
      'POST',
      `/agents/agent/threads/${own}/runs/${run_id}/cancel?wait=true&action=rollback`,
    )
    expect(rolledBack.status).toBeLessThan(300)
    expect(await (await send(embed, token, elsewhere, says('hi'))).text()).toContain('You said hi')
  })

  it('no message that waits its turn, where fewer answers at once are allowed meanwhile', async () => {
    const embed = await newEmbed({ visitor_concurrent_runs: 2 })
    const { token } = await visit(embed)
    const begin = async (thread: string) =>
      (await page(embed, 'POST', `/threads/${thread}/runs`, { token, body: says('wait') })).status
    const [one, other] = [await newThread(embed, token), await newThread(embed, token)]
    expect([await begin(one), await begin(other)]).toEqual([200, 200])
    await operator('PATCH', `/${embed.id}`, { visitor_concurrent_runs: 1 })
    expect(await begin(one)).toBe(200)
    expect(await begin(await newThread(embed, token))).toBe(429)
    await embeds.stack.call('POST', '/agents/agent/runs/cancel?wait=true', { status: 'all' })
  })

  it('33.1.2: a stop, where the embed allows none, but not that of what has not begun', async () => {
    const embed = await newEmbed({ can_stop: false })
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    const running = await send(embed, token, thread, says('wait'))
    const waiting = await send(embed, token, thread, says('taken back'))
    const [first, second] = [running, waiting].map(
      ({ headers }) => /runs\/([^/]+)$/.exec(headers.get('content-location') ?? '')?.[1],
    )
    const cancel = (run: string | undefined) =>
      page(embed, 'POST', `/threads/${thread}/runs/${run}/cancel?wait=true`, { token })
    expect((await cancel(first)).status).toBe(403)
    expect((await cancel(second)).status).toBe(200)
    expect(await waiting.text()).not.toContain('Answer')
    await embeds.stack.call('POST', '/agents/agent/runs/cancel?wait=true', { status: 'all' })
    await running.text()
    const state = await page(embed, 'GET', `/threads/${thread}/state`, { token })
    expect(await state.text()).not.toContain('taken back')
  })

  it('a visitor who has used up the tokens of a day, and no other visitor', async () => {
    const embed = await newEmbed({ visitor_tokens_per_day: 240 })
    const spend = async (token: string) => {
      const thread = await newThread(embed, token)
      const answer = await send(embed, token, thread, says('spend'))
      return { answer, text: await answer.text() }
    }
    const { token } = await visit(embed)
    expect((await spend(token)).answer.status).toBe(200)
    expect((await spend(token)).answer.status).toBe(200)
    const { answer, text } = await spend(token)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(text).toContain('Come back tomorrow.')
    const other = await visit(embed)
    expect((await spend(other.token)).answer.status).toBe(200)
    const [today] = await operator<{ tokens: number; visitor_tokens: number }[]>(
      'GET',
      `/${embed.id}/usage`,
    )
    expect([today?.tokens, today?.visitor_tokens]).toEqual([360, 240])
    // Where the deployment has used up its own, visitors read nothing of it.
    const cap = (usage_cap: object | null) =>
      embeds.stack.json('PATCH', `/api-host/v2/deployments/${embed.deployment_id}`, { usage_cap })
    await cap({ tokens_per_day: 1 })
    const refused = await spend(other.token)
    expect([refused.answer.status, refused.text]).toEqual([
      429,
      JSON.stringify({ detail: 'There is too much to do. Try again shortly.' }),
    ])
    await cap(null)
  })

  it('a flood of many visitors from one address, told by the trusted proxy, and no other address', async () => {
    const embed = await newEmbed({ address_requests_per_minute: 7 })
    const from = (address: string) => ({ 'x-forwarded-for': `203.0.113.200, ${address}` })
    const message = async (address: string) => {
      const { token } = await visit(embed, {}, from(address))
      const thread = await newThread(embed, token, from(address))
      return send(embed, token, thread, says('hi'), from(address))
    }
    for (const status of [200, 200, 200, 429]) {
      const answer = await message('198.51.100.7')
      expect(answer.status).toBe(status)
      if (status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After')
        expect(await detailOf(answer)).toContain('from your network')
      }
    }
    expect((await message('198.51.100.8')).status).toBe(200)
  })

  it('more new visitors from one address than a page can need', async () => {
    const embed = await newEmbed()
    const headers = { 'x-forwarded-for': '198.51.100.20' }
    const open = () => page(embed, 'POST', '/session', { body: {}, headers })
    const statuses = await Promise.all(
      Array.from({ length: 31 }, async () => (await open()).status),
    )
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  it('an oversized body, before it is read', async () => {
    const embed = await newEmbed({ max_message_length: 100_000 })
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    const longest = await send(embed, token, thread, says('語'.repeat(100_000)))
    expect(longest.status).toBe(200)
    await longest.body?.cancel()
    const oversized = await send(embed, token, thread, says('x'.repeat(2 * 1024 * 1024)))
    expect(oversized.status).toBe(413)
    expect(await detailOf(oversized)).toContain('more than the chat takes')
  })

  it('the token of a chat that was deleted', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    expect((await page(embed, 'GET', '/threads', { token })).status).toBe(200)
    await operator('DELETE', `/${embed.id}`)
    expect((await page(embed, 'GET', '/threads', { token })).status).toBe(404)
  })
})

describe('33, C2: on plain http, where browsers tell a read of their own page by nothing', () => {
  it('a page of our own is known by what no other page could send unnamed, under each of our names', async () => {
    const embed = await newEmbed()
    const { port } = new URL(embeds.stack.url)
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://localhost:${port}/embed/${embed.key}/api${path}`, init)
    expect((await ask('/config')).status).toBe(403)
    const page = { 'quarterdeck-page': `http://localhost:${port}` }
    expect((await ask('/config', { headers: page })).status).toBe(200)
    const across = { ...page, 'sec-fetch-site': 'cross-site' }
    expect((await ask('/config', { headers: across })).status).toBe(403)
    const opened = await ask('/session', {
      method: 'POST',
      headers: { origin: `http://localhost:${port}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const { token } = (await opened.json()) as { token: string }
    const authorization = `Bearer ${token}`
    expect((await ask('/threads', { headers: { authorization } })).status).toBe(200)
    const elsewhere = { authorization, origin: 'https://evil.example' }
    expect((await ask('/threads', { headers: elsewhere })).status).toBe(403)
  })
})
