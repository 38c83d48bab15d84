import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { LogEntry } from '../../../src/contract/control-plane/revisions.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { makeRepository } from '../../helpers/git.ts'
import { printingProject } from '../../helpers/printing-project.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let deployed: Deployment
beforeAll(async () => {
  stack = await startDomStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), printingProject)
  deployed = (await stack.deploy(repository.folder)).deployment
})
afterAll(() => stack?.close())

/** A run that prints lines, and has ended. */
async function printed(...lines: string[]): Promise<Run> {
  const { thread_id } = await stack.json<Thread>('POST', '/agents/agent/threads', {})
  const at = `/agents/agent/threads/${thread_id}/runs`
  const run = await stack.json<Run>('POST', at, { assistant_id: 'agent', input: { lines } })
  await stack.json('GET', `${at}/${run.run_id}/join`)
  return run
}

const status = () => screen.getByText(/^[\d,]+( of [\d,]+)? lines?/)

it('a run shows its own lines; what is shown of them, and how large, is in the address', async () => {
  await printed('of another run')
  const run = await printed('one', '\u001b[31mERROR\u001b[0m two', 'three', 'ERROR four', 'five')
  const pages = `/deployments/${deployed.id}/threads/${run.thread_id}/runs/${run.run_id}`
  const { user, router } = renderConsole(stack, pages)
  await screen.findByText('Logs of this run')
  await waitFor(() => expect(status()).toHaveTextContent(/^5 lines$/))
  const next = screen.getByRole('button', { name: 'Next error' })
  const before = screen.getByRole('button', { name: 'Error before' })
  await user.click(before)
  expect(status()).toHaveTextContent('5 lines · Error 2 of 2')
  await user.click(next)
  expect(status()).toHaveTextContent('Error 1 of 2')
  // By keys, in the log itself.
  screen.getByRole('log', { name: 'Logs of this run' }).focus()
  await user.keyboard('p')
  expect(status()).toHaveTextContent('paused, 0 new')
  await user.keyboard('p')
  expect(status()).not.toHaveTextContent('paused')

  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'error TWO')
  await waitFor(() => expect(status()).toHaveTextContent('1 of 5 lines'))
  await user.click(screen.getByRole('button', { name: /^Level/ }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Errors' }))
  await user.click(screen.getByRole('button', { name: /^Time/ }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Last hour' }))
  await user.click(screen.getByRole('button', { name: 'Full screen' }))
  const full = within(await screen.findByRole('dialog', { name: 'Logs of this run' }))
  expect(full.getByText(/^1 of 5 lines/)).toBeInTheDocument()
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    find: 'error TWO',
    level: 'ERROR',
    time: '1h',
    height: 'full',
  })
  await user.click(full.getByRole('button', { name: 'Leave full screen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('what comes while a log is held still is counted, and shown when it goes on', async () => {
  const revision = deployed.latest_revision_id
  const page = `/deployments/${deployed.id}/revisions/${revision}?log=agent`
  const { user, queryClient } = renderConsole(stack, page)
  const reread = () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('tail') })
  const count = () => Number(/^\d+/.exec(status().textContent ?? '')?.[0])
  await waitFor(() => expect(count()).toBeGreaterThan(0))
  await printed('first')
  const url = `/api-host/v2/deployments/${deployed.id}/revisions/${revision}/logs`
  const read = await stack.json<{ logs: LogEntry[] }>('GET', `${url}?type=deploy&limit=1000`)
  const shown = read.logs.filter(({ stream }) => stream === 'agent').length
  await waitFor(async () => {
    await reread()
    expect(count()).toBe(shown)
  })
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await printed('while it is held', 'still', 'so')
  await waitFor(async () => {
    await reread()
    expect(status()).toHaveTextContent(/ lines · paused, 3 new$/)
    expect(count()).toBe(shown)
  })
  await user.click(screen.getByRole('button', { name: 'Go on' }))
  expect(count()).toBe(shown + 3)
  // Of the rollout itself there are other lines.
  await user.click(screen.getByRole('button', { name: /^Log: Agent/ }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Deploy' }))
  expect(status()).toHaveTextContent(/ of \d+ lines/)
})

it('two moments between which lines are shown are kept for readers in every zone', async () => {
  const page = `/deployments/${deployed.id}/revisions/${deployed.latest_revision_id}?time=between`
  const { user, router } = renderConsole(stack, page)
  const until = await screen.findByLabelText('Lines until')
  await user.type(until, '2001-02-03T04:05:06')
  await waitFor(() => expect(status()).toHaveTextContent(/^0 of /))
  const to = new Date('2001-02-03T04:05:06').toISOString()
  expect(new URLSearchParams(router.state.location.search).get('to')).toBe(to)
})
