import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/gateway/connections.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())

const known = () => stack.json<Connection[]>('GET', '/gateway/connections')
const named = async (name: string) => (await known()).find((one) => one.name === name)

describe('connections', () => {
  it('§5 shows the local stack’s addresses and that its key stays with the server', async () => {
    const { queryClient, user } = renderConsole(stack, '/connections')
    const table = within(await screen.findByRole('table', { name: 'Connections' }))
    table.getByText('In use')
    table.getByText(`${stack.url}/api-host`)
    table.getByText('kept by the server')
    await user.click(table.getByRole('link', { name: 'Local stack' }))
    await screen.findByRole('heading', { level: 1, name: /^Local stack/ })
    screen.getByText(stack.url)
    expect(document.documentElement.outerHTML).not.toContain(stack.apiKey)
    const reads = queryClient
      .getQueryCache()
      .getAll()
      .map((read) => [read.queryKey, read.state.data])
    expect(reads.length).toBeGreaterThan(0)
    expect(JSON.stringify(reads)).not.toContain(stack.apiKey)
  })

  it('adds a server of one’s own, tests it, and switches to it', async () => {
    const { user } = renderConsole(stack, '/connections/new')
    await user.click(await screen.findByRole('radio', { name: 'Self-hosted' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Second')
    await user.type(screen.getByRole('textbox', { name: 'Control plane' }), `${stack.url}/api-host`)
    const request = screen.getByRole('region', { name: 'request' })
    expect(request).not.toHaveTextContent('api_key')
    await user.type(screen.getByLabelText('Key'), stack.apiKey)
    expect(request).toHaveTextContent(`curl -X POST \\ '${stack.url}/gateway/connections'`)
    expect(request).toHaveTextContent('-H "Authorization: Bearer $QUARTERDECK_TOKEN"')
    expect(request).toHaveTextContent(`"base_url": "${stack.url}/api-host", "api_key": "…"`)
    for (const format of ['Python', 'JSON']) {
      await user.click(screen.getByRole('button', { name: /^Format: / }))
      await user.click(await screen.findByRole('menuitemradio', { name: format }))
      expect(request).toHaveTextContent('"api_key": "…"')
    }
    expect(request).toHaveTextContent(/^\{ "name": "Second", "kind": "self_hosted",/)
    expect(document.documentElement.outerHTML).not.toContain(stack.apiKey)
    await user.click(screen.getByRole('button', { name: 'Add connection' }))
    // Without a word: whoever adds a server wants to know whether it answers.
    const table = within(await screen.findByRole('table', { name: 'Capabilities' }))
    expect(table.getByRole('row', { name: /^Answers.*Yes/ })).toBeInTheDocument()
    expect(table.getByRole('row', { name: /^Takes the key.*Yes/ })).toBeInTheDocument()
    screen.getByText(/^tested/)
    await user.click(screen.getByRole('button', { name: 'Use' }))
    await screen.findByRole('button', { name: /Second.*switch connection/ })
    expect(document.documentElement.outerHTML).not.toContain(stack.apiKey)
  })

  it('says that there is no such connection, with its id above', async () => {
    renderConsole(stack, '/connections/no-such-one')
    await screen.findByText('There is no such connection.')
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    await crumbs.findByText('no-such-one')
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'Connections' })).toHaveAttribute('href', '/connections')
  })

  it('§5 asks for the key again when the address changes, and keeps it otherwise', async () => {
    const { id = '' } = (await named('Second')) ?? {}
    const { user } = renderConsole(stack, `/connections/${id}/edit`)
    const address = await screen.findByRole('textbox', { name: 'Control plane' })
    const key = screen.getByLabelText('Key')
    expect(key).toHaveValue('')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' server')
    await user.click(screen.getByRole('link', { name: 'Cancel' }))
    const leaving = within(
      await screen.findByRole('alertdialog', { name: 'Leave without saving?' }),
    )
    await user.click(leaving.getByRole('button', { name: 'Keep editing' }))
    await user.clear(address)
    await user.type(address, 'http://127.0.0.1:9')
    screen.getByText(/Write it again for this one/)
    const request = screen.getByRole('region', { name: 'request' })
    expect(request).toHaveTextContent(`-X PATCH \\ '${stack.url}/gateway/connections/${id}'`)
    expect(request).toHaveTextContent(
      /-d '\{ "name": "Second server", "base_url": "http:\/\/127.0.0.1:9" \}'$/,
    )
    await user.type(key, 'hunter2')
    expect(request).toHaveTextContent('"api_key": "…"')
    expect(request).not.toHaveTextContent('hunter2')
    await user.click(screen.getByRole('checkbox', { name: 'Remove the key' }))
    expect(request).toHaveTextContent('"api_key": null')
    await user.click(screen.getByRole('checkbox', { name: 'Remove the key' }))
    await user.clear(key)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Write the key again, or remove it.')
    await user.clear(address)
    await user.type(address, `${stack.url}/api-host`)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('heading', { level: 1, name: /^Second server/ })
    expect(await named('Second server')).toMatchObject({ has_key: true })
  })

  it('removes one after its name was typed', async () => {
    const { id = '' } = (await named('Second server')) ?? {}
    const { user, router } = renderConsole(stack, `/connections/${id}`)
    await user.click(await screen.findByRole('button', { name: 'More' }))
    await user.click(screen.getByRole('menuitem', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.type(dialog.getByRole('textbox'), 'Second server')
    await user.click(dialog.getByRole('button', { name: 'Remove connection' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/connections'))
    expect((await known()).map(({ name }) => name)).toEqual(['Local stack'])
  })

  it('keeps its filter in the address, by name and address', async () => {
    await stack.json('POST', '/gateway/connections', {
      name: 'Far away',
      kind: 'self_hosted',
      base_url: 'http://127.0.0.1:9/hidden',
    })
    const { user, router } = renderConsole(stack, '/connections?name=HIDDEN')
    await screen.findByRole('link', { name: 'Far away' })
    const table = () => within(screen.getByRole('table', { name: 'Connections' }))
    expect(table().queryByRole('link', { name: 'Local stack' })).toBeNull()
    screen.getByText('1 of 2 connections')
    const filter = screen.getByRole('searchbox', { name: 'Filter by name or address' })
    expect(filter).toHaveValue('HIDDEN')
    await user.clear(filter)
    await user.type(filter, 'local S')
    await table().findByRole('link', { name: 'Local stack' })
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Far away' })).toBeNull())
    expect(router.state.location.search).toBe('?name=local+S')
    await user.type(filter, '!')
    await screen.findByText('None has “local S!” in the name or address.')
    await user.click(screen.getByRole('button', { name: 'Clear the filter' }))
    await screen.findByRole('link', { name: 'Far away' })
    screen.getByText('2 connections')
    expect(router.state.location.search).toBe('')
    expect(screen.getByRole('heading', { level: 1, name: 'Connections' })).toHaveFocus()
  })

  it('tells of an agent server alone what answered instead of it, and nothing of its key', async () => {
    const base_url = `${stack.url}/nothing-here`
    const made = await stack.json<Connection>('POST', '/gateway/connections', {
      name: 'Astray',
      kind: 'agent_server',
      base_url,
      api_key: 'unseen',
    })
    renderConsole(stack, `/connections/${made.id}`)
    await screen.findByRole('heading', { level: 1, name: /^Astray Unexpected answer/ })
    const table = within(screen.getByRole('table', { name: 'Capabilities' }))
    const server = within(table.getByRole('row', { name: /^Agent server/ }))
    server.getByText('No')
    const [why] = server.getAllByText(/answered with status 404/)
    expect(why).toHaveTextContent(`${base_url}/assistants/search`)
    within(table.getByRole('row', { name: /^Takes the key/ })).getByText('Unknown')
  })
})
