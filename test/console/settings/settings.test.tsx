import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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
  vi.useRealTimers()
})
afterAll(async () => {
  globalThis.fetch = realFetch
  await stack?.close()
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
    expect(dialog.queryByRole('region', { name: 'request' })).toBeNull()
    await user.click(dialog.getByText('Same request from CI'))
    const request = await dialog.findByRole('region', { name: 'request' })
    expect(request).toHaveTextContent(`curl -X POST \\ '${stack.url}/gateway/users'`)
    expect(request).toHaveTextContent('-H "Authorization: Bearer $QUARTERDECK_TOKEN"')
    expect(request).toHaveTextContent(/"name": "vera", "password": "…", "role": "viewer" \}'$/)
    for (const format of ['Python', 'JSON']) {
      await user.click(dialog.getByRole('button', { name: /^Format: / }))
      await user.click(await screen.findByRole('menuitemradio', { name: format }))
      expect(request).toHaveTextContent('"password": "…"')
    }
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    await dialog.findByText('A password has at least eight characters.')
    expect(dialog.getByLabelText('Password')).toHaveFocus()
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

    await user.click(vera.getByRole('button', { name: 'More about vera' }))
    await user.click(screen.getByRole('menuitem', { name: 'What they did' }))
    await screen.findByText('No entry matches')
    expect(router.state.location.search).toBe('?user=vera')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))

    const log = within(await screen.findByRole('table', { name: 'Audit log' }))
    expect(log.getAllByText('Create user')).toHaveLength(2)
    log.getByText('Change user')
    await user.click(screen.getByRole('button', { name: 'Result: Any result' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Refused' }))
    await waitFor(() => expect(log.queryByText('Change user')).toBeNull())
    expect(log.getAllByText('Create user')).toHaveLength(1)
    expect(router.state.location.search).toBe('?result=refused')
    await user.type(screen.getByRole('searchbox', { name: 'By user name' }), 'nobody')
    await screen.findByText('No entry matches')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await screen.findByText('Change user')
  })

  it('keeps what was typed about a user until it is said to be of no use', async () => {
    const { user, router } = await signIn('/settings/tokens', { password })
    await screen.findByRole('button', { name: 'New token' })
    await act(() => router.navigate('/settings/users'))
    const opener = await screen.findByRole('button', { name: 'New user' })
    await user.click(opener)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'walter')
    const name = screen.getByRole('textbox', { name: 'Name' })
    const leave = [
      () => user.keyboard('{Escape}'),
      () => act(() => router.navigate(-1)),
      () => act(() => router.navigate('/settings/tokens')),
    ]
    for (const way of leave) {
      await way()
      await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(router.state.location.pathname).toBe('/settings/users')
      expect(name).toHaveValue('walter')
      expect(name).toHaveFocus()
    }
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opener).toHaveFocus()

    const vera = await rowOf('vera')
    await user.click(vera.getByRole('button', { name: 'More about vera' }))
    await user.click(screen.getByRole('menuitem', { name: 'Reset password' }))
    const reset = within(await screen.findByRole('dialog', { name: 'Reset the password of vera' }))
    await user.type(reset.getByLabelText('New password'), 'short')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await user.click(reset.getByRole('button', { name: 'Reset password' }))
    await reset.findByText('A password has at least eight characters.')
    expect(reset.getByLabelText('New password')).toHaveFocus()
    await user.type(reset.getByLabelText('New password'), ' no longer')
    await user.click(reset.getByRole('button', { name: 'Reset password' }))
    await screen.findByText('vera has a new password')
  })

  it('keeps the filters of the users in the address', async () => {
    const { user, router } = await signIn('/settings/users?name=E&role=operator', { password })
    await rowOf('vera')
    expect(screen.queryByText('admin', { selector: 'td span' })).toBeNull()
    screen.getByText('1 of 2 users')
    const filter = screen.getByRole('searchbox', { name: 'Filter by name' })
    expect(filter).toHaveValue('E')
    await user.click(screen.getByRole('button', { name: 'Role: Operator' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Any role' }))
    await user.clear(filter)
    await rowOf('admin')
    expect(router.state.location.search).toBe('')
    await user.type(filter, 'ADM')
    await waitFor(() => expect(screen.queryByText('vera', { selector: 'td span' })).toBeNull())
    expect(router.state.location.search).toBe('?name=ADM')
    await user.click(screen.getByRole('button', { name: 'Role: Any role' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Viewer' }))
    await screen.findByText('None with “ADM” in the name has this role.')
    expect(router.state.location.search).toBe('?name=ADM&role=viewer')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await rowOf('vera')
    screen.getByText('2 users')
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus()
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
    expect(screen.getByLabelText('New password again')).toHaveFocus()
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

describe('the password of QUARTERDECK_PASSWORD', () => {
  it('has no form, and where it is changed is told in its place', async () => {
    await signIn('/settings/password', { password })
    await screen.findByText('This password comes from the server’s settings')
    screen.getByText(/Change it there and start the server again/)
    expect(screen.queryByLabelText('Current password')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  })
})

describe('API tokens', () => {
  const deployments = '/gateway/connections/local/control-plane/v2/deployments'
  const asProgram = async (token: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = method === 'GET' ? null : '{}'
    return (await realFetch(stack.url + deployments, { method, headers, body })).status
  }

  const post = async (path: string, body: object) => {
    const response = await fetch(stack.url + path, { method: 'POST', body: JSON.stringify(body) })
    expect(response.ok).toBe(true)
  }

  it('are made, shown once, used, found in the audit log and revoked', async () => {
    const { user, router, queryClient } = await signIn('/settings/tokens', { password })
    await screen.findByText('No API tokens yet')
    const opener = screen.getByRole('button', { name: 'New token' })
    await user.click(opener)
    const form = within(await screen.findByRole('dialog', { name: 'New API token' }))
    expect(form.getByRole('button', { name: 'Make token' })).toHaveAttribute('aria-disabled')
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'the build server')
    await user.click(form.getByRole('radio', { name: 'Operator' }))
    await user.click(form.getByRole('button', { name: 'Lives for: 90 days' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Until a day…' }))
    expect(form.getByRole('button', { name: 'Make token' })).toHaveAttribute('aria-disabled')
    await user.click(form.getByText('Same request from CI'))
    await form.findByText('Choose a day that is not over.')
    await user.click(form.getByRole('button', { name: 'Lives for: Until a day…' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'No end' }))
    form.getByText(/until somebody revokes it/)
    const request = form.getByRole('region', { name: 'request' })
    expect(request).toHaveTextContent(`curl -X POST \\ '${stack.url}/gateway/tokens'`)
    expect(request).toHaveTextContent(/-d '\{ "name": "the build server", "role": "operator" \}'$/)
    await user.click(form.getByRole('button', { name: 'Make token' }))
    await form.findByText(/Up to 64 letters, digits/)
    await user.clear(form.getByRole('textbox', { name: 'Name' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'build.server')
    await user.click(form.getByRole('button', { name: 'Make token' }))

    const shown = await screen.findByRole('dialog', { name: 'The token build.server' })
    const token = within(shown).getByText(/^qdt_/).textContent
    expect(shown).toContainElement(document.activeElement as HTMLElement)
    await user.click(within(shown).getByRole('button', { name: 'Copy token' }))
    expect(await navigator.clipboard.readText()).toBe(token)
    expect(await asProgram(token)).toBe(200)
    expect(await asProgram(token, 'POST')).toBe(422)
    await user.click(within(shown).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(opener).toHaveFocus()
    await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]))
    const kept = queryClient.getQueryCache().getAll()
    const memory = kept.map(({ queryKey, state }) => [queryKey, state.data])
    expect(JSON.stringify([memory, router.state.location])).not.toContain(token)
    expect(document.documentElement.outerHTML).not.toContain(token)

    const row = await rowOf('build.server')
    row.getByText('Operator')
    row.getByText('by admin')
    row.getByText('Never expires')
    await user.click(row.getByRole('button', { name: 'More about build.server' }))
    await user.click(screen.getByRole('menuitem', { name: 'Copy as curl' }))
    const curl = await navigator.clipboard.readText()
    expect(curl).toContain(`${stack.url}/gateway/tokens`)
    expect(curl).toContain('-H "Authorization: Bearer $QUARTERDECK_TOKEN"')
    await user.click(row.getByRole('button', { name: 'More about build.server' }))
    await user.click(screen.getByRole('menuitem', { name: 'What it did' }))
    const log = within(await screen.findByRole('table', { name: 'Audit log' }))
    expect(router.state.location.search).toBe('?user=token+build.server')
    log.getByText('Create deployment')
    const [program] = log.getAllByRole('link', { name: 'token build.server' })
    await user.click(program as HTMLElement)

    const listed = await rowOf('build.server')
    await user.click(listed.getByRole('button', { name: 'More about build.server' }))
    await user.click(screen.getByRole('menuitem', { name: 'Revoke' }))
    const question = within(await screen.findByRole('alertdialog', { name: /^Revoke build/ }))
    await user.click(question.getByRole('button', { name: 'Revoke token' }))
    await screen.findByText('No API tokens yet')
    expect(await asProgram(token)).toBe(401)
  })

  it('a new one stays until its own button is pressed, which asks while nothing was copied', async () => {
    const { user, router } = await signIn('/settings/tokens', { password })
    await screen.findByText('No API tokens yet')
    const opener = screen.getByRole('button', { name: 'New token' })
    await user.click(opener)
    const form = within(await screen.findByRole('dialog', { name: 'New API token' }))
    await user.type(form.getByRole('textbox', { name: 'Name' }), 'kept')
    await user.click(form.getByRole('button', { name: 'Make token' }))

    const shown = within(await screen.findByRole('dialog', { name: 'The token kept' }))
    const token = shown.getByText(/^qdt_/)
    expect(shown.queryByRole('button', { name: 'Close' })).toBeNull()
    await user.keyboard('{Escape}')
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
    expect(token).toBeVisible()
    const question = async () =>
      within(await screen.findByRole('alertdialog', { name: /without copying the token/ }))
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await user.click((await question()).getByRole('button', { name: 'Back to the token' }))
    await act(() => router.navigate('/settings/users'))
    await user.click((await question()).getByRole('button', { name: 'Back to the token' }))
    expect(router.state.location.pathname).toBe('/settings/tokens')
    expect(token).toBeVisible()
    // By hand, as from any text.
    fireEvent.copy(token)
    await user.click(shown.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(opener).toHaveFocus()
    const row = await rowOf('kept')
    await user.click(row.getByRole('button', { name: 'More about kept' }))
    await user.click(screen.getByRole('menuitem', { name: 'Revoke' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke token' }))
    await screen.findByText('No API tokens yet')
  })

  it('one that is over says so, a taken name is refused, and the palette leads there', async () => {
    const { user } = await signIn('/settings', { password })
    await screen.findByRole('link', { name: 'API tokens' })
    const name = `${'long-'.repeat(12)}end`
    const expiry = Date.now() + 3_600_000
    const expires_at = new Date(expiry).toISOString()
    await post('/gateway/tokens', { name, role: 'viewer', expires_at })
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByText('Go to API tokens'))
    await rowOf(name)
    await user.click(screen.getByRole('button', { name: 'New token' }))
    const form = within(await screen.findByRole('dialog'))
    await user.type(form.getByRole('textbox', { name: 'Name' }), name)
    await user.click(form.getByText('Same request from CI'))
    const request = await form.findByRole('region', { name: 'request' })
    expect(request).toHaveTextContent(/"role": "viewer", "expires_at": "[\dT:.-]+Z" \}'$/)
    await user.click(form.getByRole('button', { name: 'Make token' }))
    await form.findByText(`There is a token with the name ${name}.`)
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const row = await rowOf(name)
    expect(row.queryByText('Expired')).toBeNull()
    // The page's clock, which looks at once when the page is looked at again.
    vi.setSystemTime(expiry + 1_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await row.findAllByText('Expired')
  })

  it('are filtered by name and role, kept in the address', async () => {
    await post('/gateway/session', { password })
    await post('/gateway/tokens', { name: 'reports', role: 'viewer', expires_at: null })
    await post('/gateway/tokens', { name: 'releases', role: 'operator', expires_at: null })
    cookie = ''
    const { user, router } = await signIn('/settings/tokens?name=RE&role=operator', { password })
    await rowOf('releases')
    expect(screen.queryByText('reports', { selector: 'td span' })).toBeNull()
    screen.getByText('1 of 3 tokens')
    await user.click(screen.getByRole('button', { name: 'Role: Operator' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Any role' }))
    await rowOf('reports')
    screen.getByText('2 of 3 tokens')
    const filter = screen.getByRole('searchbox', { name: 'Filter by name' })
    expect(filter).toHaveValue('RE')
    await user.type(filter, 'P')
    await waitFor(() => expect(screen.queryByText('releases', { selector: 'td span' })).toBeNull())
    expect(router.state.location.search).toBe('?name=REP')
    await user.type(filter, '!')
    await screen.findByText('None has “REP!” in the name.')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await rowOf('releases')
    screen.getByText('3 tokens')
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus()
  })

  it('are not for viewers', async () => {
    await post('/gateway/session', { password })
    await post('/gateway/users', { name: 'only.looks', role: 'viewer', password })
    cookie = ''
    await signIn('/settings/tokens', { name: 'only.looks', password })
    await screen.findByText(/Only administrators/)
    expect(screen.queryByRole('link', { name: 'API tokens' })).toBeNull()
  })
})
