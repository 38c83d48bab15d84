/** How long a deployment keeps what is its own: counted before it is on, and told on its overview. */
import path from 'node:path'
import { render, screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesText } from '../../../src/console/deployments/retention/bytes-text.ts'
import { WhatWouldGo } from '../../../src/console/deployments/retention/what-would-go.tsx'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Retention } from '../../../src/contract/control-plane/retention.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let deployment: Deployment
beforeAll(async () => {
  stack = await startDomStack()
  const repository = await makeRepository(
    path.join(stack.folder, 'repository'),
    agentProject('Hello'),
  )
  deployment = (await stack.deploy(repository.folder, { name: 'keeper' })).deployment
})
afterAll(() => stack?.close())

const retention = () =>
  stack.json<Retention>('GET', `/api-host/v1/deployments/${deployment.id}/retention`)

it('is looked at before it is saved, refuses what is no number of days, and stands on the overview', async () => {
  const { user, router } = renderConsole(stack, `/deployments/${deployment.id}`)
  await screen.findByText('Everything is kept.')
  await user.click(await screen.findByRole('link', { name: 'Change retention' }))
  await screen.findByRole('heading', { name: 'Retention of keeper' })
  expect(router.state.location.pathname).toBe(`/deployments/${deployment.id}/retention`)
  const threads = screen.getByRole('textbox', { name: 'Threads, in days' })
  const save = screen.getByRole('button', { name: 'Save' })
  await user.type(threads, 'soon')
  await screen.findByText(/^Write a whole number of days from 1 to 3,650/)

  await user.clear(threads)
  await user.type(threads, '90')
  await user.click(save)
  expect((await retention()).rule.threads_days).toBeNull()
  expect(save).toHaveAccessibleDescription('Look first at what would go')
  await user.click(screen.getByRole('button', { name: 'Look' }))
  const table = await screen.findByRole('table', { name: 'What would go now' })
  expect(within(table).getByRole('row', { name: 'Threads 0 —' })).toBeVisible()
  // Another number is another question.
  await user.type(screen.getByRole('textbox', { name: 'Votes, in days' }), '7')
  expect(screen.queryByRole('table', { name: 'What would go now' })).toBeNull()
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Look' }))
  await screen.findByText('Nothing is old enough yet.')
  await user.click(save)
  await screen.findByText('Saved. What is old goes from now on')
  expect((await retention()).rule).toMatchObject({ threads_days: 90, votes_days: 7 })

  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await screen.findByText('Threads 90 days, votes 7 days.')
})

it('is turned off without a look: then nothing goes', async () => {
  await stack.json('PATCH', `/api-host/v1/deployments/${deployment.id}/retention`, {
    threads_days: 90,
    votes_days: null,
  })
  const { user } = renderConsole(stack, `/deployments/${deployment.id}/retention`)
  await user.clear(await screen.findByRole('textbox', { name: 'Threads, in days' }))
  await screen.findByText('Nothing: everything is kept.')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved')
  expect((await retention()).rule.threads_days).toBeNull()
})

it('tells what would go with how many and since when, and what stays for which reason', () => {
  const none = { count: 0, oldest: null }
  const goes = {
    threads: { count: 1204, oldest: '2026-03-03T10:00:00.000Z' },
    runs: { count: 3410, oldest: '2026-03-03T10:00:00.000Z' },
    events: none,
    logs: none,
    votes: none,
  }
  const stays = [
    { reason: 'waits', count: 3 },
    { reason: 'qa', count: 1 },
  ]
  render(
    <WhatWouldGo preview={{ at: '2026-06-01T10:00:00.000Z', goes, bytes: 2_134_000_000, stays }} />,
  )
  expect(screen.getByRole('row', { name: /^Threads 1,204 .*2026/ })).toBeVisible()
  expect(screen.getByText(/^About 2\.1 GB in the database\./)).toBeVisible()
  const kept = within(screen.getByRole('list', { name: 'What stays' })).getAllByRole('listitem')
  expect(kept.map(({ textContent }) => textContent)).toEqual([
    '3 threads waiting for a person',
    '1 thread that QA refers to',
  ])
})

it.each([
  [0, '1 kB'],
  [999_600, '1 MB'],
  [12_340_000, '12.3 MB'],
  [4_200_000_000_000_000, '4,200 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text)
})
