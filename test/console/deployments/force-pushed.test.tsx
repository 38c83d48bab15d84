import path from 'node:path'
import { screen } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

let stack: DomStack
let deployed: Deployment
let first = ''
let second = ''

/** Two revisions; the commit of the first is in the repository no more, and neither is its build. */
beforeAll(async () => {
  stack = await startDomStack({ rollouts: { keptBuilds: 1 } })
  const repository = await makeRepository(
    path.join(stack.folder, 'repository'),
    agentProject('Hello'),
  )
  deployed = (await stack.deploy(repository.folder)).deployment
  first = deployed.latest_revision_id ?? ''
  await repository.git('commit', '--quiet', '--amend', '--allow-empty', '--message', 'Another one')
  await repository.git('reflog', 'expire', '--expire=now', '--all')
  await repository.git('gc', '--quiet', '--prune=now')
  const url = `/api-host/v2/deployments/${deployed.id}/revisions`
  second = (await stack.json<{ id: string }>('POST', url, {})).id
  await stack.settled(deployed.id, second)
})
afterAll(() => stack?.close())

it('37: a commit that was force-pushed away: comparing says so in a sentence, and the rest of it stays', async () => {
  const at = `/deployments/${deployed.id}/revisions/compare?before=${first}&after=${second}`
  renderConsole(stack, at)
  await screen.findByText(/^The repository does not tell what lies between these commits/)
  screen.getByRole('heading', { name: 'What changed' })
  screen.getByText('The first commit')
  screen.getByText('Another one')
})

it('37: deploying it again fails with a sentence and the ways out, and what serves goes on', async () => {
  const url = `/api-host/v2/deployments/${deployed.id}`
  const again = await stack.json<Deployment>('POST', `${url}/revisions/${first}/redeploy`)
  const failed = await stack.settled(deployed.id, again.latest_revision_id)
  expect(failed.status).toBe('CREATE_FAILED')
  renderConsole(stack, `/deployments/${deployed.id}/revisions/${failed.id}`)
  await screen.findByText(/^The commit [0-9a-f]{40} is not in .* any more\. Start a new revision/)
  screen.getByRole('link', { name: 'Edit the ref' })
  const kept = await stack.json<Deployment>('GET', url)
  expect(kept.active_revision_id).toBe(second)
})
