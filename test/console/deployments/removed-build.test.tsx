import path from 'node:path'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let repository: TestRepository
let deployed: Deployment

beforeAll(async () => {
  stack = await startDomStack({ rollouts: { keptBuilds: 1 } })
  repository = await makeRepository(path.join(stack.folder, 'repository'), agentProject('Hello'))
  deployed = (await stack.deploy(repository.folder)).deployment
})
afterAll(() => stack?.close())

const removed =
  /Its build was removed to make room for newer ones\. To deploy it again it is built first/

it('37: a revision whose build was removed says so in its row, on its page, and where it is gone back to', async () => {
  const first = deployed.latest_revision_id ?? ''
  const { user, router } = renderConsole(stack, `/deployments/${deployed.id}/revisions`)
  await screen.findByText('serving traffic')
  expect(screen.queryByText('build removed')).toBeNull()

  await repository.commit({ 'note.txt': 'A change' })
  const url = `/api-host/v2/deployments/${deployed.id}`
  const next = await stack.json<Deployment>('POST', `${url}/revisions`, {})
  await stack.settled(deployed.id, next.id)
  // It is told while the page is open: nobody loads it again.
  const mark = await screen.findByText('build removed')
  expect(mark.title).toMatch(removed)
  const row = within(mark.closest('tr') as HTMLElement)
  expect(row.getByTitle(first)).toBeVisible()

  await user.click(row.getByRole('button', { name: /^Roll back to this: / }))
  const dialog = await screen.findByRole('alertdialog', { name: /^Roll back to / })
  expect(dialog).toHaveTextContent(removed)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))

  await user.click(row.getByRole('button', { name: /^More about revision/ }))
  expect(screen.getByRole('menuitem', { name: /^Roll back to this/ })).toHaveTextContent(removed)
  const beside = screen.getByRole('menuitem', { name: /^Run without traffic/ })
  expect(beside).toHaveAttribute('aria-disabled', 'true')
  expect(beside).toHaveTextContent('Its build was removed, and nothing else of it can run')

  await router.navigate(`/deployments/${deployed.id}/revisions/${first}`)
  const fact = await screen.findByText('Build', { selector: 'dt' })
  expect(fact.nextElementSibling).toHaveTextContent(removed)
})

it('37: says where no revision failed, and leads back to all', async () => {
  const { user, router } = renderConsole(stack, `/deployments/${deployed.id}/revisions?show=failed`)
  await screen.findByText('No revision failed')
  await user.click(screen.getByRole('button', { name: 'Show all revisions' }))
  await screen.findByText('serving traffic')
  expect(router.state.location.search).toBe('')
})
