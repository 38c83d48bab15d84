import { expect, it } from 'vitest'
import { isHeld, type Run } from '../../../src/contract/agent-server/runs.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { embedStack, says } from './embed-stack.ts'

const s = embedStack()

/** A conversation whose agent asks something, while a message waits that was sent before it did. */
async function asked() {
  const embed = await s.newEmbed({ visitor_concurrent_runs: 1 })
  const { token } = await s.visit(embed)
  const thread = await s.newThread(embed, token)
  const call = (method: string, address: string, body?: unknown) =>
    s.page(embed, method, `/threads/${thread}${address}`, { token, body })
  const inLine = async (content: string) =>
    (await (await call('POST', '/runs', says(content))).json()) as Run
  const state = async () => (await call('GET', '/state')).text()
  const runOf = async (run_id: string) =>
    (await (await call('GET', `/runs/${run_id}`)).json()) as Run
  const stop = (run_id: string) => call('POST', `/runs/${run_id}/cancel?wait=true`)
  const first = await inLine('wait')
  const asking = await inLine('ask')
  const waiting = await inLine('Also this')
  expect((await stop(first.run_id)).status).toBe(200)
  await expect.poll(async () => (await runOf(asking.run_id)).status).toBe('success')
  await expect.poll(state).toContain('Which one?')
  return { embed, token, thread, call, inLine, state, runOf, stop, waiting }
}

const answer = { assistant_id: 'agent', command: { resume: 'the blue one' } }

const sendTo = async (embed: Embed, token: string, thread: string, body: unknown) =>
  (await s.send(embed, token, thread, body)).text()

it('33: a message that waits is not sent past a question: it goes once that is answered', async () => {
  const { embed, token, thread, inLine, state, runOf, waiting } = await asked()
  expect(isHeld(await runOf(waiting.run_id))).toBe(true)
  // What was on its way when the question was asked has not seen it either.
  const late = await inLine('And that')
  expect(isHeld(await runOf(late.run_id))).toBe(true)
  expect(await state()).toContain('Which one?')
  expect(await sendTo(embed, token, thread, answer)).toContain('You chose the blue one')
  await expect.poll(async () => (await runOf(late.run_id)).status).toBe('success')
  const said = await state()
  expect(said.indexOf('You chose')).toBeLessThan(said.indexOf('You said Also this'))
  expect(said.indexOf('You said Also this')).toBeLessThan(said.indexOf('You said And that'))
})

it('33: a message that waits behind a question can be taken back, and is no answer under way', async () => {
  const { embed, token, state, stop, runOf, waiting } = await asked()
  const elsewhere = await s.newThread(embed, token)
  expect(await sendTo(embed, token, elsewhere, says('hello'))).toContain('You said hello')
  expect((await stop(waiting.run_id)).status).toBe(200)
  expect(await runOf(waiting.run_id)).toMatchObject({ status: 'interrupted', started_at: null })
  expect(await state()).toContain('Which one?')
})

it('33: what is written in sight of the question goes past it, and what waited goes after that', async () => {
  const { embed, token, thread, state, runOf, waiting } = await asked()
  expect(await sendTo(embed, token, thread, says('Never mind'))).toContain('You said Never mind')
  await expect.poll(async () => (await runOf(waiting.run_id)).status).toBe('success')
  const said = await state()
  expect(said.indexOf('You said Never mind')).toBeLessThan(said.indexOf('You said Also this'))
})
