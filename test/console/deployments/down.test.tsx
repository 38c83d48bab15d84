/** 33, 2.1: a service that is dead says so wherever somebody looks. */
import { readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { shortId } from '../../../src/ui/format/short-id-text.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

/** Tells its process, says something and waits for the first process to end. */
const agent = `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { existsSync, writeFileSync } from 'node:fs'

const file = process.env.PID_FILE ?? ''
const isFirst = !existsSync(file)
writeFileSync(file, String(process.pid))

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', async (state, config) => {
    config.writer?.('begun')
    if (isFirst && state.messages.length > 0) await new Promise((resolve) => setTimeout(resolve, 1e8))
    return { messages: [new AIMessage('Hello')] }
  })
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`

let stack: DomStack
let id: string
let repository: TestRepository
beforeAll(async () => {
  stack = await startDomStack()
  const folder = path.join(stack.folder, 'repository')
  repository = await makeRepository(folder, { ...agentProject(''), 'agent.ts': agent })
  const PID_FILE = path.join(stack.folder, 'pid')
  const { deployment } = await stack.deploy(folder, { name: 'shop', secrets: { PID_FILE } })
  id = deployment.id
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', '/agents/shop/threads', {})
  await stack.json('POST', `/agents/shop/threads/${thread_id}/runs/wait`, {
    assistant_id: 'agent',
    input: {},
  })
})
afterAll(() => stack?.close())

/** Takes the build away and ends the process; answers how to bring the build back. */
async function breakDown(): Promise<() => Promise<void>> {
  const { active_revision_id: revision } = await stack.json<{ active_revision_id: string }>(
    'GET',
    `/api-host/v2/deployments/${id}`,
  )
  const builds = path.join(stack.folder, 'data/builds')
  const name = (await readdir(builds)).find((one) => one.startsWith(revision))
  if (!name) throw new Error('What serves has no build of its own.')
  const [build, away] = [path.join(builds, name), path.join(stack.folder, 'away')]
  await rename(build, away)
  process.kill(Number(await readFile(path.join(stack.folder, 'pid'), 'utf8')), 'SIGKILL')
  return () => rename(away, build)
}

const reason = /^It could not be started\. The folder of its build is gone\./

it('a run that it cuts off is not said to be at work, and goes on once it is back', async () => {
  const { user } = renderConsole(stack, `/deployments/${id}/threads/new`)
  await user.type(await screen.findByRole('textbox', { name: /message/i }), 'Hello?{Enter}')
  await screen.findAllByText('answer')
  const bringBack = await breakDown()
  await screen.findByText(/^The agent is down, for/)
  await screen.findAllByText('Waits to go on')
  await screen.findByText(/^The run was cut off after .* and waits to go on$/)
  await bringBack()
  await screen.findAllByText('Hello')
  await waitFor(() => expect(screen.queryByText(/^The agent is down/)).toBeNull())
})

it('is told in a toast, on its page, in the overview, the navigation and the chat, until it is back', async () => {
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', '/agents/shop/threads', {})
  await stack.json('POST', `/agents/shop/threads/${thread_id}/runs/wait`, {
    assistant_id: 'agent',
    input: { messages: [{ role: 'user', content: 'Do you remember?' }] },
  })
  const { user, router } = renderConsole(stack, '/runs')
  await screen.findByText('live · up to date')
  const bringBack = await breakDown()
  const toast = within((await screen.findByText('shop: down')).closest('li') as HTMLElement)
  toast.getByText(reason)
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }))
  await navigation.findByText('not healthy, of')

  await router.navigate('/overview')
  const fails = within(
    (await screen.findByRole('heading', { name: 'Fails' })).closest('section') as HTMLElement,
  )
  await fails.findByText('1 deployment, 0 runs')
  await user.click(fails.getByRole('link', { name: /^shop · Down/ }))

  await waitFor(() => expect(router.state.location.pathname).toBe(`/deployments/${id}`))
  const main = within(screen.getByRole('main'))
  const alert = within(await main.findByRole('alert'))
  alert.getByText(/^Down for/)
  alert.getByText(reason)
  // Its revision is said to serve nowhere: in the head, in the table, on its own page.
  await waitFor(() => expect(main.getAllByText('is to serve')).toHaveLength(2))
  expect(main.queryByText(/serving traffic/)).toBeNull()
  await user.click(main.getByRole('link', { name: 'Open its log' }))
  await screen.findByText('is to serve · latest')

  await router.navigate(`/deployments/${id}/threads/new`)
  const box = await screen.findByRole('textbox', { name: /message/i })
  await user.type(box, 'Are you there?{Enter}')
  await screen.findByText(/^The agent is down, for/)
  await screen.findByText(/^Not sent\. The agent is down and could not be started again\./)
  expect(screen.getByRole('textbox', { name: /message/i })).toHaveValue('Are you there?')

  await router.navigate('/deployments')
  await screen.findByText('Down')

  // What was said before can be read meanwhile, as its thread keeps it, and is read anew once the agent is back.
  await router.navigate(`/deployments/${id}/threads/${thread_id}`)
  await screen.findByText('As it was kept last')
  screen.getAllByText('Do you remember?')
  screen.getAllByText('Hello')
  const here = screen.getByRole('textbox', { name: /message/i })
  await user.type(here, 'And now?{Enter}')
  await screen.findByText(/^Not sent\. The agent is down/)
  await bringBack()
  await waitFor(() => expect(screen.queryByText('As it was kept last')).toBeNull())
  screen.getAllByText('Hello')
  // Nor is it said any more to refuse what stands in the box again.
  await waitFor(() => expect(screen.queryByText(/The agent is down/)).toBeNull())
  expect(here).toHaveValue('And now?')

  await router.navigate('/deployments')
  await screen.findByText('Healthy')
  await waitFor(() => expect(navigation.queryByText('not healthy, of')).toBeNull())
})

it('37.3: leads back to the last good one in one click', async () => {
  const url = `/api-host/v2/deployments/${id}`
  const before = await stack.json<Deployment>('GET', url)
  const good = before.active_revision_id ?? ''
  // Of another commit, so that it has a build of its own.
  await repository.commit({ 'note.txt': 'A change' })
  const newer = await stack.json<Revision>('POST', `${url}/revisions`, {})
  await stack.settled(id, newer.id)
  const { user, router } = renderConsole(stack, `/deployments/${id}`)
  await screen.findByText('Healthy')
  expect(screen.queryByRole('button', { name: /^Back to/ })).toBeNull()
  const bringBack = await breakDown()
  const alert = within(await within(screen.getByRole('main')).findByRole('alert'))
  const words = `Back to the last good one, ${shortId(good)}`
  await user.click(await alert.findByRole('button', { name: words }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/revisions\/[\w-]+$/))
  const repeated = router.state.location.pathname.split('/').at(-1) ?? ''
  expect(await stack.settled(id, repeated)).toMatchObject({
    status: 'DEPLOYED',
    redeploy_of: good,
  })
  await bringBack()
})
