import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import type { DeploymentsList } from '../../../src/contract/control-plane/deployments.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
let repository: string

beforeEach(async () => {
  stack = await startDomStack()
  repository = (await makeRepository(path.join(stack.folder, 'repository'), agentProject('Hello')))
    .folder
})
afterEach(() => stack?.close())

const field = (name: string) => screen.getByRole('textbox', { name })
const submit = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Create deployment' }))

const list = () => stack.json<z.infer<typeof DeploymentsList>>('GET', '/api-host/v2/deployments')

it('offers the examples in Python, or says what they need, until they are there', async () => {
  await stack.close()
  stack = await startDomStack({ hasPythonExamples: true })
  const first = renderConsole(stack, '/deployments/new')
  // A Python is looked for meanwhile. Packages are out of reach here.
  await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(first.queryClient.isFetching()).toBe(0))
  screen.getByText('Examples in Python')
  screen.getByText(/Install it|is not reached from this server/)
  screen.getByRole('button', { name: 'Look again' })
  first.unmount()
  const made = await makeRepository(path.join(stack.folder, 'repository'), agentProject('Hello'))
  await stack.deploy(made.folder, { name: 'examples-python' })
  const { queryClient } = renderConsole(stack, '/deployments/new')
  await screen.findByRole('textbox', { name: 'Name' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText('Examples in Python')).toBeNull()
})

