import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench
let requests: string[] = []

const { fetch } = globalThis
beforeAll(async () => {
  bench = await openAgentBench()
  globalThis.fetch = (input, init) => {
    requests.push(new URL(input instanceof Request ? input.url : input).pathname)
    return fetch(input, init)
  }
})
afterEach(async () => {
  cleanup()
  await bench?.quiet()
})
afterAll(() => {
  globalThis.fetch = fetch
  return bench?.close()
})

const addressOf = ({ thread_id, run_id }: Pick<Run, 'thread_id' | 'run_id'>) =>
  `${bench.pages}/threads/${thread_id}/runs/${run_id}`
const heading = (status: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(` ${status}$`) })
const rolledBack =
  'This run was rolled back: it and what it made are gone from the server. What you see is what was read before.'
const deleted =
  'This thread was deleted: the run and what it made are gone from the server with it. What you see is what was read before.'

/** The one note that tells it. */
async function noteOf(text: string) {
  const link = await screen.findByRole('link', { name: /^(Go to its thread|All threads)$/ })
  const note = link.closest<HTMLElement>('[role=status]')
  expect(note).toHaveTextContent(text)
  expect(screen.queryByText('It was deleted elsewhere.')).toBeNull()
  expect(screen.queryByText('There is no such run')).toBeNull()
  return within(note as HTMLElement)
}

/** Another run of the deployment ends: what the page still follows it reads again then, its thread among that. */
async function askedAtNextChange(thread_id: string) {
  requests = []
  const read = () => requests.filter((path) => path.endsWith(`/threads/${thread_id}`))
  await bench.wait(await bench.thread(), 'talk', said('Something else'))
  await waitFor(() => expect(read()).not.toHaveLength(0))
  return requests
}

async function endedRun(text: string) {
  const thread = await bench.thread()
  await bench.wait(thread, 'talk', said(text))
  const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
  if (!run) throw new Error('There is no run.')
  return run
}

it('§3, 37: a run that another client rolls back stays as it was read, and nobody asks for it again', async () => {
  const thread_id = await bench.thread()
  const run = await bench.run(thread_id, 'steps', { gates: { second: 'taken_away' } })
  await bench.gate.reached('taken_away')
  const { user, queryClient } = renderConsole(bench.stack, addressOf(run))
  await heading('Running')
  const steps = within(await screen.findByRole('list', { name: 'Steps of the run' }))
  await steps.findByText('first')
  await screen.findByText('live · up to date')
  await bench.agent('POST', '/runs/cancel?action=rollback&wait=true', {
    thread_id,
    run_ids: [run.run_id],
  })
  const note = await noteOf(rolledBack)
  expect(note.getByRole('link', { name: 'Go to its thread' })).toHaveAttribute(
    'href',
    `${bench.pages}/threads/${thread_id}`,
  )
  await heading('Gone')
  const after = within(screen.getByRole('list', { name: 'Steps of the run' }))
  after.getByText('first')
  after.getByText('second')
  after.getByText(', cut off')
  expect(screen.queryByText('Running for')).toBeNull()
  for (const name of ['Stop and keep', 'Stop and roll back', 'Run again', 'Make a case']) {
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  }
  await user.hover(screen.getByRole('button', { name: 'Stop and keep' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('This run is gone from the server')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const asked = await askedAtNextChange(thread_id)
  expect(asked.filter((path) => path.includes(run.run_id))).toEqual([])
  expect(asked.filter((path) => path.includes(`${thread_id}/`))).toEqual([])

  // Whoever loads it now finds nothing.
  cleanup()
  renderConsole(bench.stack, addressOf(run))
  await screen.findByText('There is no such run')
  screen.getByText(/A run that was rolled back is deleted/)
})

it('37: what it was just saying stays too, marked as cut off', async () => {
  const thread_id = await bench.thread()
  const run = await bench.run(thread_id, 'conversation', said('Tell me gate:half_said'), {
    stream_mode: ['values', 'messages-tuple'],
    stream_resumable: true,
  })
  renderConsole(bench.stack, addressOf(run))
  await bench.gate.reached('half_said')
  await screen.findByText('You')
  await bench.agent('POST', '/runs/cancel?action=rollback&wait=true', {
    thread_id,
    run_ids: [run.run_id],
  })
  await noteOf(rolledBack)
  await heading('Gone')
  screen.getByText('You')
  screen.getByText('Tell me gate:half_said', { selector: 'main section *' })
})

it('37: the same of one that had ended, with its conversation and the verdict on it', async () => {
  const run = await endedRun('Hello there')
  const { user } = renderConsole(bench.stack, addressOf(run))
  await heading('Done')
  await screen.findByText('You said: Hello there')
  await screen.findByText('answer', { selector: 'ol *' })
  await user.click(screen.getByRole('button', { name: 'Pass' }))
  await screen.findByText('Saved')
  await within(await screen.findByRole('list', { name: 'Feedback on this run' })).findByText('true')
  await bench.agent('DELETE', `/threads/${run.thread_id}/runs/${run.run_id}`)
  await noteOf(rolledBack)
  await heading('Done')
  screen.getByText('You said: Hello there')
  // That it is gone is an answer: looking again fails no check.
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await screen.findByText(/^checked (now|\d+ s ago)$/)
  expect(screen.queryByText(/last check failed/)).toBeNull()
  screen.getByRole('list', { name: 'Feedback on this run' })
  screen.getByText('answer', { selector: 'ol *' })
  const fail = screen.getByRole('button', { name: 'Fail' })
  expect(fail).toHaveAttribute('aria-disabled', 'true')
  await user.hover(fail)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('This run is gone from the server')
  expect(screen.getByRole('textbox', { name: 'Note on the verdict' })).toBeDisabled()
  const asked = await askedAtNextChange(run.thread_id)
  expect(asked.filter((path) => path.includes(run.run_id))).toEqual([])
})

it('37: says of a run whose thread was deleted that it was the thread', async () => {
  const run = await endedRun('Short-lived')
  renderConsole(bench.stack, addressOf(run))
  await heading('Done')
  await screen.findByText('You said: Short-lived')
  await screen.findByText('the only run of the thread')
  await bench.agent('DELETE', `/threads/${run.thread_id}`)
  const note = await noteOf(deleted)
  expect(note.getByRole('link', { name: 'All threads' })).toHaveAttribute(
    'href',
    `${bench.pages}/threads`,
  )
  screen.getByText('You said: Short-lived')
  screen.getByText('the only run of the thread')
  expect(screen.queryByText(/no longer has/)).toBeNull()
})
