import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../../src/contract/connections.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack.close())

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
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
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
    await user.type(screen.getByLabelText('Key'), stack.apiKey)
    await user.click(screen.getByRole('button', { name: 'Add connection' }))
    await screen.findByRole('heading', { level: 1, name: /^Second Not tested/ })
    await user.click(screen.getByRole('button', { name: 'Test' }))
    const table = within(await screen.findByRole('table', { name: 'Capabilities' }))
    expect(table.getByRole('row', { name: /^Answers.*Yes/ })).toBeInTheDocument()
    expect(table.getByRole('row', { name: /^Takes the key.*Yes/ })).toBeInTheDocument()
    screen.getByText(/^tested/)
    await user.click(screen.getByRole('button', { name: 'Use' }))
    await screen.findByRole('button', { name: /Second.*switch connection/ })
    expect(document.documentElement.outerHTML).not.toContain(stack.apiKey)
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
    await user.click(leaving.getByRole('button', { name: 'Cancel' }))
    await user.clear(address)
    await user.type(address, 'http://127.0.0.1:9')
    screen.getByText(/Write it again for this one/)
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
})
