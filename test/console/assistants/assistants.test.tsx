import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Assistant } from '../../../src/contract/agent-server/assistants.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let deployment: Deployment

beforeAll(async () => {
  stack = await startDomStack()
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('Hello'))
  deployment = (await stack.deploy(repository.folder)).deployment
})
afterAll(() => stack?.close())

it('33: a context that the graph refuses is told at its field, and what was typed stays', async () => {
  const source = `import { END, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
const Choices = z.object({ tone: z.string(), depth: z.number().optional() })
export const graph = new StateGraph(z.object({ topic: z.string() }), { context: Choices })
  .addNode('write', () => ({}))
  .addEdge(START, 'write')
  .addEdge('write', END)
  .compile()
`
  const folder = path.join(stack.folder, 'choosy')
  const project = { ...agentProject('Hello'), 'agent.ts': source }
  const repository = await makeRepository(folder, project)
  const choosy = (await stack.deploy(repository.folder, { name: 'choosy' })).deployment
  const { user, unmount } = renderConsole(stack, `/deployments/${choosy.id}/assistants`)
  await user.click(await screen.findByRole('button', { name: 'New assistant' }))
  const form = within(await screen.findByRole('dialog', { name: 'New assistant' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Brief')
  const context = form.getByRole('textbox', { name: 'Context' })
  await user.click(context)
  await user.paste('{"tone": 7, "depth": "many"}')
  await user.click(form.getByRole('button', { name: 'Create assistant' }))
  await waitFor(() =>
    expect(context).toHaveAccessibleDescription(
      /tone: A text is wanted here. depth: A number is wanted here./,
    ),
  )
  expect(context).toHaveValue('{"tone": 7, "depth": "many"}')
  await user.clear(context)
  await user.click(context)
  // The tone comes with each run.
  await user.paste('{"depth": 2}')
  await user.click(form.getByRole('button', { name: 'Create assistant' }))
  await screen.findByRole('heading', { level: 2, name: 'Brief' })
  unmount()
})

it('makes an assistant of a graph, changes it, goes back to a version, and deletes it', async () => {
  const { user, router } = renderConsole(stack, `/deployments/${deployment.id}/assistants`)
  await user.click(await screen.findByRole('button', { name: 'New assistant' }))
  const form = within(await screen.findByRole('dialog', { name: 'New assistant' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Polite')
  await user.click(form.getByRole('textbox', { name: 'Config' }))
  await user.paste('{"configurable": ')
  expect(form.getByRole('textbox', { name: 'Config' })).toHaveAccessibleDescription(/not JSON/)
  expect(form.queryByRole('region', { name: 'request' })).toBeNull()
  await user.click(form.getByText('Same request from CI'))
  await form.findByText('Write config and context as JSON objects.')
  const context = form.getByRole('textbox', { name: 'Context' })
  await user.click(context)
  await user.paste('7')
  expect(context).toHaveAccessibleDescription('Write a JSON object, as {"language":"en"}.')
  await user.clear(context)
  await user.click(form.getByRole('textbox', { name: 'Config' }))
  await user.paste('{"tone": "polite"}}')
  const request = form.getByRole('region', { name: 'request' })
  expect(request).toHaveTextContent(`curl -X POST \\ '${stack.url}/agents/agent/assistants'`)
  expect(request).toHaveTextContent('-H "X-Api-Key: $API_KEY"')
  expect(request).toHaveTextContent(
    /-d '\{ "name": "Polite", "config": \{ "configurable": \{ "tone": "polite" \} \}, "context": \{\}, "graph_id": "agent" \}'$/,
  )
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(form.getByRole('button', { name: 'Create assistant' }))
  await screen.findByRole('heading', { level: 2, name: 'Polite' })
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(crumbs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Deployments',
    'agent',
    'Assistants',
  ])
  expect(crumbs.getByRole('link', { name: 'Assistants' })).toHaveAttribute(
    'href',
    `/deployments/${deployment.id}/assistants`,
  )
  const figure = await screen.findByRole('figure', { name: /^Graph of/ })
  expect(figure).toHaveTextContent(/start: to/)

  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit Polite' }))
  await user.click(edit.getByText('Same request from CI'))
  await user.type(edit.getByRole('textbox', { name: 'Name' }), ' one')
  expect(await edit.findByRole('region', { name: 'request' })).toHaveTextContent(
    /-X PATCH .*\/agents\/agent\/assistants\/[\da-f-]{36}'.*-d '\{ "name": "Polite one" \}'$/,
  )
  const versions = within(await screen.findByRole('list', { name: 'Versions', hidden: true }))
  // Others change it meanwhile.
  const url = `/agents/agent/assistants/${router.state.location.pathname.split('/').at(-1)}`
  await stack.json('PATCH', url, { description: 'Theirs' })
  await waitFor(() => expect(versions.getAllByRole('listitem', { hidden: true })).toHaveLength(2))
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 2, name: 'Polite one' })
  await waitFor(() => expect(versions.getAllByRole('listitem')).toHaveLength(3))
  expect(await stack.json('GET', url)).toMatchObject({ description: 'Theirs' })
  await user.click(versions.getByRole('button', { name: 'JSON of version 2' }))
  await screen.findByRole('dialog', { name: 'JSON of version 2' })
  screen.getByRole('searchbox', { name: 'Search the JSON' })
  await user.keyboard('{Escape}')
  const use = versions.getByRole('button', { name: 'Use version 1' })
  await user.click(use)
  await screen.findByRole('heading', { level: 2, name: 'Polite' })
  expect(use).toHaveFocus()
  expect(use).toHaveAttribute('aria-disabled', 'true')

  await user.click(screen.getByRole('button', { name: 'More about this assistant' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Delete Polite?' }))
  await user.type(confirm.getByRole('textbox'), 'Polite')
  await user.click(confirm.getByRole('button', { name: 'Delete assistant' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/deployments/${deployment.id}/assistants`),
  )
  const left = await stack.json<Assistant[]>('POST', '/agents/agent/assistants/search', {})
  expect(left.map(({ name }) => name)).not.toContain('Polite')
})
