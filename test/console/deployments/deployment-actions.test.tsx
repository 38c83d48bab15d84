import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../../../src/console/router.tsx'
import { readAhead } from '../../../src/console/shell/page/read-ahead.ts'
import { createQueryClient } from '../../../src/console/shell/query-client.ts'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let repository: TestRepository
let deployed: Deployment

beforeAll(async () => {
  stack = await startDomStack()
  repository = await makeRepository(path.join(stack.folder, 'repository'), agentProject('Hello'))
  deployed = (await stack.deploy(repository.folder, { secrets: { ONE: '1' } })).deployment
})
afterAll(() => stack?.close())

const get = (id: string) => stack.json<Deployment>('GET', `/api-host/v2/deployments/${id}`)

it('interrupts a rollout, says what serves, and searches its log', async () => {
  const gate = path.join(stack.folder, 'gate')
  const created = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'slow',
    source: 'github',
    source_config: {
      repo_url: repository.folder,
      install_command: `echo needle in the log; until [ -e ${gate} ]; do sleep 0.05; done`,
    },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  const { user, router } = renderConsole(stack, `/deployments/${created.id}`)
  await screen.findByText('Not serving yet')
  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'NEEDLE')
  await screen.findByText(/^[12] of \d+ lines/)
  expect(router.state.location.search).toBe('?find=NEEDLE')
  await user.click(screen.getByRole('button', { name: 'Interrupt' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Interrupt the rollout/ }))
  await user.click(dialog.getByRole('button', { name: 'Interrupt' }))
  await screen.findByText('The rollout was interrupted.')
  await writeFile(gate, '')
  const { status } = await stack.settled(created.id, created.latest_revision_id)
  expect(status).toBe('INTERRUPTED')
  expect(screen.queryByRole('button', { name: 'Interrupt' })).toBeNull()
})

