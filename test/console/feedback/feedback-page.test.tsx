import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench
let rated: Run

/** Votes with each of the keys on a run of its own. */
async function voted(votes: Record<string, object>) {
  const thread = await bench.thread()
  await bench.wait(thread, 'talk', said('hello'), { feedback_keys: Object.keys(votes) })
  const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
  if (!run) throw new Error('There is no run.')
  const tokens = await bench.stack.json<FeedbackToken[]>(
    'GET',
    `/api/v1/feedback/tokens?run_id=${run.run_id}`,
  )
  for (const [key, vote] of Object.entries(votes)) {
    const url = tokens.find(({ feedback_key }) => feedback_key === key)?.url ?? ''
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(vote),
    })
    expect(answer.status).toBe(200)
  }
  return run
}

beforeAll(async () => {
  bench = await openAgentBench()
})
afterAll(() => bench?.close())

const votes = async () => within(await screen.findByRole('list', { name: 'Votes' }))

describe('§4.3 feedback', () => {
  it('says how votes come about while there are none', async () => {
    renderConsole(bench.stack, `${bench.pages}/feedback`)
    await screen.findByText('Nobody has voted yet')
  })

  it('tells how the serving revision is rated, and leads from each vote to its run', async () => {
    rated = await voted({
      user_score: { score: -1, comment: 'Not what I asked', correction: { answer: 'better' } },
    })
    await voted({ user_score: { score: 1 }, tone: { score: 0.5 } })
    await voted({ user_score: { score: 1 } })
    const { user, router } = renderConsole(bench.stack, `${bench.pages}/feedback`)
    const sentence = await screen.findByText(/The serving revision/)
    expect(sentence).toHaveTextContent(
      'is rated 0.33 by user_score (3 votes), 0.5 by tone (1 vote).',
    )
    const list = await votes()
    expect(list.getAllByRole('link', { name: /^Open run/ })).toHaveLength(4)
    list.getByText('Not what I asked')
    const row = list.getByText('Not what I asked').closest('li')
    if (!row) throw new Error('The comment is in no row.')
    // What it is about stands there: the question and the answer.
    expect(row.querySelector('blockquote')?.textContent).toMatch(/^hello./)
    await user.click(within(row).getByRole('link', { name: /^Open run/ }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        `${bench.pages}/threads/${rated.thread_id}/runs/${rated.run_id}`,
      ),
    )
  })

  it('has the chart as a table, with the day on which the revision went live', async () => {
    const { user, router } = renderConsole(bench.stack, `${bench.pages}/feedback`)
    await user.click(await screen.findByRole('button', { name: 'Show as table' }))
    const table = within(await screen.findByRole('table', { name: 'Mean score of each day' }))
    table.getByRole('columnheader', { name: 'user_score' })
    table.getByRole('cell', { name: '0.33 of 3' })
    table.getByRole('cell', { name: '0.5 of 1' })
    expect(router.state.location.search).toBe('?view=table')
    await user.click(screen.getByRole('button', { name: /^A line for each:/ }))
    await user.click(screen.getByRole('menuitemradio', { name: 'A line for each revision' }))
    await screen.findByText('mean of each day of user_score, by revision')
    await screen.findByRole('heading', { name: 'Revisions that went live' })
    const revision = await table.findByTitle(/^Went live /)
    expect(revision.getAttribute('href')).toMatch(/\/revisions\/[0-9a-f-]{36}$/)
  })

  it('keeps its filters in the address, takes them from there, and exports what they let through', async () => {
    const { user, router } = renderConsole(
      bench.stack,
      `${bench.pages}/feedback?key=user_score&sign=negative`,
    )
    const list = await votes()
    expect(list.getAllByRole('listitem')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    const csv = screen.getByRole('menuitem', { name: /CSV/ })
    const file = await (await fetch((csv as HTMLAnchorElement).href)).text()
    expect(file.trim().split('\n')).toHaveLength(2)
    expect(file).toContain('Not what I asked')
    const lines = await fetch(
      (screen.getByRole('menuitem', { name: /JSONL/ }) as HTMLAnchorElement).href,
    )
    expect((JSON.parse(await lines.text()) as Feedback).run_id).toBe(rated.run_id)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Score: Below 0' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Exactly 0' }))
    await screen.findByText('No vote matches')
    await user.click(screen.getByRole('button', { name: 'Show all votes' }))
    await waitFor(async () => expect((await votes()).getAllByRole('listitem')).toHaveLength(4))
    expect(router.state.location.search).toBe('?days=all')
  })

  it('compares deployments on the page of all', async () => {
    renderConsole(bench.stack, '/feedback')
    const table = within(await screen.findByRole('table', { name: 'Scores by deployment' }))
    // Its names come by another read than the scores.
    expect((await table.findAllByRole('link', { name: 'agent' }))[0]).toHaveAttribute(
      'href',
      `${bench.pages}/feedback`,
    )
    table.getByRole('cell', { name: '0.33' })
  })
})