describe('the form for a new deployment', () => {
  it('§1 creates a deployment from a git repository and follows it until it is DEPLOYED', async () => {
    const { user, router } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'research-agent')
    await user.type(field('Repository'), repository)
    await submit(user)
    await screen.findByRole('heading', { level: 1, name: 'research-agent' })
    const {
      resources: [deployment],
    } = await list()
    expect(router.state.location.pathname).toBe(`/deployments/${deployment?.id}`)
    const rollout = await screen.findByRole('list', { name: 'Rollout' })
    await within(rollout).findByText(/^after/)
    const revisions = await screen.findByRole('table', { name: 'Revisions' })
    await within(revisions).findByText('serving traffic')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Open chat' })).not.toHaveAttribute('aria-disabled'),
    )
  })

  it('checks the name while it is typed and offers a valid one', async () => {
    const { user } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Research Agent')
    expect(field('Name')).toHaveAccessibleDescription(/lower-case letters/)
    expect(field('Name')).toBeInvalid()
    await user.click(screen.getByRole('button', { name: 'Use it' }))
    expect(field('Name')).toHaveValue('research-agent')
    expect(field('Name')).toBeValid()
  })

  it('sends nothing that it knows to be refused', async () => {
    const { user } = renderConsole(stack, '/deployments/new')
    await screen.findByRole('textbox', { name: 'Name' })
    await submit(user)
    await waitFor(() => expect(field('Name')).toBeInvalid())
    expect(field('Repository')).toHaveAccessibleDescription(/Name the git repository/)
    expect(field('Name')).toHaveFocus()
    expect((await list()).resources).toEqual([])
  })

  it('33: says from where on a limit of resources is one, in one step', async () => {
    const { user } = renderConsole(stack, '/deployments/new')
    await screen.findByRole('textbox', { name: 'Name' })
    await user.click(screen.getByText('More'))
    await user.type(field('Memory limit (MB)'), '100')
    await user.type(field('Processor limit'), '0')
    await submit(user)
    await screen.findByText('Write a whole number from 256 on, or nothing for no limit.')
    screen.getByText('Write a whole number from 1 on, or nothing for no limit.')
    expect((await list()).resources).toEqual([])
  })

  it('§2.2 puts the server’s validation errors on the fields that they name', async () => {
    const { user } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'agent')
    await user.type(field('Repository'), 'not an address')
    await user.clear(field('Config path'))
    await user.type(field('Config path'), '../outside.json')
    await submit(user)
    await waitFor(() => expect(field('Repository')).toHaveAccessibleDescription(/Use an https/))
    expect(field('Config path')).toHaveAccessibleDescription(/must stay in the repository/)
    expect(field('Repository')).toHaveValue('not an address')
    expect(field('Repository')).toHaveFocus()
  })

  it('puts a taken name next to the name and loses nothing that was typed', async () => {
    await stack.deploy(repository, { name: 'taken' })
    const { user } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'taken')
    await user.type(field('Repository'), repository)
    await submit(user)
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription(/named “taken” already/))
    expect(field('Repository')).toHaveValue(repository)
    await user.type(field('Name'), '-two')
    await submit(user)
    await screen.findByRole('heading', { level: 1, name: 'taken-two' })
  })

  it('takes secrets from a .env, refuses reserved names and shows no value', async () => {
    const { user } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'agent')
    await user.type(field('Repository'), repository)
    await user.click(screen.getByRole('button', { name: 'Paste .env' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Paste .env' }))
    await user.click(dialog.getByRole('textbox', { name: 'Lines' }))
    await user.paste('API_TOKEN="hunter2hunter2"\nPATH=/bin')
    dialog.getByRole('button', { name: 'Add 2' })
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    // Sends the window, not the form behind it.
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText('Value of API_TOKEN')).toHaveAttribute('type', 'password')
    const preview = screen.getByRole('region', { name: 'request' })
    expect(preview).toHaveTextContent('"name": "API_TOKEN", "value": "…"')
    expect(preview).not.toHaveTextContent('hunter2')
    await submit(user)
    await screen.findByText('PATH is set by the platform and cannot be a secret.')
    expect((await list()).resources).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Remove PATH' }))
    expect(screen.getByRole('button', { name: 'Add secret' })).toHaveFocus()
    await submit(user)
    await screen.findByRole('heading', { level: 1, name: 'agent' })
    expect((await list()).resources[0]?.secrets).toEqual([{ name: 'API_TOKEN', value: null }])
  })

  it('36.3: says what variables do that agent servers know, and takes none that would be refused', async () => {
    const { user } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'agent')
    await user.type(field('Repository'), repository)
    await user.click(screen.getByRole('button', { name: 'Paste .env' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Paste .env' }))
    await user.click(dialog.getByRole('textbox', { name: 'Lines' }))
    await user.paste('MOUNT_PREFIX=/x\nN_JOBS_PER_WORKER=many\nPOSTGRES_URI_CUSTOM=x\nMODEL=large')
    await user.click(dialog.getByRole('button', { name: 'Add 4' }))
    screen.getByText('It has no effect here. The address of an agent is the server’s.')
    screen.getByText(/So many runs of the deployment work at once/)
    await submit(user)
    await screen.findByText(/It is not supported here. Threads and state are kept by this server/)
    const jobs = screen.getByLabelText('Value of N_JOBS_PER_WORKER')
    expect(jobs).toHaveAccessibleDescription('It must be a whole number from 1 on.')
    expect((await list()).resources).toEqual([])
    // Whatever runs elsewhere reads them as it likes.
    await user.click(screen.getByRole('radio', { name: /Container image/ }))
    expect(screen.queryByText(/It has no effect here/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /Git repository/ }))
    await user.click(screen.getByRole('button', { name: 'Remove POSTGRES_URI_CUSTOM' }))
    await user.clear(jobs)
    await user.type(jobs, '2')
    await submit(user)
    await screen.findByRole('heading', { level: 1, name: 'agent' })
  })

  it('offers the branches and tags of the repository that was typed', async () => {
    const held = await makeRepository(path.join(stack.folder, 'with-refs'), agentProject('Hello'))
    await held.git('branch', 'feature/search')
    await held.git('tag', 'v1')
    const { user } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Repository' }), held.folder)
    const ref = await screen.findByRole('combobox', { name: 'Branch or tag' })
    await waitFor(() => expect(ref).toHaveAttribute('placeholder', 'main'))
    const offered = document.getElementById(ref.getAttribute('list') ?? '')
    const values = [...(offered?.querySelectorAll('option') ?? [])].map(({ value }) => value)
    expect(values).toEqual(['feature/search', 'main', 'refs/tags/v1'])
    await user.clear(ref)
    await user.type(ref, 'feature/serch')
    expect(ref).toHaveAccessibleDescription(/no branch or tag “feature\/serch”/)
    await user.clear(ref)
    await user.type(ref, 'v1')
    expect(ref).toHaveAccessibleDescription(/to choose from/)
    await user.clear(field('Repository'))
    await user.type(field('Repository'), path.join(stack.folder, 'no-such-repository'))
    await waitFor(() =>
      expect(field('Repository')).toHaveAccessibleDescription(/cannot be read.*needs a token/),
    )
    expect(field('Repository')).toBeInvalid()
    // Beside the address; whether it fits is known once it is sent.
    await user.type(screen.getByLabelText('Token of the repository'), 'a-token')
    expect(field('Repository')).toBeValid()
  })

  it('asks before typed text is left behind', async () => {
    const { user, router } = renderConsole(stack, '/deployments/new')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'agent')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Keep editing' }))
    expect(field('Name')).toHaveValue('agent')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/deployments'))
  })
})
