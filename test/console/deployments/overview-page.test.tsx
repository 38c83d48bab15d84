import path from 'node:path'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

const { fetch } = globalThis
let stack: DomStack
beforeEach(async () => {
  stack = await startDomStack()
})
afterEach(async () => {
  globalThis.fetch = fetch
  await stack?.close()
})

it('shows all else where the list of revisions cannot be read, and reads it again', async () => {
  const { deployment } = await stack.deploy(path.join(stack.folder, 'missing'))
  let isCut = true
  globalThis.fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    const isList = pathname.endsWith('/revisions')
    return isCut && isList ? Promise.reject(new TypeError('cut')) : fetch(input, init)
  }
  const { user } = renderConsole(stack, `/deployments/${deployment.id}`)
  await screen.findByText('The revisions could not be read')
  screen.getByRole('list', { name: 'Rollout' })
  expect(screen.queryByText('This page could not be shown')).toBeNull()
  isCut = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table', { name: 'Revisions' })
})

it('tells no building of a server that was attached', async () => {
  const deployment = await stack.json<Deployment>('POST', '/api-host/v2/deployments', {
    name: 'elsewhere',
    source: 'external_docker',
    source_config: { custom_url: 'http://127.0.0.1:9' },
    source_revision_config: {},
    secrets: [],
  })
  renderConsole(stack, `/deployments/${deployment.id}`)
  const rollout = within(await screen.findByRole('list', { name: 'Rollout' }))
  rollout.getByText('Deploying')
  expect(rollout.queryByText('Building')).toBeNull()
  // Whether it describes itself is not known.
  await screen.findByText('Configuration')
  expect(screen.queryByText('Interface')).toBeNull()
})

it('36: leads from a deployment to the page of its endpoints', async () => {
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('Hello'))
  const { deployment } = await stack.deploy(repository.folder)
  renderConsole(stack, `/deployments/${deployment.id}`)
  const link = await screen.findByRole('link', { name: 'Its endpoints, in a new tab' })
  const page = await fetch(link.getAttribute('href') ?? '')
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await page.text()).toContain('/threads/{thread_id}/runs/stream')
})
