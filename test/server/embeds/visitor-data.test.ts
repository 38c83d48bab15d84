import { readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { detailOf, embedStack, says } from './embed-stack.ts'

const embeds = embedStack()
const { newEmbed, operator, page, visit, newThread, send } = embeds

async function talkAndVote(embed: Embed) {
  const { token, renewal } = await visit(embed)
  const thread = await newThread(embed, token)
  const answer = await send(embed, token, thread, says('hello'))
  const run = /runs\/([^/]+)$/.exec(answer.headers.get('content-location') ?? '')?.[1] ?? ''
  await answer.text()
  const tokens = await page(embed, 'GET', `/api/v1/feedback/tokens?run_id=${run}`, { token })
  const [{ url }] = (await tokens.json()) as [{ url: string }]
  for (const comment of ['my name is Ann', 'and I live in Delft']) {
    await page(embed, 'POST', new URL(url).pathname, { token, body: { score: 1, comment } })
  }
  return { token, renewal, thread, run }
}
const votesOf = (run: string) =>
  embeds.stack.json<{ id: string }[]>('GET', `/api/v1/feedback?run=${run}&include_superseded=true`)

it('a visitor has everything of theirs deleted, what runs as well, and nobody else’s', async () => {
  const embed = await newEmbed()
  const ann = await talkAndVote(embed)
  const bob = await talkAndVote(embed)
  const running = await send(embed, ann.token, await newThread(embed, ann.token), says('wait'))
  expect(await votesOf(ann.run)).toHaveLength(2)
  expect((await page(embed, 'DELETE', '/visitor', { token: ann.token })).status).toBe(204)
  await running.text()
  expect(await votesOf(ann.run)).toEqual([])
  expect((await embeds.stack.call('GET', `/agents/agent/threads/${ann.thread}`)).status).toBe(404)
  expect((await page(embed, 'GET', '/threads', { token: ann.token })).status).toBe(401)
  const body = { renewal: ann.renewal }
  expect((await page(embed, 'POST', '/session', { body })).status).toBe(401)
  expect(await operator('GET', `/${embed.id}/usage`)).toMatchObject([
    { visitors: 1, messages: 1, votes: 1 },
  ])

  expect(await votesOf(bob.run)).toHaveLength(2)
  const state = await page(embed, 'GET', `/threads/${bob.thread}/state`, { token: bob.token })
  expect(await state.text()).toContain('You said hello')
})

it('a vote is deleted once, with its history, by whoever may', async () => {
  const { run } = await talkAndVote(await newEmbed())
  const [vote] = await votesOf(run)
  const address = `/api/v1/feedback/${vote?.id}`
  expect((await fetch(embeds.stack.url + address, { method: 'DELETE' })).status).toBe(401)
  expect((await embeds.stack.call('DELETE', address)).status).toBe(204)
  expect(await votesOf(run)).toEqual([])
  expect((await embeds.stack.call('DELETE', address)).status).toBe(404)
})

it('nobody writes before they agree, where the embed asks for that', async () => {
  const embed = await newEmbed({ asks_consent: true, privacy_note: 'We keep it for a month.' })
  const config = await page(embed, 'GET', '/config')
  expect(await config.json()).toMatchObject({
    asks_consent: true,
    privacy_note: 'We keep it for a month.',
  })
  const { token, renewal, consented_at } = await visit(embed)
  expect(consented_at).toBeNull()
  const thread = await newThread(embed, token)
  const refused = await send(embed, token, thread, says('hello'))
  expect([refused.status, await detailOf(refused)]).toEqual([
    403,
    'Agree to the privacy note first.',
  ])
  expect((await page(embed, 'POST', '/consent', { token })).status).toBe(204)
  expect(await (await send(embed, token, thread, says('hello'))).text()).toContain('You said')
  const agreed = await visit(embed, { renewal })
  expect(agreed.consented_at).toEqual(expect.any(String))
  // The first time counts.
  await page(embed, 'POST', '/consent', { token })
  expect((await visit(embed, { renewal: agreed.renewal })).consented_at).toBe(agreed.consented_at)
})

it('33.2: a visitor reads what was said while the agent is down, as the thread keeps it', async () => {
  const { stack } = embeds
  const embed = await newEmbed()
  const { token } = await visit(embed)
  const thread = await newThread(embed, token)
  await (await send(embed, token, thread, says('pid'))).text()
  const read = () => page(embed, 'GET', `/threads/${thread}/state`, { token })
  const before = (await (await read()).json()) as { values: { messages: { content: string }[] } }
  const builds = path.join(stack.folder, 'data/builds')
  const [build, away] = [
    path.join(builds, (await readdir(builds))[0] ?? ''),
    path.join(stack.folder, 'away'),
  ]
  await rename(build, away)
  process.kill(Number(before.values.messages.at(-1)?.content), 'SIGKILL')
  const health = async () => {
    const told = await stack.json<Deployment>(
      'GET',
      `/api-host/v2/deployments/${embed.deployment_id}`,
    )
    return told.health?.status
  }
  await expect.poll(health).toBe('down')
  expect((await stack.call('GET', `/agents/agent/threads/${thread}/state`)).status).toBe(503)
  const meanwhile = await read()
  expect(meanwhile.status).toBe(200)
  expect(await meanwhile.json()).toMatchObject({ values: before.values, tasks: [] })
  await rename(away, build)
  await expect.poll(health).toBe('ok')
})
