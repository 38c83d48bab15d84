import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
const password = 'the first password'
const realFetch = globalThis.fetch
let cookie = ''

/** A DOM without a browser keeps no cookies of another origin: this keeps the session's. */
async function withCookie(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  if (cookie) headers.set('cookie', cookie)
  const response = await realFetch(input, { ...init, headers })
  const set = response.headers.get('set-cookie')
  if (set) cookie = set.split(';')[0] ?? ''
  return response
}

beforeAll(async () => {
  stack = await startDomStack({ password })
  globalThis.fetch = withCookie
})
afterEach(() => {
  cookie = ''
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await stack.close()
})

async function signIn(path: string, who: { name?: string; password: string }) {
  const view = renderConsole(stack, path)
  const secret = await screen.findByLabelText('Password')
  if (who.name) await view.user.type(screen.getByRole('textbox'), who.name)
  await view.user.type(secret, who.password)
  await view.user.click(screen.getByRole('button', { name: 'Sign in' }))
  return view
}

const rowOf = async (name: string) => {
  const row = (await screen.findByText(name, { selector: 'td span' })).closest('tr')
  if (!row) throw new Error(`${name} is in no row.`)
  return within(row)
}

describe('settings', () => {
  it('adds a user, changes the role, and the audit log tells of it', async () => {
    const { user, router } = await signIn('/settings/users', { password })
    await rowOf('admin')
    await user.click(screen.getByRole('button', { name: 'New user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New user' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'vera')
    await user.type(dialog.getByLabelText('Password'), 'short')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    await dialog.findByText('A password has at least eight characters.')
    await user.type(dialog.getByLabelText('Password'), ' no longer')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    const vera = await rowOf('vera')
    vera.getByText('Viewer')
    await user.click(vera.getByRole('button', { name: 'More about vera' }))
    await user.click(screen.getByRole('menuitem', { name: 'Change role' }))
    const change = within(await screen.findByRole('alertdialog'))
    await user.click(change.getByRole('radio', { name: 'Operator' }))
    await user.click(change.getByRole('button', { name: 'Change role' }))
    await (await rowOf('vera')).findByText('Operator')

    await user.click(screen.getByRole('link', { name: 'Audit log' }))
    const log = within(await screen.findByRole('table', { name: 'Audit log' }))
    expect(log.getAllByText('Create user')).toHaveLength(2)
    log.getByText('Patch user')
    await user.click(screen.getByRole('button', { name: 'Result: Any result' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Refused' }))
    await waitFor(() => expect(log.queryByText('Patch user')).toBeNull())
    expect(log.getAllByText('Create user')).toHaveLength(1)
    expect(router.state.location.search).toBe('?result=refused')
    await user.type(screen.getByRole('searchbox', { name: 'By user name' }), 'nobody')
    await screen.findByText('No entry matches')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await screen.findByText('Patch user')
  })

  it('an operator changes the own password, and sees no users and no log', async () => {
    const { user } = await signIn('/settings/password', {
      name: 'vera',
      password: 'short no longer',
    })
    await user.type(await screen.findByLabelText('Current password'), 'wrong')
    await user.type(screen.getByLabelText('New password'), 'another password')
    await user.type(screen.getByLabelText('New password again'), 'something else')
    const button = screen.getByRole('button', { name: 'Change password' })
    await user.click(button)
    screen.getByText('This is not the same.')
    await user.clear(screen.getByLabelText('New password again'))
    await user.type(screen.getByLabelText('New password again'), 'another password')
    await user.click(button)
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(/./),
    )
    await user.clear(screen.getByLabelText('Current password'))
    await user.type(screen.getByLabelText('Current password'), 'short no longer')
    await user.click(button)
    await screen.findByText('The password is changed')
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull()
  })
})
