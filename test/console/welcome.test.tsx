import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type DomStack, startDomStack } from '../helpers/dom-stack.ts'
import { eachMayTake } from '../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../helpers/git.ts'
import { renderConsole } from '../helpers/render.tsx'
import { openAgentBench } from './threads/agent.ts'

eachMayTake(2)

beforeEach(() => sessionStorage.clear())
let stack: DomStack
afterEach(() => stack?.close())

const title = 'Deploy agents, talk to them, stop them, judge them'
const way = (name: string) => screen.findByRole('link', { name })

it('33.5: the first page leads to a conversation, and becomes the overview with it', async () => {
  stack = await startDomStack({ withExamples: true })
  const { user, router } = renderConsole(stack, '/')
  await screen.findByRole('heading', { level: 1, name: title })
  const agents = await screen.findByRole('heading', { name: 'Example agents' })
  // While they come up one can begin to write.
  const box = within(await screen.findByRole('region', { name: 'Message to the guide' }))
  const suggestions = within(await box.findByRole('list', { name: 'What can be asked' }))
  await user.click(suggestions.getByRole('button', { name: 'How do I stop a run?' }))
  expect(box.getByRole('textbox')).toHaveValue('How do I stop a run?')
  expect(box.getByRole('textbox')).toHaveFocus()
  expect(agents.closest('section')).toHaveTextContent('guide, approval, slow, faulty, model')
  await user.keyboard(' Tell me with a table{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/threads\/(?!new)/))
  await screen.findByText('You:')
  await screen.findByRole('link', { name: /^run / })
  const answer = screen.getByRole('heading', { name: 'Conversation' }).parentElement
  // The question was about stopping, not about tables.
  expect(answer).toHaveTextContent(/Stop a run and keep its work/)
  await user.click(screen.getByRole('link', { name: 'Overview' }))
  await screen.findByRole('heading', { name: 'Health by deployment' })
  expect(screen.queryByText(title)).toBeNull()
})

it('33.5: a message that is sent before the guide serves waits for it, and can be taken back', async () => {
  stack = await startDomStack()
  const gate = path.join(stack.folder, 'gate')
  const project = agentProject('I am the guide')
  const { folder } = await makeRepository(path.join(stack.folder, 'repository'), {
    'langgraph.json': JSON.stringify({ graphs: { guide: './agent.mts:graph' } }),
    'agent.mts': `import { existsSync } from 'node:fs'
while (!existsSync(${JSON.stringify(gate)})) await new Promise((done) => setTimeout(done, 20))
${project['agent.ts']}`,
  })
  await stack.json('POST', '/api-host/v2/deployments', {
    name: 'examples',
    source: 'github',
    source_config: { repo_url: folder },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  const first = renderConsole(stack, '/')
  const findBox = async () =>
    within(await screen.findByRole('region', { name: 'Message to the guide' }))
  const firstBox = await findBox()
  await first.user.type(firstBox.getByRole('textbox'), 'Good morning{Enter}')
  firstBox.getByText(/Your message goes as soon as it serves/)
  // It still waits where the page was left or read anew.
  await first.user.click(screen.getByRole('link', { name: /^Deployments/ }))
  await screen.findByRole('heading', { level: 1, name: 'Deployments' })
  first.unmount()
  const { user, router } = renderConsole(stack, '/')
  const box = await findBox()
  expect(box.getByRole('textbox')).toHaveValue('Good morning')
  box.getByText(/Your message goes as soon as it serves/)
  await user.click(box.getByRole('button', { name: 'Take back' }))
  expect(box.getByRole('textbox')).toHaveValue('Good morning')
  expect(box.queryByText(/as soon as it serves/)).toBeNull()
  await user.click(box.getByRole('button', { name: 'Send' }))
  box.getByText(/Your message goes as soon as it serves/)
  await writeFile(gate, '')
  await waitFor(() => expect(router.state.location.pathname).toMatch(/\/threads\/(?!new)/))
  await screen.findByText('I am the guide')
  expect(Object.keys(sessionStorage).filter((key) => key.includes('first-message'))).toEqual([])
})

it('33.5: where the guide could not be deployed nothing waits for it', async () => {
  stack = await startDomStack()
  const { revision } = await stack.deploy(`${stack.folder}/no-such-repository`, {
    name: 'examples',
  })
  expect(revision.status).toBe('CREATE_FAILED')
  const { user } = renderConsole(stack, '/')
  const box = within(await screen.findByRole('region', { name: 'Message to the guide' }))
  await user.type(box.getByRole('textbox'), 'Good morning{Enter}')
  expect(box.queryByText(/as soon as it serves/)).toBeNull()
  await user.click(box.getByRole('button', { name: 'Send' }))
  await screen.findAllByText('It could not be deployed: its page says why')
})

it('33.5: where nothing is deployed it leads to what comes first', async () => {
  stack = await startDomStack()
  renderConsole(stack, '/')
  expect(await way('New deployment')).toHaveAttribute('href', '/deployments/new')
  expect(await way('New connection')).toHaveAttribute('href', '/connections/new')
  expect(await way('New embed')).toHaveAttribute('href', '/embeds/new')
  expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Deployments' })).toBeNull()
})

it('33.5: a new thread offers what its assistant can be asked, to be sent or changed', async () => {
  const bench = await openAgentBench()
  stack = bench.stack
  const description = 'Repeats what it hears.\n- Hello there'
  await bench.agent('POST', '/assistants', { graph_id: 'talk', name: 'Echo', description })
  const { user } = renderConsole(stack, `${bench.pages}/threads/new`)
  await user.click(await screen.findByRole('button', { name: /^Assistant/ }))
  await user.click(await screen.findByRole('menuitemradio', { name: 'Echo' }))
  await user.click(await screen.findByRole('button', { name: 'Hello there' }))
  screen.getByText('Repeats what it hears.')
  const box = screen.getByRole('textbox', { name: 'Message' })
  expect(box).toHaveValue('Hello there')
  await user.type(box, ', you')
  // What was typed is never replaced by a press.
  await user.click(screen.getByRole('button', { name: 'Hello there' }))
  expect(box).toHaveValue('Hello there, you\nHello there')
  await user.keyboard('{Enter}')
  await screen.findByRole('link', { name: /^run / })
  expect(screen.queryByRole('list', { name: 'What can be asked' })).toBeNull()
  await bench.close()
})
