import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
beforeAll(async () => {
  // There is always less room than that: something is wrong with this stack.
  stack = await startDomStack({ diskWarningMegabytes: 1_000_000_000 })
})
afterAll(() => stack?.close())

it('the health of the stack is shown, what is wrong with it, and what to do', async () => {
  const { user, router } = renderConsole(stack, '/settings')
  await user.click(await screen.findByRole('link', { name: 'Stack' }))
  await screen.findByText('Worth a look')
  expect(router.state.location.pathname).toBe('/settings/stack')
  screen.getByText(/^The disk is nearly full: .* are free$/)
  screen.getByText(new RegExp(`^Quarterdeck ${packageJson.version} on Node.js `))
  screen.getByText(/checked/)
  const processes = within(screen.getByRole('table', { name: 'Server processes' }))
  expect(processes.getAllByRole('row')).toHaveLength(2)
  processes.getByText(/answers you/)
  const tables = within(screen.getByRole('table', { name: 'Largest tables' }))
  expect(tables.getAllByRole('row')).toHaveLength(9)
  const told = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling
  expect(told('Kind')).toHaveTextContent(/^Embedded, version \d+/)
  expect(told('Waiting')).toHaveTextContent('0')
  expect(told('Migrations')).toHaveTextContent(/\d+ applied, the newest \d+-[\w-]+\.sql/)
  expect(told('Data directory')).toHaveTextContent(stack.folder)
  await user.click(screen.getByRole('link', { name: 'How isolation works' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/docs/operators-guide'))
  expect(router.state.location.hash).toBe('#what-keeps-agents-apart')
})

it('a new API key is shown once, and the page keeps nothing of it', async () => {
  const { user, queryClient } = renderConsole(stack, '/settings/stack')
  const asProgram = async (key: string) =>
    (await fetch(`${stack.url}/api-host/v2/deployments`, { headers: { 'x-api-key': key } })).status
  await screen.findByText('at the first start')
  const opener = screen.getByRole('button', { name: 'New API key…' })
  await user.click(opener)
  const question = within(await screen.findByRole('dialog', { name: 'New API key' }))
  question.getByText('The present key is refused from then on')
  expect(await asProgram(stack.apiKey)).toBe(200)
  await user.click(question.getByRole('button', { name: 'Make key' }))

  const shown = within(await screen.findByRole('dialog', { name: 'The new API key' }))
  const key = shown.getByText(/^qd_/).textContent
  expect([await asProgram(key), await asProgram(stack.apiKey)]).toEqual([200, 401])
  await user.click(shown.getByRole('button', { name: 'Done' }))
  const warned = within(
    await screen.findByRole('alertdialog', { name: 'Leave without copying the API key?' }),
  )
  await user.click(warned.getByRole('button', { name: 'Back to the API key' }))
  await user.click(shown.getByRole('button', { name: 'Copy API key' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  await user.click(shown.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(opener).toHaveFocus()
  await waitFor(() => expect(screen.queryByText('at the first start')).toBeNull())
  await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]))
  const memory = queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data])
  expect(JSON.stringify(memory)).not.toContain(key)
  expect(document.documentElement.outerHTML).not.toContain(key)
})
