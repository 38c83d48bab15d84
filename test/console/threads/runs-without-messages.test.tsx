import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench } from './agent.ts'

let bench: AgentBench

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

const open = (threadId: string) => renderConsole(bench.stack, `${bench.pages}/threads/${threadId}`)
const log = async () => within(await screen.findByRole('log', { name: 'Conversation' }))
const votes = { feedback_keys: ['user_score'] }
const runsOf = async (thread: string) =>
  (await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)).toReversed()

/** Where the runs of the thread are linked to, in the order of the screen. */
const linked = async () =>
  (await log())
    .queryAllByRole('link', { name: /^run / })
    .map((link) => link.getAttribute('href')?.split('/').at(-1))

const changed = async () => (await log()).queryAllByText('What the run changed in the state')

it('a further run of a graph without messages leaves the ones before it, with link and vote', async () => {
  const thread = await bench.thread()
  const { user } = open(thread)
  await user.click(await screen.findByRole('button', { name: /^Assistant/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'steps' }))
  for (const count of [1, 2, 3]) {
    await user.click(await screen.findByRole('button', { name: 'Send input' }))
    await waitFor(async () => expect(await changed()).toHaveLength(count))
  }
  const runs = await runsOf(thread)
  expect(await linked()).toEqual(runs.map(({ run_id }) => run_id))
})

it('they are there after a reload, each with what it changed', async () => {
  const thread = await bench.thread()
  for (const gates of [{}, { first: '' }]) {
    await bench.wait(thread, 'steps', { gates }, votes)
  }
  const before = await runsOf(thread)
  // Made again from where it began, as the page of a run does it.
  const { checkpoint } = await bench.agent<{ checkpoint: { checkpoint_id: string } }>(
    'GET',
    `/threads/${thread}/state`,
  )
  const again = { ...votes, checkpoint: { checkpoint_id: checkpoint.checkpoint_id } }
  await bench.wait(thread, 'steps', { is_deaf: true }, again)
  const runs = await runsOf(thread)
  const { user } = open(thread)
  await waitFor(async () => expect(await linked()).toEqual(runs.map(({ run_id }) => run_id)))
  await waitFor(async () => expect(await changed()).toHaveLength(2))
  const good = (await log()).getAllByRole('button', { name: 'Good answer' })
  expect(good).toHaveLength(3)
  const [first] = good
  if (first) await user.click(first)
  await waitFor(async () => {
    const [voted] = await bench.stack.json<{ run_id: string }[]>(
      'GET',
      `/api/v1/feedback?run=${before[0]?.run_id}&key=user_score`,
    )
    expect(voted?.run_id).toBe(before[0]?.run_id)
  })
})
