import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { startProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

let stack: DomStack

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())

it('tells how the process of a deployment is doing, in figures and as a table', async () => {
  const folder = path.join(stack.folder, 'repository')
  const { folder: repository } = await makeRepository(folder, agentProject('Hello'))
  const { deployment } = await stack.deploy(repository)
  const { user } = renderConsole(stack, `/deployments/${deployment.id}`)
  const heading = await screen.findByRole('heading', { name: 'Process' })
  const card = within(heading.closest('section') ?? document.body)
  await card.findByText('Up')
  card.getByText(/no restart/)
  expect(card.getByText('Memory').nextSibling).toHaveTextContent(/^\d+ MB$/)
  card.getByText('0 active, 0 queued')
  const details = card.getByText('As a table').closest('details')
  if (!details) throw new Error('The table is not in a disclosure.')
  details.open = true
  fireEvent(details, new Event('toggle'))
  const rows = (await card.findAllByRole('row')).length
  expect(rows).toBeGreaterThan(1)
  await user.click(card.getByRole('button', { name: 'Check now' }))
  await card.findByText('Up')
})

it('says that it cannot be asked, and asks again on request', async () => {
  const folder = path.join(stack.folder, 'repository')
  const { deployment } = await stack.deploy(folder, { name: 'second' })
  const proxy = await startProxy(stack.url)
  try {
    proxy.breakPath('/executor')
    const { user } = renderConsole(proxy, `/deployments/${deployment.id}`)
    await screen.findByText(/It could not be asked/)
    proxy.breakPath(null)
    const heading = screen.getByRole('heading', { name: 'Process' })
    const card = within(heading.closest('section') ?? document.body)
    await user.click(card.getByRole('button', { name: 'Check now' }))
    await card.findByText('Up')
  } finally {
    await proxy.close()
  }
})

it('says that the process does not answer, and when it does again', async () => {
  const folder = path.join(stack.folder, 'tells-its-process')
  const { 'agent.ts': agent, ...files } = agentProject('Hello')
  const tellsItsProcess = `import { writeFileSync } from 'node:fs'
writeFileSync(process.env.PID_FILE ?? '', String(process.pid))
`
  await makeRepository(folder, { ...files, 'agent.ts': tellsItsProcess + agent })
  const PID_FILE = path.join(stack.folder, 'pid')
  const { deployment } = await stack.deploy(folder, { name: 'third', secrets: { PID_FILE } })
  const pid = Number(await readFile(PID_FILE, 'utf8'))
  process.kill(pid, 'SIGSTOP')
  try {
    // What was seen within the last second counts: the page may come just behind that.
    const state = async () =>
      (await stack.json<{ state: string }>('GET', '/agents/third/executor')).state
    await expect.poll(state).toBe('not_answering')
    renderConsole(stack, `/deployments/${deployment.id}`)
    const heading = await screen.findByRole('heading', { name: 'Process' })
    const card = within(heading.closest('section') ?? document.body)
    await card.findByText('Not answering')
    card.getByText(/live · checked/)
    process.kill(pid, 'SIGCONT')
    // Without being asked: what is not well is looked at again.
    await card.findByText('Up')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
})
