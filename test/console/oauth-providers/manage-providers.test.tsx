import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OAuthProviderResponse } from '../../../src/contract/control-plane/oauth-providers.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())

const get = (id: string) =>
  stack.json<OAuthProviderResponse>('GET', `/api-host/v2/auth/providers/${id}`)

it('§2.1 creates a provider, with faults at their fields and the secret hidden in the preview', async () => {
  const { user } = renderConsole(stack, '/oauth-providers')
  await user.click(await screen.findByRole('link', { name: 'New provider' }))
  const field = (name: string) => screen.getByRole('textbox', { name })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'GitHub')
  await user.type(field('Provider identifier'), 'example')
  await user.type(field('Authorization URL'), 'github.example')
  await user.type(field('Token URL'), 'https://github.example/token')
  await user.type(field('Client ID'), 'abc')
  await user.type(screen.getByLabelText('Client secret'), 'hunter2')
  await user.click(screen.getByRole('button', { name: 'Create provider' }))
  await waitFor(() => expect(field('Authorization URL')).toBeInvalid())
  await user.clear(field('Authorization URL'))
  await user.type(field('Authorization URL'), 'https://github.example/authorize')
  expect(screen.getByRole('region', { name: 'request' })).not.toHaveTextContent('hunter2')
  await user.click(screen.getByRole('button', { name: 'Create provider' }))
  await waitFor(() => expect(field('Provider identifier')).toBeInvalid())
  await user.clear(field('Provider identifier'))
  await user.type(field('Provider identifier'), 'github')
  screen.getByText(`${stack.url}/api-host/v2/auth/callback/github`)
  await user.click(screen.getByRole('button', { name: 'Add parameter' }))
  await user.type(field('Name of parameter 1'), 'state')
  await user.click(screen.getByRole('button', { name: 'Create provider' }))
  await screen.findByText(/state is set by the server/)
  await user.clear(field('Name of parameter 1'))
  await user.type(field('Name of parameter 1'), 'prompt')
  await user.type(field('Value of parameter 1'), 'consent')
  await user.click(screen.getByRole('button', { name: 'Add parameter' }))
  await user.click(screen.getByRole('button', { name: 'Remove parameter 2' }))
  expect(screen.getByRole('button', { name: 'Add parameter' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Create provider' }))
  await screen.findByRole('heading', { level: 1, name: 'GitHub' })
  expect(await get('github')).toMatchObject({
    client_id: 'abc',
    uses_pkce: true,
    code_challenge_method: 'S256',
    authorization_params: { prompt: 'consent' },
  })
})

it('edits a provider by sending what changed, begins its authorization, and deletes it', async () => {
  const { user, router } = renderConsole(stack, '/oauth-providers/github/edit')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await user.clear(name)
  await user.type(name, 'GitHub Enterprise')
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  const leaving = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(leaving.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('region', { name: 'request' })).toHaveTextContent(
    `-d '{ "name": "GitHub Enterprise" }'`,
  )
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { level: 1, name: 'GitHub Enterprise' })

  await user.type(screen.getByRole('textbox', { name: 'Scopes' }), 'repo user')
  await user.click(screen.getByRole('button', { name: 'Start the test' }))
  const link = await screen.findByRole('link', { name: 'Open' })
  const url = new URL(link.getAttribute('href') ?? '')
  expect(url.origin + url.pathname).toBe('https://github.example/authorize')
  expect(url.searchParams.get('scope')).toBe('repo user')
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')

  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.type(dialog.getByRole('textbox'), 'github')
  await user.click(dialog.getByRole('button', { name: 'Delete provider' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/oauth-providers'))
  await expect(get('github')).rejects.toThrow('404')
})
