import path from 'node:path'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository, type TestRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

let stack: DomStack
let repository: TestRepository

/** Answers with what it finds in its environment. */
const tellsItsSecrets = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

const { ONE, TWO, THREE } = process.env
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', () => ({ messages: [new AIMessage([ONE, TWO, THREE].join())] }))
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`,
}

beforeEach(async () => {
  stack = await startDomStack()
  repository = await makeRepository(path.join(stack.folder, 'repository'), tellsItsSecrets)
})
afterEach(() => stack?.close())

const get = (id: string) => stack.json<Deployment>('GET', `/api-host/v2/deployments/${id}`)

async function ask(): Promise<string | undefined> {
  const { thread_id } = await stack.json<{ thread_id: string }>('POST', '/agents/agent/threads', {})
  const state = await stack.json<{ messages: { content: string }[] }>(
    'POST',
    `/agents/agent/threads/${thread_id}/runs/wait`,
    { assistant_id: 'agent', input: { messages: [{ role: 'user', content: '?' }] } },
  )
  return state.messages.at(-1)?.content
}

describe('the form of an existing deployment', () => {
  it('§1 keeps, replaces, removes and adds secrets one by one, in a new revision', async () => {
    const { deployment } = await stack.deploy(repository.folder, {
      secrets: { ONE: 'first', TWO: 'second', GONE: 'x' },
    })
    const { user } = renderConsole(stack, `/deployments/${deployment.id}/edit`)
    expect(await screen.findByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled')
    await user.click(screen.getByRole('button', { name: 'Replace TWO' }))
    expect(screen.getByLabelText('Value of TWO')).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Save and start a revision' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Value of TWO')).toHaveAccessibleDescription(/keep the present/),
    )
    await user.type(screen.getByLabelText('Value of TWO'), 'other')
    await user.click(screen.getByRole('button', { name: 'Remove GONE' }))
    expect(screen.getByRole('button', { name: 'Keep GONE' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Add secret' }))
    await user.type(screen.getByRole('textbox', { name: 'Secret name' }), 'THREE')
    await user.type(screen.getByLabelText('Value of THREE'), 'third')
    screen.getByText(/Saving starts a new revision, because the secrets changed/)
    const preview = screen.getByRole('region', { name: 'request' })
    expect(preview).toHaveTextContent('{ "name": "ONE", "value": null }')
    expect(preview).not.toHaveTextContent('other')
    await user.click(screen.getByRole('button', { name: 'Save and start a revision' }))
    await screen.findByRole('heading', { level: 1, name: 'agent' })

    const after = await get(deployment.id)
    expect(after.latest_revision_id).not.toBe(deployment.latest_revision_id)
    expect(after.secrets.map(({ name }) => name).sort()).toEqual(['ONE', 'THREE', 'TWO'])
    await stack.settled(deployment.id, after.latest_revision_id)
    expect(await ask()).toBe('first,other,third')
    await within(await screen.findByRole('list', { name: 'Rollout' })).findByText(/^after/)
  })

  it('33: secrets that others save while one is typed stay, and what they removed stays removed', async () => {
    const { deployment } = await stack.deploy(repository.folder, {
      secrets: { ONE: 'first', GONE: 'x', TAKEN: 'y' },
    })
    const { user } = renderConsole(stack, `/deployments/${deployment.id}/edit`)
    await user.click(await screen.findByRole('button', { name: 'Replace TAKEN' }))
    await user.type(screen.getByLabelText('Value of TAKEN'), 'mine')
    await user.click(screen.getByRole('button', { name: 'Add secret' }))
    const name = screen.getByRole('textbox', { name: 'Secret name' })
    await user.type(name, 'THREE')
    const value = screen.getByLabelText('Value of THREE')
    await user.type(value, 'thi')
    await stack.json('PATCH', `/api-host/v2/deployments/${deployment.id}`, {
      secrets: [
        { name: 'ONE', value: null },
        { name: 'TWO', value: 'second' },
      ],
    })
    const preview = await screen.findByRole('region', { name: 'request' })
    await waitFor(() => expect(preview).toHaveTextContent('{ "name": "TWO", "value": null }'))
    expect(screen.queryByText('GONE')).toBeNull()
    screen.getByRole('button', { name: 'Replace TWO' })
    expect(value).toHaveFocus()
    await user.keyboard('rd')
    await user.click(screen.getByRole('button', { name: 'Save and start a revision' }))
    await screen.findByRole('heading', { level: 1, name: 'agent' })
    const after = await get(deployment.id)
    expect(after.secrets.map(({ name }) => name).sort()).toEqual(['ONE', 'TAKEN', 'THREE', 'TWO'])
    await stack.settled(deployment.id, after.latest_revision_id)
    expect(await ask()).toBe('first,second,third')
  })

  it('sends only what changed, and says when no revision will start', async () => {
    const { deployment } = await stack.deploy(repository.folder, { secrets: { ONE: 'first' } })
    const { user } = renderConsole(stack, `/deployments/${deployment.id}/edit`)
    await user.click(await screen.findByRole('button', { name: /^More/ }))
    await user.click(screen.getByRole('checkbox', { name: 'Build on push' }))
    screen.getByText(/No new revision/)
    expect(screen.getByRole('region', { name: 'request' })).toHaveTextContent(
      `-d '{ "source_config": { "build_on_push": true } }'`,
    )
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { level: 1, name: 'agent' })
    const after = await get(deployment.id)
    expect(after.source_config.build_on_push).toBe(true)
    expect(after.latest_revision_id).toBe(deployment.latest_revision_id)
    expect(await ask()).toBe('first,,')
  })

  it('is not overwritten by what is read while it is typed', async () => {
    const { deployment } = await stack.deploy(repository.folder)
    const { user, queryClient } = renderConsole(stack, `/deployments/${deployment.id}/edit`)
    const ref = await screen.findByLabelText('Branch or tag')
    await user.clear(ref)
    await user.type(ref, 'other')
    await stack.json('PATCH', `/api-host/v2/deployments/${deployment.id}`, {
      source_config: { build_on_push: true },
    })
    await queryClient.refetchQueries({ type: 'active' })
    // Typed after the read: by then the page has drawn what was read.
    await user.type(ref, '-one')
    expect(ref).toHaveValue('other-one')
    expect(screen.getByRole('region', { name: 'request' })).toHaveTextContent(
      `-d '{ "source_revision_config": { "repo_ref": "other-one" } }'`,
    )
  })

  it('33.2.6: says nothing of what was not saved once there is nothing to save', async () => {
    const { deployment } = await stack.deploy(repository.folder)
    const { user } = renderConsole(stack, `/deployments/${deployment.id}/edit`)
    const ref = await screen.findByLabelText('Branch or tag')
    await user.type(ref, ' ')
    const save = screen.getByRole('button', { name: 'Save' })
    await user.click(save)
    await screen.findByText('This was not saved')
    expect(save).not.toHaveAttribute('aria-disabled')
    await user.type(ref, '{Backspace}')
    await waitFor(() => expect(save).toHaveAttribute('aria-disabled'))
    expect(screen.queryByText('This was not saved')).toBeNull()
  })

  it('33.2.6: warns of a branch that the repository does not have, when it is typed and before a revision is started', async () => {
    const { deployment } = await stack.deploy(repository.folder)
    const at = `/api-host/v2/deployments/${deployment.id}`
    const body = { source_revision_config: { repo_ref: 'feature/gone' } }
    const { latest_revision_id } = await stack.json<Deployment>('PATCH', at, body)
    await stack.settled(deployment.id, latest_revision_id)
    const { user, router } = renderConsole(stack, `/deployments/${deployment.id}/edit`)
    const ref = await screen.findByLabelText('Branch or tag')
    const warning = /no branch or tag “feature\/gone”/
    await waitFor(() => expect(ref).toHaveAccessibleDescription(warning))
    await act(() => router.navigate(`/deployments/${deployment.id}`))
    await user.click(await screen.findByRole('button', { name: 'New revision' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Start a new revision?' }))
    expect(await dialog.findByText(warning)).toBeVisible()
  })

  it('starts a revision of the same reference on request', async () => {
    const { deployment } = await stack.deploy(repository.folder)
    const commit = await repository.commit({ 'note.txt': 'A change' })
    const { user } = renderConsole(stack, `/deployments/${deployment.id}`)
    await user.click(await screen.findByRole('button', { name: 'New revision' }))
    await user.click(await screen.findByRole('button', { name: 'Start revision' }))
    await waitFor(async () =>
      expect((await get(deployment.id)).latest_revision_id).not.toBe(deployment.latest_revision_id),
    )
    const { latest_revision_id } = await get(deployment.id)
    const revision = await stack.settled(deployment.id, latest_revision_id)
    expect(revision.source_revision_config.repo_commit_sha).toBe(commit)
    const table = within(await screen.findByRole('table', { name: 'Revisions' }))
    await table.findByText('Replaced')
  })
})
