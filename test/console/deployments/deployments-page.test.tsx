import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

let stack: DomStack
let repository: string

beforeEach(async () => {
  stack = await startDomStack()
  repository = (await makeRepository(path.join(stack.folder, 'repository'), agentProject('Hello')))
    .folder
})
afterEach(() => stack?.close())

const rowOf = async (name: string) => {
  const link = await screen.findByRole('link', { name })
  const row = link.closest('tr')
  if (!row) throw new Error(`${name} is not in a row.`)
  return within(row)
}

/** A deployment whose build goes on until `open` is called. */
async function deployBehindGate(name: string) {
  const gate = path.join(stack.folder, `${name}-gate`)
  const created = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name,
    source: 'github',
    source_config: {
      repo_url: repository,
      install_command: `until [ -e ${gate} ]; do sleep 0.05; done`,
    },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  return { created, open: () => writeFile(gate, '') }
}

describe('the list of deployments', () => {
  it('leads to the first deployment when there is none', async () => {
    const { user, router } = renderConsole(stack, '/deployments')
    await screen.findByText('Deploy your first agent')
    await user.click(screen.getByRole('link', { name: 'New deployment' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/deployments/new'))
  })

  it('deploys the examples in one click where the server has some', async () => {
    await stack.close()
    stack = await startDomStack({ withExamples: true })
    const deployments = () =>
      stack.json<{ resources: Deployment[] }>('GET', '/api-host/v2/deployments')
    for (const { id } of (await deployments()).resources) {
      const headers = { 'x-api-key': stack.apiKey }
      await fetch(`${stack.url}/api-host/v2/deployments/${id}`, { method: 'DELETE', headers })
    }
    const { user, router } = renderConsole(stack, '/deployments')
    await user.click(await screen.findByRole('button', { name: 'Deploy the examples' }))
    await screen.findByRole('heading', { level: 1, name: 'examples' })
    const [made] = (await deployments()).resources
    expect(router.state.location.pathname).toBe(`/deployments/${made?.id}`)
    expect(made?.source_config).toMatchObject({ deployment_type: 'dev' })
  })

  it('§1 shows the latest revision’s status as it moves, until it has settled', async () => {
    const { created, open } = await deployBehindGate('research-agent')
    renderConsole(stack, '/deployments')
    const row = await rowOf('research-agent')
    await row.findByText(/^Building/)
    screen.getByText(/statuses refresh while a revision is in progress/)
    await open()
    await row.findByText('Deployed')
    screen.getByText(/no revision in progress/)
    const revision = await stack.settled(created.id, created.latest_revision_id)
    const commit = revision.source_revision_config.repo_commit_sha?.slice(0, 7)
    await row.findByText(`main · ${commit}`)
  })

  it('asks nothing more once every revision has settled', async () => {
    await stack.deploy(repository, { name: 'settled' })
    const { queryClient } = renderConsole(stack, '/deployments')
    await (await rowOf('settled')).findByText('Deployed')
    const active = queryClient.getQueryCache().findAll({ type: 'active' })
    const intervals = active.flatMap((query) =>
      query.observers.map(({ options: { refetchInterval } }) =>
        typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval,
      ),
    )
    expect(active.length).toBeGreaterThan(1)
    expect(intervals.filter(Boolean)).toEqual([])
  })

  it('a service that serves is healthy although the latest push failed, and is found by that', async () => {
    const { deployment } = await stack.deploy(repository, { name: 'pushed' })
    const changed = await stack.json<Deployment>(
      'PATCH',
      `/api-host/v2/deployments/${deployment.id}`,
      { source_revision_config: { repo_ref: 'no-such-branch' } },
    )
    await stack.settled(deployment.id, changed.latest_revision_id)
    await stack.deploy(path.join(stack.folder, 'missing'), { name: 'never-up' })
    const { router } = renderConsole(stack, '/deployments')
    const pushed = await rowOf('pushed')
    await pushed.findByText('Healthy')
    await pushed.findByText('Create failed')
    await (await rowOf('never-up')).findByText('Not serving')
    // Beside the entry of the navigation.
    await screen.findByText(/not healthy, of/)
    await router.navigate('/deployments?health=unwell')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'pushed' })).toBeNull())
    await rowOf('never-up')
    await router.navigate(`/deployments/${deployment.id}`)
    await screen.findByText('Healthy')
    await screen.findAllByText('Create failed')
  })

  it('keeps its filters in the address and says when nothing matches', async () => {
    await stack.deploy(repository, { name: 'alpha' })
    await stack.deploy(path.join(stack.folder, 'missing'), { name: 'beta' })
    const { user, router } = renderConsole(stack, '/deployments?sort=name&name=a')
    await (await rowOf('beta')).findByText('Create failed')
    const filter = screen.getByRole('searchbox', { name: 'Filter by name' })
    expect(filter).toHaveValue('a')
    await user.clear(filter)
    await user.type(filter, 'alp')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'beta' })).toBeNull())
    await waitFor(() => expect(router.state.location.search).toBe('?sort=name&name=alp'))
    await user.type(filter, 'x')
    await screen.findByText('None has “alpx” in its name.')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await rowOf('beta')
    expect(router.state.location.search).toBe('?sort=name')
    expect(screen.getByRole('heading', { level: 1, name: 'Deployments' })).toHaveFocus()
    await router.navigate('/deployments?status=failed')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'alpha' })).toBeNull())
    await screen.findByText(/1 of 2 deployments/)
  })

  it('is walked by arrow keys and opened by Enter', async () => {
    await stack.deploy(repository, { name: 'first' })
    const { deployment } = await stack.deploy(repository, { name: 'second' })
    const { user, router } = renderConsole(stack, '/deployments')
    const links = [
      await screen.findByRole('link', { name: 'second' }),
      screen.getByRole('link', { name: 'first' }),
    ]
    screen.getByRole('searchbox', { name: 'Filter by name' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(links[0]).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(links[1]).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(links[1]).toHaveFocus()
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/deployments/${deployment.id}`),
    )
    await screen.findByRole('heading', { level: 1, name: 'second' })
  })
})
