import { expect, it } from 'vitest'
import { isHeld, type Run } from '../../../src/contract/agent-server/runs.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { embedStack, says } from './embed-stack.ts'

const s = embedStack()

/** A conversation whose agent asks something, while a message waits that was sent before it did. */
async function asked(settings: Partial<Embed> = {}) {
  const embed = await s.newEmbed({ visitor_concurrent_runs: 1, ...settings })
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

it('33: the file of a message that waits is read by its visitor alone, also once it is taken back', async () => {
  const { embed, token, thread, call, stop, waiting } = await asked({
    file_types: ['text/plain'],
  })
  const file = { filename: 'note.txt', file_data: `data:text/plain;base64,${btoa('Words')}` }
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'file', file },
  ]
  const message = { id: 'sent-1', role: 'user', content }
  const body = { assistant_id: 'agent', input: { messages: [message] } }
  const { run_id, kwargs } = (await (await call('POST', '/runs', body)).json()) as Run
  expect(JSON.stringify(kwargs)).toContain('kept_file')
  const at = '/messages/sent-1/parts/1'
  const bytes = await call('GET', `${at}?run_id=${run_id}`)
  expect(await bytes.text()).toBe('Words')
  // It is in no message of the conversation yet.
  expect((await call('GET', at)).status).toBe(404)
  expect((await call('GET', `${at}?run_id=${waiting.run_id}`)).status).toBe(404)
  const stranger = await s.visit(embed)
  const address = `/threads/${thread}${at}?run_id=${run_id}`
  expect((await s.page(embed, 'GET', address, { token: stranger.token })).status).toBe(404)
  const elsewhere = await s.newThread(embed, token)
  const other = `/threads/${elsewhere}${at}?run_id=${run_id}`
  expect((await s.page(embed, 'GET', other, { token })).status).toBe(404)
  expect((await stop(run_id)).status).toBe(200)
  expect((await call('GET', `${at}?run_id=${run_id}`)).status).toBe(200)
})