it('compares two revisions by commit, names of secrets, runs and votes, and redeploys one with build on push off', async () => {
  const first = deployed.latest_revision_id
  const commit = await repository.commit({ 'note.txt': 'A change' })
  const url = `/api-host/v2/deployments/${deployed.id}`
  const patched = await stack.json<Deployment>('PATCH', url, {
    source_config: { build_on_push: true },
    secrets: [{ name: 'TWO', value: '2' }],
  })
  await stack.settled(deployed.id, patched.latest_revision_id)
  const agent = `/agents/${deployed.name}`
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', `${agent}/threads`, {})
  const input = { assistant_id: 'agent', input: {} }
  await stack.json('POST', `${agent}/threads/${thread_id}/runs/wait`, input)
  const [run] = await stack.json<Run[]>('GET', `${agent}/threads/${thread_id}/runs`)
  const vote = { run_id: run?.run_id, key: 'user_score', score: 1 }
  await stack.json('POST', '/api/v1/feedback', vote)
  const { user } = renderConsole(stack, `/deployments/${deployed.id}/revisions`)
  const menus = await screen.findAllByRole('button', { name: /^More about revision/ })
  expect(menus).toHaveLength(2)
  await user.click(menus[0] as HTMLElement)
  await user.click(screen.getByRole('menuitem', { name: 'Compare with the one before' }))
  const table = within(await screen.findByRole('table', { name: 'What changed' }))
  const row = (name: RegExp) => table.getByRole('row', { name })
  expect(row(/^Commit/)).toHaveTextContent(commit)
  expect(row(/^Commit/)).toHaveTextContent('changed')
  expect(row(/^Reference/)).not.toHaveTextContent('changed')
  expect(row(/^Secret ONE/)).toHaveTextContent(/set\s*none$/)
  expect(row(/^Secret TWO/)).toHaveTextContent(/none\s*set$/)
  // Of the one before, which nobody has asked, nothing is said.
  expect(await table.findByRole('row', { name: /^Runs, 30 days/ })).toHaveTextContent(
    /^Runs, 30 days—1 run/,
  )
  await within(row(/^Votes, 30 days/)).findByRole('link', { name: '1 up, 0 down' })
  const commits = (await screen.findByRole('heading', { name: 'Commits between' })).closest(
    'section',
  )
  await within(commits as HTMLElement).findByText('A change')

  const tabs = within(screen.getByRole('main'))
  await user.click(tabs.getByRole('link', { name: 'Revisions' }))
  const revisions = within(await screen.findByRole('table', { name: 'Revisions' }))
  const [, newest] = revisions.getAllByRole('row')
  expect(newest).toHaveTextContent('A change')
  expect(newest).toHaveTextContent(`Test · main · ${commit.slice(0, 7)}`)
  expect(newest).toHaveTextContent('API key')
  await user.click(revisions.getByRole('button', { name: /^Roll back to this: / }))
  const dialog = within(await screen.findByRole('alertdialog', { name: /^Roll back to / }))
  expect(dialog.getByRole('checkbox', { name: /switch build on push off/ })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Roll back' }))
  await waitFor(async () =>
    expect((await get(deployed.id)).source_config.build_on_push).toBe(false),
  )
  const { latest_revision_id } = await get(deployed.id)
  const again = await stack.settled(deployed.id, latest_revision_id)
  expect(again.redeploy_of).toBe(first)
  expect(again.started_by).toEqual({ via: 'console', name: null })
})

it('compares the two that are selected, and leads from a failure to its ref and back to the last good one', async () => {
  const good = (await get(deployed.id)).active_revision_id
  const broken = await stack.json<Deployment>('PATCH', `/api-host/v2/deployments/${deployed.id}`, {
    source_revision_config: { repo_ref: 'no-such-branch' },
  })
  await stack.settled(deployed.id, broken.latest_revision_id)
  const { user, router } = renderConsole(stack, `/deployments/${deployed.id}/revisions`)
  const boxes = await screen.findAllByRole('checkbox', { name: /^Choose revision/ })
  // The row of what failed has the way to repair it; no other has.
  const repairs = screen.getAllByRole('link', { name: 'Edit the ref' })
  expect(new Set(repairs.map((link) => link.closest('tr')))).toEqual(
    new Set([boxes[0]?.closest('tr')]),
  )
  const rows = () => screen.getAllByRole('row').length - 1
  await user.click(screen.getByRole('button', { name: 'Failed', pressed: false }))
  await waitFor(() => expect(rows()).toBe(1))
  expect(router.state.location.search).toBe('?show=failed')
  // What came before it is known, although it is not shown.
  await user.click(screen.getByRole('button', { name: /^More about revision/ }))
  const before = screen.getByRole('menuitem', { name: 'Compare with the one before' })
  expect(before.getAttribute('href')).toContain(`before=${good}`)
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Served' }))
  await waitFor(() => expect(rows()).toBe(boxes.length - 1))
  await user.click(screen.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(rows()).toBe(boxes.length))
  const [newest, , oldest] = (await screen.findAllByRole('checkbox', {
    name: /^Choose revision/,
  })) as [HTMLElement, HTMLElement, HTMLElement]
  await user.click(newest)
  await screen.findByText('Select one more to compare')
  await user.click(oldest)
  await user.click(screen.getByRole('link', { name: 'Compare the two' }))
  await waitFor(() =>
    expect(router.state.location.search).toContain(`after=${broken.latest_revision_id}`),
  )

  await router.navigate(`/deployments/${deployed.id}`)
  await screen.findByText('Healthy')
  await user.click(await screen.findByRole('link', { name: 'Edit the ref' }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Branch or tag' })).toHaveFocus())
  await router.navigate(`/deployments/${deployed.id}`)
  await user.click(await screen.findByRole('button', { name: /^Back to the last good one/ }))
  await waitFor(async () =>
    expect((await get(deployed.id)).latest_revision_id).not.toBe(broken.latest_revision_id),
  )
  const { latest_revision_id } = await get(deployed.id)
  const back = await stack.settled(deployed.id, latest_revision_id)
  expect(back).toMatchObject({ status: 'DEPLOYED', redeploy_of: good })
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(
      `/deployments/${deployed.id}/revisions/${latest_revision_id}`,
    ),
  )
})

it('opens the form with the secret that a failure misses', async () => {
  const { router } = renderConsole(stack, `/deployments/${deployed.id}/edit?secret=ORDERS_URL`)
  expect(await screen.findByDisplayValue('ORDERS_URL')).toBeVisible()
  expect(router.state.location.search).toBe('?secret=ORDERS_URL')
})

it('shows a rollout in the place of the revision before, not below it', async () => {
  const gate = path.join(stack.folder, 'gate-of-the-next')
  await stack.json('PATCH', `/api-host/v2/deployments/${deployed.id}`, {
    source_config: { install_command: `until [ -e ${gate} ]; do sleep 0.05; done` },
  })
  const { user } = renderConsole(stack, `/deployments/${deployed.id}`)
  const logs = () => screen.getAllByRole('searchbox', { name: 'Search the log' })
  await screen.findByRole('searchbox', { name: 'Search the log' })
  await user.click(screen.getByRole('button', { name: 'New revision' }))
  await user.click(await screen.findByRole('button', { name: 'Start revision' }))
  await screen.findByRole('button', { name: 'Interrupt' })
  expect(logs()).toHaveLength(1)
  await writeFile(gate, '')
  await stack.settled(deployed.id, (await get(deployed.id)).latest_revision_id)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Interrupt' })).toBeNull())
  expect(logs()).toHaveLength(1)
})

it('deletes a deployment once its name was typed, and leads back to the list', async () => {
  const { deployment } = await stack.deploy(repository.folder, { name: 'short-lived' })
  const { user, router } = renderConsole(stack, `/deployments/${deployment.id}`)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete short-lived?' }))
  const confirm = dialog.getByRole('button', { name: 'Delete deployment' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await user.type(dialog.getByRole('textbox'), 'short-lived')
  await user.click(confirm)
  await waitFor(() => expect(router.state.location.pathname).toBe('/deployments'))
  await screen.findByRole('link', { name: 'agent' })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'short-lived' })).toBeNull())
  await expect(get(deployment.id)).rejects.toThrow('404')
})

it('reads what a deployment’s page shows first before anything is drawn', async () => {
  const queryClient = createQueryClient()
  const router = createMemoryRouter(routes, {
    initialEntries: [`/deployments/${deployed.id}`],
  })
  await waitFor(() => expect(router.state.initialized).toBe(true))
  await readAhead(queryClient, router, { baseUrl: stack.url }, 'local')
  const read = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey }) => queryKey[1])
  await waitFor(() =>
    expect(read().sort()).toEqual([
      'getDeployment',
      'getRevision',
      // Nothing tells this page beforehand whether a reviewer is here.
      'getSession',
      'listConnections',
      'listRevisionLogs',
      'listRevisions',
    ]),
  )
  router.dispose()
})
