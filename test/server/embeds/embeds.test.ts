import { describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { embedDefaults } from '../../../src/contract/embeds/embed-settings.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { embedStack, says, shop } from './embed-stack.ts'

const embeds = embedStack()
const { operator, newEmbed, page, visit, newThread, send } = embeds

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

  it('is refused for an assistant that takes no messages, when it is made and when it is changed', async () => {
    const refusal = /422.*assistant_id.*takes no messages/
    await expect(newEmbed({ assistant_id: 'form' })).rejects.toThrow(refusal)
    const embed = await newEmbed()
    const change = { assistant_id: 'form' }
    await expect(operator('PATCH', `/${embed.id}`, change)).rejects.toThrow(refusal)
    expect(await operator('GET', `/${embed.id}`)).toMatchObject({ assistant_id: 'agent' })
  })

  it('tells its pages how it looks, and nothing of where it leads', async () => {
    const embed = await newEmbed({ title: 'Lumen', greeting: 'Hello' })
    const response = await page(embed, 'GET', '/config')
    expect(response.headers.get('access-control-allow-origin')).toBe(shop)
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ title: 'Lumen', greeting: 'Hello' })
    expect(text).not.toContain(embeds.deployment.id)
    expect(text).not.toContain(embeds.stack.apiKey)
  })

  it('is a page that gets pictures only from where the embed shows them', async () => {
    const placesOf = async (settings: object) => {
      const embed = await newEmbed(settings)
      const response = await fetch(`${embeds.stack.url}/embed/${embed.key}`)
      const policy = response.headers.get('content-security-policy') ?? ''
      return /img-src ([^;]*)/.exec(policy)?.[1]
    }
    const own = "'self' data: blob:"
    const avatar_url = 'https://brand.example/logo.png'
    const some = { answer_images: 'origins', image_origins: ['https://*.cdn.example', 'null'] }
    expect(await placesOf({})).toBe(own)
    expect(await placesOf({ avatar_url })).toBe(`${own} https://brand.example`)
    expect(await placesOf({ avatar_url: 'https://a;b,c/logo.png' })).toBe(own)
    expect(await placesOf(some)).toBe(own)
    const direct = { proxies_images: false }
    expect(await placesOf({ ...some, ...direct, avatar_url })).toBe(
      `${own} https://brand.example https://*.cdn.example`,
    )
    expect(await placesOf({ answer_images: 'all' })).toBe(own)
    expect(await placesOf({ answer_images: 'all', ...direct })).toBe(`${own} https:`)
    expect(await placesOf({ answer_images: 'link', ...direct })).toBe(own)
  })

  it('is a page for frames of its origins only', async () => {
    const embed = await newEmbed({ title: '<b>Help</b>' })
    const response = await fetch(`${embeds.stack.url}/embed/${embed.key}`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain(`frame-ancestors 'self' ${shop}`)
    expect(policy).not.toContain('unsafe-inline')
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(await response.text()).not.toContain('<b>')
    const languages = { 'accept-language': 'de-AT,de;q=0.9' }
    const german = await fetch(`${embeds.stack.url}/embed/${embed.key}`, { headers: languages })
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
    expect(runs[0]).toMatchObject({ status: 'success' })
    expect(runs[0]?.metadata).toEqual({})
    const threads = await (await page(embed, 'GET', '/threads', { token })).json()
    expect(threads).toMatchObject([{ thread_id: thread, title: 'hello' }])
    await (await send(embed, token, thread, says('and more'))).text()
    const named = await (await page(embed, 'GET', '/threads', { token })).json()
    expect(named).toMatchObject([{ thread_id: thread, title: 'hello' }])

    const run = runs[0]?.run_id ?? ''
    const tokens = (await (
      await page(embed, 'GET', `/api/v1/feedback/tokens?run_id=${run}`, { token })
    ).json()) as { url: string }[]
    const address = new URL(tokens[0]?.url ?? '').pathname
    const vote = await page(embed, 'POST', address, { token, body: { score: 1 } })
    expect(vote.status).toBe(200)
    const [stored] = await embeds.stack.json<{ score: number; metadata: Record<string, string> }[]>(
      'GET',
      `/api/v1/feedback?run=${run}`,
    )
    expect(stored).toMatchObject({ score: 1, metadata: { embed_id: embed.id, visitor_id } })
    const own = await page(embed, 'GET', `/api/v1/feedback?run=${run}`, { token })
    const [read = {}] = (await own.json()) as object[]
    const told = ['id', 'run_id', 'key', 'score', 'value', 'comment', 'created_at', 'modified_at']
    expect(Object.keys(read).filter((name) => !told.includes(name))).toEqual([])
    const [today] = await operator<object[]>('GET', `/${embed.id}/usage`)
    expect(today).toMatchObject({ visitors: 1, conversations: 1, messages: 2, votes: 1 })
  })

  it('learns that an answer failed, not why', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    const text = await (await send(embed, token, thread, says('fail'))).text()
    expect(text).toContain('The answer failed.')
    const runs = await (await page(embed, 'GET', `/threads/${thread}/runs`, { token })).text()
    const state = await (await page(embed, 'GET', `/threads/${thread}/state`, { token })).text()
    expect(text + runs + state).not.toContain('SECRET')
    expect(state).toContain('The answer failed.')
  })

  it('reads what it is asked, and not which part of the agent asks', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    await (await send(embed, token, thread, says('refund'))).text()
    const state = await (await page(embed, 'GET', `/threads/${thread}/state`, { token })).json()
    expect(state).toMatchObject({
      next: ['agent'],
      tasks: [{ name: 'agent', interrupts: [{ value: { action_requests: [{}] } }] }],
    })
  })

  it('has a failed answer tried again where it stopped', async () => {
    const embed = await newEmbed()
    const { token } = await visit(embed)
    const thread = await newThread(embed, token)
    await (await send(embed, token, thread, says('fail'))).text()
    const again = await send(embed, token, thread, { assistant_id: 'x', input: null })
    expect(again.status).toBe(200)
    expect(await again.text()).toContain('The answer failed.')
    const runs = await page(embed, 'GET', `/threads/${thread}/runs`, { token })
    expect(await runs.json()).toHaveLength(2)
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
      else
        await embeds.stack.call(
          'POST',
          `/agents/agent/threads/${thread}/runs/${run}/cancel?wait=true`,
        )
    }
  })
})
