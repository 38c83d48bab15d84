import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

const addressOf = (run: Pick<Run, 'thread_id' | 'run_id'>) =>
  `${bench.pages}/threads/${run.thread_id}/runs/${run.run_id}`
const open = (run: Run) => renderConsole(bench.stack, addressOf(run))
const read = (run: Run) => bench.agent<Run>('GET', `/threads/${run.thread_id}/runs/${run.run_id}`)
const stateOf = (run: Run) => bench.agent<ThreadState>('GET', `/threads/${run.thread_id}/state`)
const heading = (status: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(` ${status}$`) })
const steps = () => within(screen.getByRole('list', { name: 'Steps of the run' }))

/** A run of three steps that is held in its second one. */
async function heldRun(gate: string) {
  const run = await bench.run(await bench.thread(), 'steps', { gates: { second: gate } })
  await bench.gate.reached(gate)
  return run
}

/** A run that has ended. */
async function endedRun(graph: string, input: unknown, more?: object) {
  const thread = await bench.thread()
  await bench.wait(thread, graph, input, more)
  const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
  if (!run) throw new Error('There is no run.')
  return run
}

describe('a run’s page', () => {
  it('follows a run, step by step, until it has settled', async () => {
    const run = await heldRun('followed')
    const { user } = open(run)
    await heading('Running')
    screen.getByText(/^live/)
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getByRole('link', { name: 'Runs' })).toHaveAttribute(
      'href',
      `${bench.pages}/runs`,
    )
    const inGraph = await screen.findByRole('figure', { name: 'Graph of the run' })
    await within(inGraph).findByText(/^second: .*\(running\)/)
    await screen.findAllByText('first')
    expect(steps().getAllByRole('listitem')).toHaveLength(2)
    screen.getByRole('button', { name: /^State so far/ })
    bench.gate.open('followed')
    await heading('Done')
    await waitFor(() =>
      expect(
        steps()
          .getAllByRole('listitem')
          .map((step) => step.firstChild?.textContent),
      ).toEqual(['first', 'second', 'third']),
    )
    await screen.findByText('live · up to date')
    expect(within(inGraph).queryByText(/\(running\)/)).toBeNull()
    expect(screen.queryByText('Who listens')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Output/ }))
    const output = within(await screen.findByRole('region', { name: 'run output' }))
    await output.findByText('"third"')
    expect(screen.queryByRole('button', { name: 'Stop and keep' })).toBeNull()
  })

  it('of calls, those that a person is asked about need somebody', async () => {
    open(await endedRun('talk', said('book it')))
    await heading('Needs you')
    await screen.findByRole('button', { name: /^book city: Rome needs you$/ })
    await screen.findByRole('button', { name: /^look city: Rome waiting for the others$/ })
  })

  it('§3 stops a run and keeps it with its completed steps', async () => {
    const run = await heldRun('stopped')
    const { user } = open(run)
    await heading('Running')
    await user.click(screen.getByRole('button', { name: 'Stop and keep' }))
    await heading('Stopped by request')
    expect((await read(run)).status).toBe('interrupted')
    expect(await stateOf(run)).toMatchObject({ values: { log: ['first'] }, next: ['second'] })
    await user.click(await screen.findByRole('button', { name: /^State it left/ }))
    const output = within(await screen.findByRole('region', { name: 'run output' }))
    await output.findByText('"first"')
    steps().getByText(', cut off')
  })

  it('§3 rolls a run back, proves that it is gone, and leads to its thread', async () => {
    const thread = await bench.thread('Goes on')
    await bench.wait(thread, 'steps', {})
    const before = await bench.agent<ThreadState>('GET', `/threads/${thread}/state`)
    const run = await bench.run(thread, 'steps', { gates: { second: 'undone' } })
    await bench.gate.reached('undone')
    const { user, router } = open(run)
    await heading('Running')
    await user.click(screen.getByRole('button', { name: 'Stop and roll back' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect((await read(run)).status).toBe('running')
    await user.click(dialog.getByRole('button', { name: 'Stop and roll back' }))
    await screen.findByText('This run is gone')
    screen.getByText(/It was rolled back/)
    await screen.findByText('The state is as it was before the run')
    for (const name of ['state before the run', 'state after the rollback']) {
      await within(await screen.findByRole('region', { name })).findAllByText('"third"')
    }
    await expect(read(run)).rejects.toThrow('answered 404')
    expect(await stateOf(run)).toEqual(before)
    await user.click(screen.getByRole('link', { name: 'Open thread' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`${bench.pages}/threads/${thread}`),
    )
    await screen.findByRole('textbox', { name: 'Message' })
  })

  it('§3 takes a checkpoint that another graph describes for the same state', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'talk', said('hello'))
    const run = await bench.run(thread, 'steps', { gates: { second: 'other_graph' } })
    await bench.gate.reached('other_graph')
    const { user } = open(run)
    await heading('Running')
    await user.click(screen.getByRole('button', { name: 'Stop and roll back' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Stop and roll back' }))
    await screen.findByText('The state is as it was before the run')
    screen.getByText(/the checkpoint that it had before/)
    expect(screen.queryByText('What differs')).toBeNull()
  })

  it('§7 says why a run failed, and keeps what it was given', async () => {
    const run = await endedRun('troubled', { trouble: 'throw' })
    const { user } = open(run)
    await heading('Failed')
    expect(await screen.findByRole('alert')).toHaveTextContent(/The run failed.*planned failure/)
    await user.click(screen.getByRole('button', { name: /^Input/ }))
    const input = within(await screen.findByRole('region', { name: 'run input' }))
    await input.findByText('"throw"')
    const steps = within(await screen.findByRole('list', { name: 'Steps of the run' }))
    await steps.findByText('act')
    await steps.findByText(', failed')
    const graph = within(await screen.findByRole('figure', { name: 'Graph of the run' }))
    await graph.findByText(/^act: .*\(failed\)/)
  })

  it('§3 rule 2 tells a run that asks a person from one that is done, until it is answered', async () => {
    const run = await endedRun('approve', {})
    expect(run.status).toBe('success')
    const { user } = open(run)
    await heading('Needs you')
    for (const resume of ['yes', 'really']) {
      await bench.wait(run.thread_id, 'approve', undefined, { command: { resume } })
    }
    await user.click(screen.getByRole('button', { name: 'Check now' }))
    await heading('Done')
  })

  it('33: of one that is held it says what it waits for', async () => {
    const asked = await endedRun('approve', {})
    const more = { metadata: { waits_for_answers: true } }
    const held = await bench.run(asked.thread_id, 'steps', { gates: {} }, more)
    open(held)
    await heading('Pending')
    await screen.findByText('It waits until the question of its thread is answered.')
    await screen.findByText('run 2 of the thread · the last')
    // What answers its two questions was asked for later, and begins before it.
    for (const resume of ['yes', 'really']) {
      await bench.wait(asked.thread_id, 'approve', undefined, { command: { resume } })
    }
    await heading('Done')
    await screen.findByText('run 4 of the thread · the last')
  })

  it('33: one that rests at its break point has not ended, and nothing came of it yet', async () => {
    const run = await endedRun('talk', said('Hello there'), { interrupt_before: '*' })
    open(run)
    await heading('Paused')
    await screen.findByText('Hello there')
    expect(screen.queryByText(/ended without an answer/)).toBeNull()
  })

  it('§4.3 shows every vote on the run', async () => {
    const run = await endedRun('talk', said('hello'), { feedback_keys: ['user_score'] })
    const [token] = await bench.stack.json<FeedbackToken[]>(
      'GET',
      `/api/v1/feedback/tokens?run_id=${run.run_id}`,
    )
    await fetch(token?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ score: -1, comment: 'Not what I asked' }),
    })
    open(run)
    const votes = within(await screen.findByRole('list', { name: 'Feedback on this run' }))
    votes.getByText('user_score')
    votes.getByText('-1')
    votes.getByText('Not what I asked')
  })

  it('leads to the thread from a run that is not there', async () => {
    const thread_id = await bench.thread()
    const run_id = '00000000-0000-4000-8000-000000000000'
    renderConsole(bench.stack, addressOf({ thread_id, run_id }))
    await screen.findByText('There is no such run')
    expect(screen.getByRole('link', { name: 'Open thread' })).toHaveAttribute(
      'href',
      `${bench.pages}/threads/${thread_id}`,
    )
  })

  it('33.1.5: what is not at the connection that was asked is looked for at another one', async () => {
    const run = await endedRun('talk', said('Found again'))
    const { id } = await bench.stack.json<{ id: string }>('POST', '/gateway/connections', {
      name: 'Bare',
      kind: 'agent_server',
      base_url: `${bench.stack.url}/agents/agent`,
    })
    const there = (path: string) => renderConsole(bench.stack, path, id)
    const { unmount } = there(`${bench.pages}/threads/${run.thread_id}`)
    await screen.findByRole('heading', { level: 1, name: 'Not found' })
    await screen.findByText('It was looked for at the connection “Bare”.')
    screen.getByRole('button', { name: 'Look at Local stack' })
    unmount()
    const { user } = there(addressOf(run))
    await screen.findByText('There is no such run')
    await user.click(await screen.findByRole('button', { name: 'Look at Local stack' }))
    await heading('Done')
    await screen.findByText('Found again')
  })
})
