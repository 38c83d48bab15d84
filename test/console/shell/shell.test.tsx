import path from 'node:path'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sections } from '../../../src/console/shell/navigation/sections.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { setupUser } from '../../helpers/user.ts'

eachMayTake(2)

let stack: DomStack

beforeEach(async () => {
  stack = await startDomStack()
})
afterEach(() => stack?.close())

const deploy = async (name: string) => {
  const folder = path.join(stack.folder, 'repository')
  const repository = await makeRepository(folder, agentProject('Hello'))
  return stack.deploy(repository.folder, { name })
}

describe('the shell', () => {
  it('shows the connection, where one is, and how many deployments there are', async () => {
    const { deployment } = await deploy('agent')
    renderConsole(stack, `/deployments/${deployment.id}/edit`)
    await screen.findByRole('heading', { level: 1, name: 'Edit agent' })
    expect(document.title).toBe('Edit · agent · Deployments · Local stack · Quarterdeck')
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    expect(main.getByRole('link', { name: /Deployments/ })).toHaveAttribute('aria-current', 'true')
    await main.findByText('1')
    screen.getByRole('button', { name: /Local stack/ })
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getByRole('link', { name: 'agent' })).toHaveAttribute(
      'href',
      `/deployments/${deployment.id}`,
    )
  })

  it('33: what is typed before the palette is there stands in it once it has the focus', async () => {
    renderConsole(stack, '/settings')
    await screen.findByRole('heading', { level: 1 })
    // Each key at once, before anything that is loaded can have come.
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    for (const key of 'lost') fireEvent.keyDown(document.body, { key })
    const held: string[] = []
    const onFocus = ({ target }: Event) =>
      target instanceof HTMLInputElement && held.push(target.value)
    document.addEventListener('focusin', onFocus)
    const field = await screen.findByPlaceholderText(/^Page, deployment/)
    await waitFor(() => expect(field).toHaveFocus())
    document.removeEventListener('focusin', onFocus)
    expect(held).toEqual(['lost'])
    await setupUser().keyboard(' chair')
    expect(field).toHaveValue('lost chair')
  })

  it('has an entry in the side for each section', async () => {
    renderConsole(stack, '/settings')
    const main = within(await screen.findByRole('navigation', { name: 'Main' }))
    for (const { label, to } of Object.values(sections)) {
      expect(main.getByRole('link', { name: new RegExp(`^${label}`) })).toHaveAttribute('href', to)
    }
  })

  it('keeps the navigation around an unknown address and an unknown deployment', async () => {
    const { router } = renderConsole(stack, '/nowhere')
    await screen.findByRole('heading', { name: 'Not found' })
    await router.navigate('/deployments/00000000-0000-4000-8000-000000000000')
    await screen.findByText(/00000000-0000-4000-8000-000000000000 not found/)
    await router.navigate('/deployments/not-an-id')
    await screen.findByText(/UUID/)
    screen.getByRole('navigation', { name: 'Main' })
    await router.navigate('/deployments')
    await screen.findByText('Deploy your first agent')
  })

  it('leads from Threads and Runs to those of all deployments', async () => {
    const { user, router } = renderConsole(stack, '/deployments')
    await user.click(await screen.findByRole('link', { name: 'Threads' }))
    await screen.findByText('No threads yet')
    expect(router.state.location.pathname).toBe('/threads')
    const first = () => screen.getByRole('link', { name: 'Choose a deployment' })
    expect(first()).toHaveAttribute('href', '/deployments')
    await user.click(screen.getByRole('link', { name: 'Runs' }))
    await screen.findByText('No runs yet')
    expect(router.state.location.pathname).toBe('/runs')
    await user.click(first())
    await waitFor(() => expect(router.state.location.pathname).toBe('/deployments'))
  })

  it('moves focus to a new page, and answers to keys unless something is typed', async () => {
    const { user, router } = renderConsole(stack, '/deployments')
    await screen.findByText('Deploy your first agent')
    await user.keyboard('gc')
    await waitFor(() => expect(router.state.location.pathname).toBe('/connections'))
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Connections', level: 1 })).toHaveFocus(),
    )
    await user.keyboard('?')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).getByRole(
        'button',
        {
          name: 'Close',
        },
      ),
    )
    await user.keyboard('n')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'gc?')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('gc?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('goes to a deployment by a part of its name', async () => {
    const { deployment } = await deploy('research-agent')
    const { user, router } = renderConsole(stack, '/deployments/new')
    const name = await screen.findByRole('textbox', { name: 'Name' })
    fireEvent.keyDown(name, { key: 'k', ctrlKey: true })
    fireEvent.keyDown(name, { key: 'a' })
    // Called off: the page has its keys again.
    fireEvent.keyDown(name, { key: 'Escape' })
    expect(fireEvent.keyDown(name, { key: 'b' })).toBe(true)
    fireEvent.keyDown(name, { key: 'k', ctrlKey: true })
    // Its code is still on its way: the letters are meant for it, and not for the field.
    const taken = ['r', 'x', 'Backspace', 'e'].map((key) => !fireEvent.keyDown(name, { key }))
    expect(taken).toEqual([true, true, true, true])
    const box = await screen.findByRole('combobox', { name: /Go to/ })
    await waitFor(() => expect(box).toHaveValue('re'))
    // C13: Esc of an input method gives up its word, not what was found.
    for (const one of [{ keyCode: 229 }, { isComposing: true }]) {
      fireEvent.keyDown(box, { key: 'Escape', ...one })
      expect(screen.getByRole('combobox', { name: /Go to/ })).toBe(box)
    }
    await user.type(box, 'sea')
    await screen.findByRole('option', { name: 'research-agent' })
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/deployments/${deployment.id}`),
    )
  })

  it('says that the server is unreachable, and heals by itself', async () => {
    const { deployment } = await deploy('agent')
    const { user, router } = renderConsole(stack, '/deployments')
    await screen.findByRole('link', { name: 'agent' })
    const { port } = new URL(stack.url)
    await stack.close()
    await router.navigate(`/deployments/${deployment.id}`)
    await screen.findByText(/Server unreachable, retrying/)
    await screen.findByRole('heading', { name: 'This page could not be shown' })
    screen.getByRole('button', { name: 'Try again' }).focus()
    stack = await startDomStack({ port: Number(port) })
    await waitFor(() => expect(screen.queryByText(/Server unreachable/)).toBeNull())
    // The new stack has nothing of the old one: the page was read again.
    await screen.findByText(/not found/)
    expect(screen.getByRole('main')).toHaveFocus()
    await user.click(screen.getByRole('link', { name: /^Deployments/, current: true }))
    await screen.findByText('Deploy your first agent')
  })

  it('asks for the password where the server does, and tells a wrong one', async () => {
    await stack.close()
    stack = await startDomStack({ password: 'correct horse' })
    const { user } = renderConsole(stack, '/deployments')
    await user.type(await screen.findByLabelText('Password'), 'battery')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
        'The password is not right.',
      ),
    )
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  it('offers the provider’s way in beside the password’s, and tells why it signed nobody in', async () => {
    await stack.close()
    const provider = {
      name: 'Acme',
      issuer: 'http://127.0.0.1:9/',
      clientId: 'deck',
      clientSecret: null,
      scopes: 'openid',
      nameClaim: 'preferred_username',
      roleClaim: 'groups',
      roles: [],
      defaultRole: 'viewer' as const,
    }
    stack = await startDomStack({ password: 'correct horse', provider })
    const { router, unmount } = renderConsole(stack, '/runs?status=error&sign_in_fault=no_role')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Acme knows you, but you have no role here.',
    )
    await waitFor(() => expect(router.state.location.search).toBe('?status=error'))
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in with Acme' })
    await waitFor(() =>
      expect(new URL(link.href).searchParams.get('return_to')).toBe('/runs?status=error'),
    )
    screen.getByLabelText('Password')
    unmount()
    await stack.close()
    stack = await startDomStack({ provider, hasPasswords: false })
    renderConsole(stack, '/runs')
    await screen.findByRole('link', { name: 'Sign in with Acme' })
    expect(screen.queryByLabelText('Password')).toBeNull()
  })
})
