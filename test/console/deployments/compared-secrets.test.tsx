import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { startProxy, type TestProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

let stack: DomStack
let proxy: TestProxy
let address = ''
let first = ''

/** Two revisions of one commit: of their secrets one was replaced, one stayed, one came and one went. */
beforeAll(async () => {
  stack = await startDomStack()
  proxy = await startProxy(stack.url)
  const folder = path.join(stack.folder, 'repository')
  const { folder: repository } = await makeRepository(folder, agentProject('Hello'))
  const secrets = { REPLACED: 'a', KEPT: 'b', GONE: 'c' }
  const { deployment, revision } = await stack.deploy(repository, { secrets })
  first = revision.id
  const changed = await stack.json<Deployment>(
    'PATCH',
    `/api-host/v2/deployments/${deployment.id}`,
    {
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [
        { name: 'REPLACED', value: 'another' },
        { name: 'KEPT', value: 'b' },
        { name: 'NEW', value: 'd' },
      ],
    },
  )
  const second = changed.latest_revision_id ?? ''
  await stack.settled(deployment.id, second)
  address = `/deployments/${deployment.id}/revisions/compare?before=${first}&after=${second}`
})
afterAll(async () => {
  await proxy?.close()
  await stack?.close()
})

async function cellsOf(secret: string) {
  const row = await screen.findByRole('row', { name: new RegExp(`Secret ${secret}`) })
  return within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

it('37.3: comparing marks the secrets that were replaced, and calls none the same before that is known', async () => {
  const end = `/secret_changes?since=${first}`
  const asked = new Promise<() => void>((resolve) => {
    proxy.holdEach(({ path: at }) =>
      at.endsWith(end) ? new Promise((release) => resolve(release)) : Promise.resolve(),
    )
  })
  const { queryClient } = renderConsole(proxy, address)
  const release = await asked
  // All else has been read by then.
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  expect(screen.queryByRole('row', { name: /Secret/ })).toBeNull()
  release()
  await screen.findByText('another value')
  expect(await cellsOf('REPLACED')).toEqual(['set', 'another value'])
  expect(await cellsOf('KEPT')).toEqual(['set', 'set'])
  expect(await cellsOf('NEW')).toEqual(['none', 'set'])
  expect(await cellsOf('GONE')).toEqual(['set', 'none'])
  screen.getByText('Values of secrets are compared on the server and never told.')
})

it('37.3: where the values were not compared, the names are, and the page says so', async () => {
  proxy.holdEach(null)
  proxy.breakPath(`/secret_changes?since=${first}`)
  renderConsole(proxy, address)
  await screen.findByText('Of secrets only the names are compared: their values are never told.')
  expect(await cellsOf('REPLACED')).toEqual(['set', 'set'])
  expect(await cellsOf('NEW')).toEqual(['none', 'set'])
  proxy.breakPath(null)
})
