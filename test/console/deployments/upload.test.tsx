import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, type RepositoryFiles } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

let stack: DomStack
beforeEach(async () => {
  stack = await startDomStack()
})
afterEach(() => stack?.close())

const base = '/api-host/v2/deployments'

/** As a browser hands over a folder that was chosen. */
function folder(name: string, files: RepositoryFiles): File[] {
  return Object.entries(files).map(([path, text]) => {
    const file = new File([text ?? ''], path.split('/').at(-1) ?? '')
    Object.defineProperty(file, 'webkitRelativePath', { value: `${name}/${path}` })
    return file
  })
}

const folderInput = () => screen.findByLabelText<HTMLInputElement>('The folder of a project')
const send = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Upload and deploy' }))

const waiting = (name: string, secrets: { name: string; value: string }[] = []) =>
  stack.json<Deployment>('POST', base, {
    name,
    source: 'internal_source',
    source_config: {},
    source_revision_config: {},
    secrets,
  })

async function answer(name: string): Promise<string> {
  const values = await stack.json<{ messages: { content: string }[] }>(
    'POST',
    `/agents/${name}/runs/wait`,
    { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'hello' }] } },
  )
  return values.messages.at(-1)?.content ?? ''
}

it('a folder is deployed from nothing: made, waiting, uploaded, serving; then another one', async () => {
  const { user, router } = renderConsole(stack, '/deployments/new')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'by-hand')
  await user.click(screen.getByRole('radio', { name: 'Upload' }))
  expect(screen.queryByRole('textbox', { name: 'Repository' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create deployment' }))
  await screen.findByRole('heading', { level: 1, name: 'by-hand' })
  expect(await screen.findAllByText('Waiting for source')).not.toHaveLength(0)
  await screen.findByText(/^Nothing has been uploaded/)
  const id = router.state.location.pathname.split('/').at(-1) ?? ''

  await user.upload(
    await folderInput(),
    folder('agent', {
      ...agentProject('from my folder'),
      '.env': 'GREETING=hi\nPORT=80\n',
      'node_modules/x/index.js': 'x',
    }),
  )
  expect((await screen.findByText('agent')).parentElement?.textContent).toMatch(
    /^agent 2 files, \d+ B; 2 left out/,
  )
  // Names that the platform sets are no secrets.
  await user.click(screen.getByRole('checkbox', { name: 'Set the secrets of its .env: GREETING' }))
  await send(user)
  const rollout = await screen.findByRole('list', { name: 'Rollout' })
  await within(rollout).findByText(/^after/)
  expect(await answer('by-hand')).toBe('from my folder')
  const deployed = await stack.json<Deployment>('GET', `${base}/${id}`)
  expect(deployed.secrets.map(({ name }) => name)).toEqual(['GREETING'])
  expect(screen.queryByText('Waiting for its source')).toBeNull()
  expect(await screen.findAllByText(/archive [0-9a-f]{7}/)).not.toHaveLength(0)

  await user.click(screen.getByRole('button', { name: 'Upload source' }))
  const dialog = await screen.findByRole('dialog', { name: 'Upload source' })
  await user.upload(
    await within(dialog).findByLabelText('The folder of a project'),
    folder('agent', agentProject('changed')),
  )
  await user.click(await within(dialog).findByRole('button', { name: 'Upload and deploy' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await expect.poll(() => answer('by-hand')).toBe('changed')
  const kept = await stack.json<Deployment>('GET', `${base}/${id}`)
  expect(kept.secrets.map(({ name }) => name)).toEqual(['GREETING'])
})

it('a project deeper in the folder is found, and its place becomes the config path', async () => {
  const { id } = await waiting('deeper')
  const files = Object.entries(agentProject('from below')).map(([name, text]) => [
    `agents/one/${name}`,
    text,
  ])
  const { user } = renderConsole(stack, `/deployments/${id}`)
  await user.upload(await folderInput(), folder('all', Object.fromEntries(files)))
  await screen.findByText('agents/one/langgraph.json')
  await send(user)
  await expect
    .poll(async () => {
      const { active_revision_id } = await stack.json<Deployment>('GET', `${base}/${id}`)
      return active_revision_id
    })
    .not.toBeNull()
  expect(await answer('deeper')).toBe('from below')
})

it('what cannot be sent is said, and nothing is lost by it', async () => {
  const { id } = await waiting('troubled')
  const { user } = renderConsole(stack, `/deployments/${id}`)
  await user.upload(await folderInput(), folder('pictures', { 'a.png': 'x' }))
  await screen.findByText(/There is no langgraph\.json in “pictures”/)
  expect(screen.queryByRole('button', { name: 'Upload and deploy' })).toBeNull()
  await user.upload(await folderInput(), folder('empty', { 'node_modules/a.js': 'x' }))
  await screen.findByText('There is nothing to send in “empty”.')

  await user.upload(await folderInput(), folder('agent', agentProject('late')))
  await screen.findByText(/2 files/)
  await stack.json('DELETE', `${base}/${id}`)
  await send(user)
  await screen.findByText('It was not uploaded')
  screen.getByText(`Deployment ID ${id} not found.`)
  // What was chosen is there still.
  screen.getByRole('button', { name: 'Upload and deploy' })
})
