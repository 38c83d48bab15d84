import { expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { embedStack, says } from './embed-stack.ts'

const s = embedStack()

/** A conversation of a new visitor of an embed with these settings. */
async function conversation(settings: Partial<Embed>) {
  const embed = await s.newEmbed(settings)
  const { token } = await s.visit(embed)
  const thread = await s.newThread(embed, token)
  const address = `/threads/${thread}/runs`
  return {
    thread,
    send: (content: string, way: '' | '/stream') =>
      s.page(embed, 'POST', `${address}${way}`, { token, body: says(content) }),
    /** What the page reads of an answer, until it leaves. */
    join: (run: Run, signal: AbortSignal) =>
      fetch(`${s.stack.url}/embed/${embed.key}/api${address}/${run.run_id}/stream`, {
        headers: { origin: 'https://shop.example.com', authorization: `Bearer ${token}` },
        signal,
      }),
    statusOf: async (run: Run) => {
      const answer = await s.page(embed, 'GET', `${address}/${run.run_id}`, { token })
      return ((await answer.json()) as Run).status
    },
  }
}

it.each(['', '/stream'] as const)(
  '34.1: a message that the agent’s server refused is none that is answered (/runs%s)',
  async (way) => {
    const { thread, send } = await conversation({
      visitor_concurrent_runs: 1,
      visitor_messages_per_minute: 100,
    })
    expect((await s.stack.call('DELETE', `/agents/agent/threads/${thread}`)).status).toBe(204)
    // More than could be answered, or wait, at once.
    for (let times = 0; times < 13; times += 1) {
      expect((await send('hello', way)).status).toBe(404)
    }
  },
)

it('34.1: an answer that a page joined ends when the page leaves, where the embed says so', async () => {
  const { send, join, statusOf } = await conversation({ on_disconnect: 'cancel' })
  const run = (await (await send('wait', '')).json()) as Run
  const page = new AbortController()
  const answer = await join(run, page.signal)
  await answer.body?.getReader().read()
  expect(await statusOf(run)).toBe('running')
  page.abort()
  await expect.poll(() => statusOf(run)).toBe('interrupted')
})
