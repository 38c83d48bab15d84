import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Run } from '../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../src/contract/agent-server/threads.ts'
import type { Revision } from '../../src/contract/control-plane/revisions.ts'
import type { Attempt } from '../../src/contract/qa/attempts.ts'
import type { CaseRow, Session } from '../../src/contract/qa/sessions.ts'
import type { Suite } from '../../src/contract/qa/suites.ts'
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

    await choose(page, 'With previews and sessions')
    await screen.findByText('0 of 2')
    await waitFor(() => expect(votes()).toHaveLength(2))
    // What was said stands there as plain words.
    expect(votes()[0]).toHaveTextContent('said at the candidate')
    expect(await exported()).toEqual(['said where the traffic goes', 'said at **the candidate**'])
    expect(page.router.state.location.search).toBe('?previews=with')

    await choose(page, 'Without previews and sessions')
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
  await page.user.click(screen.getByRole('button', { name: 'Count them too' }))
  await screen.findByText('last 24 hours, 2 runs')
  await waitFor(() => expect(names()).toEqual(['agent', expect.stringMatching(/^agent@/)]))
  const { pathname, search } = page.router.state.location
  page.unmount()

  const again = renderConsole(bench.stack, `${pathname}${search}`)
  await screen.findByText('last 24 hours, 2 runs')
  await again.user.click(screen.getByRole('button', { name: 'Leave them out' }))
  await screen.findByText('last 24 hours, 1 run')
})

it.each(['runs', 'threads'])(
  'the %s of the deployment are listed with those of its previews where that is asked for',
  async (list) => {
    const words = 'said at the candidate'
    const page = renderConsole(bench.stack, `${bench.pages}/${list}`)
    await screen.findAllByText('said where the traffic goes')
    expect(screen.queryByText(words)).toBeNull()
    await choose(page, 'With previews and sessions')
    await screen.findAllByText(words)
  },
)

it('33.3.6: what a session tries on what serves is listed where that is asked for, and its run says who made it', async () => {
  const deployment_id = bench.pages.split('/').at(-1) ?? ''
  const words = 'said by the session'
  const suite = await bench.stack.json<Suite>('POST', '/gateway/qa/suites', {
    name: 'Suite',
    cases: [{ key: 'a', turns: [{ do: 'send', text: words }] }],
  })
  const target = { connection_id: 'local', deployment_id, revision_id: null, assistant_id: 'talk' }
  const at = '/gateway/qa/sessions'
  const { session_id } = await bench.stack.json<Session>('POST', at, {
    suite_id: suite.suite_id,
    name: 'Before the release',
    targets: [target],
  })
  const attempt = async () => {
    const { rows } = await bench.stack.json<{ rows: CaseRow[] }>('GET', `${at}/${session_id}/grid`)
    return rows[0]?.attempts[0]
  }
  await vi.waitFor(async () => expect((await attempt())?.status).toBe('passed'), 60_000)

  const page = renderConsole(bench.stack, `${bench.pages}/runs`)
  await screen.findAllByText('said where the traffic goes')
  expect(screen.queryByText(words)).toBeNull()
  await choose(page, 'With previews and sessions')
  await screen.findAllByText(words)
  const { attempt_id } = (await attempt()) ?? {}
  const whole = await bench.stack.json<Attempt>('GET', `${at}/${session_id}/attempts/${attempt_id}`)
  await page.user.click(screen.getByTitle(whole.run_ids[0] ?? ''))
  const made = await screen.findByRole('link', { name: 'QA session “Before the release”' })
  expect(made).toHaveAttribute('href', `/qa/sessions/${session_id}?attempt=${attempt_id}`)
  const { pathname } = page.router.state.location
  page.unmount()

  await bench.stack.json('DELETE', `${at}/${session_id}`)
  renderConsole(bench.stack, pathname)
  await screen.findByText(/^a QA session that is not here any more/)
})
