import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { startProxy, type TestProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { setupUser } from '../../helpers/user.ts'

eachMayTake(2)

let stack: DomStack
let proxy: TestProxy
let deploymentId = ''
let first = ''
let second = ''
let broken = ''

/** Installed packages, as a project that has them in its repository. */
const installed = (versions: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [
      `node_modules/${name}/package.json`,
      JSON.stringify({ version }),
    ]),
  )
const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`helper-${at}`, '1.0.0']))

/** Two revisions whose packages differ, and one that never got a build. */
beforeAll(async () => {
  stack = await startDomStack()
  proxy = await startProxy(stack.url)
  const repository = await makeRepository(path.join(stack.folder, 'packages'), {
    ...agentProject('Hello'),
    ...installed({ ...many, kept: '1.0.0', raised: '1.2.3', gone: '0.1.0' }),
  })
  const { deployment, revision } = await stack.deploy(repository.folder)
  deploymentId = deployment.id
  first = revision.id
  const again = async () => {
    const at = `/api-host/v2/deployments/${deploymentId}/revisions`
    const { id } = await stack.json<Revision>('POST', at)
    await stack.settled(deploymentId, id)
    return id
  }
  await repository.commit({
    'node_modules/gone': null,
    ...installed({ raised: '1.3.0', come: '7.0.0' }),
  })
  second = await again()
  await repository.commit({ 'langgraph.json': '{' })
  broken = await again()
})
afterAll(async () => {
  await proxy?.close()
  await stack?.close()
})

const comparing = (before: string, after: string) =>
  `/deployments/${deploymentId}/revisions/compare?before=${before}&after=${after}`
const rowsOf = async () => {
  const table = await screen.findByRole('table', { name: 'Packages' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
}

it('36.3: the page of a revision tells what it runs with, the graph library first, and finds any of it', async () => {
  const user = setupUser()
  renderConsole(stack, `/deployments/${deploymentId}/revisions/${first}`)
  const list = await screen.findByRole('list', { name: 'Packages' })
  const names = () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  expect(names().every((name) => name?.startsWith('@langchain/'))).toBe(true)
  screen.getByText(new RegExp(`^Node ${process.versions.node} · 28 packages$`))
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(names()).toHaveLength(28)
  await user.click(screen.getByRole('button', { name: 'Show fewer' }))
  const filter = screen.getByRole('searchbox', { name: 'Filter packages' })
  await user.type(filter, 'RAISED')
  expect(names()).toEqual(['raised1.2.3'])
  await user.type(filter, '?')
  screen.getByText('No package has “RAISED?” in its name.')
})

it('36.3: comparing two revisions names the packages that came, went or have another version', async () => {
  const shown = renderConsole(stack, comparing(first, second))
  expect(await rowsOf()).toEqual(['comenone7.0.0', 'gone0.1.0none', 'raised1.2.31.3.0'])
  screen.getByText('3 changed · 26 the same')
  shown.unmount()
  renderConsole(stack, comparing(second, second))
  await screen.findByText(`Both ran with the same 28 packages and Node ${process.versions.node}.`)
})

it('36.3: says where it is not known, and shows nothing of it on that revision’s page', async () => {
  const shown = renderConsole(stack, comparing(first, broken))
  await screen.findByText(
    `It is not known what ${broken.slice(0, 4)}…${broken.slice(-4)} ran with.`,
  )
  shown.unmount()
  const { queryClient } = renderConsole(stack, `/deployments/${deploymentId}/revisions/${broken}`)
  await screen.findByRole('heading', { name: 'Details' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByRole('heading', { name: 'Packages' })).toBeNull()
})

it('36.3: says why where it cannot be read, on the page of the revision as well', async () => {
  proxy.breakPath(`/revisions/${first}/packages`)
  for (const page of [
    comparing(first, second),
    `/deployments/${deploymentId}/revisions/${first}`,
  ]) {
    const shown = renderConsole(proxy, page)
    await waitFor(() => {
      const card = screen.getByRole('heading', { name: 'Packages' }).closest('section')
      expect(card?.textContent).toMatch(/^Packages.+\.$/)
    })
    shown.unmount()
  }
  proxy.breakPath(null)
})
