import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../src/contract/agent-server/threads.ts'
import type { Revision } from '../../src/contract/control-plane/revisions.ts'
import type { Feedback } from '../../src/contract/tracing/feedback.ts'
import type { FeedbackToken } from '../../src/contract/tracing/feedback-tokens.ts'
import { renderConsole } from '../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from './threads/agent.ts'

/** Pages of what happens at a deployment leave out what is made at its previews, unless they are asked for it. */
let bench: AgentBench

/** One run with a vote, on the agent server of that name. */
async function rated(server: string, text: string, score: number) {
  const at = `/agents/${server}/threads`
  const { thread_id } = await bench.stack.json<Thread>('POST', at, {})
  await bench.stack.json('POST', `${at}/${thread_id}/runs/wait`, {
    assistant_id: 'talk',
    input: said(text),
    feedback_keys: ['user_score'],
  })
  const [run] = await bench.stack.json<Run[]>('GET', `${at}/${thread_id}/runs`)
  const [token] = await bench.stack.json<FeedbackToken[]>(
    'GET',
    `/api/v1/feedback/tokens?run_id=${run?.run_id}`,
  )
  await bench.stack.json('POST', new URL(token?.url ?? '').pathname, { score })
}

beforeAll(async () => {
  bench = await openAgentBench()
  const id = bench.pages.split('/').at(-1) ?? ''
  const at = `/api-host/v2/deployments/${id}/revisions`
  const candidate = await bench.stack.json<Revision>('POST', at, { without_traffic: true })
  await bench.stack.settled(id, candidate.id)
  await rated('agent', 'said where the traffic goes', 1)
  await rated(`agent@${candidate.id}`, 'said at **the candidate**', -1)
})
afterAll(() => bench?.close())

/** Chooses the other of the two by its words. */
async function choose({ user }: ReturnType<typeof renderConsole>, wanted: string) {
  await user.click(await screen.findByRole('button', { name: /^Previews: / }))
  await user.click(screen.getByRole('menuitemradio', { name: wanted }))
}

it.each([
  ['all deployments', () => '/feedback'],
  ['the deployment', () => `${bench.pages}/feedback`],
])(
  'votes, their sums and exports of %s are without previews until they are asked for',
  async (_, path) => {
    const page = renderConsole(bench.stack, path())
    const votes = () => within(screen.getByRole('list', { name: 'Votes' })).getAllByRole('listitem')
    const exported = async () => {
      await page.user.click(screen.getByRole('button', { name: 'Export' }))
      const { href } = screen.getByRole('menuitem', { name: /^JSONL/ }) as HTMLAnchorElement
      await page.user.keyboard('{Escape}')
      const lines = (await (await fetch(href)).text()).trim().split('\n')
      return lines.map((line) => (JSON.parse(line) as Feedback).question)
    }
    await screen.findByText('1 of 1')
    await waitFor(() => expect(votes()).toHaveLength(1))
    expect(await exported()).toEqual(['said where the traffic goes'])

    await choose(page, 'With previews')
    await screen.findByText('0 of 2')
    await waitFor(() => expect(votes()).toHaveLength(2))
    // What was said stands there as plain words.
    expect(votes()[0]).toHaveTextContent('said at the candidate')
    expect(await exported()).toEqual(['said where the traffic goes', 'said at **the candidate**'])
    expect(page.router.state.location.search).toBe('?previews=with')

    await choose(page, 'Without previews')
    await screen.findByText('1 of 1')
    await waitFor(() => expect(votes()).toHaveLength(1))
  },
)

it('the overview counts them where they are asked for, also after a reload', async () => {
  const page = renderConsole(bench.stack, '/overview')
  await screen.findByText('last 24 hours, 1 run')
  // Names come by another read than the sums.
  await screen.findByRole('link', { name: 'agent' })
  const names = () =>
    within(screen.getByRole('table', { name: 'Health by deployment' }))
      .getAllByRole('link', { name: /^agent/ })
      .map((one) => one.textContent)
      .sort()
  expect(names()).toEqual(['agent'])
  await choose(page, 'With previews')
  await screen.findByText('last 24 hours, 2 runs')
  await waitFor(() => expect(names()).toEqual(['agent', expect.stringMatching(/^agent@/)]))
  const { pathname, search } = page.router.state.location
  page.unmount()

  const again = renderConsole(bench.stack, `${pathname}${search}`)
  await screen.findByText('last 24 hours, 2 runs')
  await choose(again, 'Without previews')
  await screen.findByText('last 24 hours, 1 run')
})

it.each(['runs', 'threads'])(
  'the %s of the deployment are listed with those of its previews where that is asked for',
  async (list) => {
    const words = 'said at the candidate'
    const page = renderConsole(bench.stack, `${bench.pages}/${list}`)
    await screen.findAllByText('said where the traffic goes')
    expect(screen.queryByText(words)).toBeNull()
    await choose(page, 'With previews')
    await screen.findAllByText(words)
  },
)
