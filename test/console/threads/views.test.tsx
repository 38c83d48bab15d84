import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { SavedView } from '../../../src/contract/gateway/views.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench } from './agent.ts'

let bench: AgentBench
const at = '/gateway/connections/local/views'

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(async () => {
  for (const { id } of await saved()) await bench?.stack.json('DELETE', `${at}/${id}`)
})
afterAll(() => bench?.close())

const saved = () => bench.stack.json<SavedView[]>('GET', at)
const save = (view: object) => bench.stack.json<SavedView>('POST', at, view)
const openMenu = async (user: ReturnType<typeof renderConsole>['user'], name: string | RegExp) => {
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('menu'))
}
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent)

it('the filters of a list get a name, and one click brings them back', async () => {
  await bench.thread('Any thread')
  const { user, router } = renderConsole(bench.stack, '/threads')
  const empty = await openMenu(user, 'Views')
  await empty.findByText(/^A view keeps the filters/)
  expect(empty.getByRole('menuitem', { name: /^Save as a view/ })).toHaveAccessibleName(
    /Set a filter/,
  )
  await user.keyboard('{Escape}')
  await router.navigate('/threads?status=error&since=24h')
  const menu = await openMenu(user, 'Views')
  await user.click(menu.getByRole('menuitem', { name: 'Save as a view…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as a view' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Failed today{Enter}')
  await screen.findByRole('button', { name: 'View: Failed today' })
  expect(await saved()).toMatchObject([
    { page: 'all-threads', name: 'Failed today', query: 'since=24h&status=error' },
  ])
  await router.navigate('/threads')
  const views = await openMenu(user, 'Views')
  const item = await views.findByRole('menuitemradio', { name: 'Failed today' })
  expect(item).not.toBeChecked()
  await user.click(item)
  await screen.findByRole('button', { name: 'View: Failed today' })
  expect(router.state.location.search).toBe('?status=error&since=24h')
})

it('is renamed, replaced by other filters with a way back, and deleted after a question', async () => {
  await save({ page: 'all-threads', name: 'Mine', query: 'status=error' })
  const { user, router } = renderConsole(bench.stack, '/threads')
  const first = await openMenu(user, 'Views')
  await user.click(await first.findByRole('menuitemradio', { name: 'Mine' }))
  const second = await openMenu(user, 'View: Mine')
  await user.click(second.getByRole('menuitem', { name: 'Rename…' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Ours{Enter}')
  await screen.findByRole('button', { name: 'View: Ours' })
  await router.navigate('/threads?status=busy')
  const third = await openMenu(user, 'Views')
  await user.click(third.getByRole('menuitem', { name: 'Replace “Ours” by these filters' }))
  await screen.findByRole('button', { name: 'View: Ours' })
  expect(await saved()).toMatchObject([{ name: 'Ours', query: 'status=busy' }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('button', { name: 'Views' })
  expect(await saved()).toMatchObject([{ name: 'Ours', query: 'status=error' }])
  await router.navigate('/threads?status=error')
  const fourth = await openMenu(user, 'View: Ours')
  await user.click(fourth.getByRole('menuitem', { name: 'Delete…' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete view' }))
  await screen.findByRole('button', { name: 'Views' })
  expect(await saved()).toEqual([])
})

it('says what of it is gone, and passes over what the page no longer knows', async () => {
  const gone = '99999999-9999-4999-8999-999999999999'
  await save({ page: 'all-threads', name: 'Old', query: `deployment=${gone}&mood=bad` })
  const { user, router } = renderConsole(bench.stack, '/threads')
  const menu = await openMenu(user, 'Views')
  await menu.findByText(/^Its deployment is gone\. Passes over “mood”/)
  await user.click(menu.getByRole('menuitemradio', { name: /^Old/ }))
  await screen.findByText('The deployment that it is about is gone.')
  screen.getByText(/It also filters by “mood”/)
  expect(router.state.location.search).toBe(`?deployment=${gone}`)
})

it('is found in the palette by its name', async () => {
  await save({ page: 'all-runs', name: 'Slow ones', query: 'took=1m' })
  const { user, router } = renderConsole(bench.stack, '/threads')
  await screen.findByRole('button', { name: 'Views' })
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Go to…' }))
  await user.type(palette.getByRole('combobox'), 'slow on')
  await user.click(await palette.findByRole('option', { name: /^Slow ones/ }))
  await screen.findByRole('button', { name: 'View: Slow ones' })
  expect(router.state.location.pathname + router.state.location.search).toBe('/runs?took=1m')
})

it('is what Enter opens in the palette when it is the best match, although it came late, until the mark is moved', async () => {
  const { user, router, queryClient } = renderConsole(bench.stack, '/threads')
  await screen.findByRole('button', { name: 'Views' })
  await user.keyboard('{Control>}k{/Control}')
  const palette = within(await screen.findByRole('dialog', { name: 'Go to…' }))
  await user.type(palette.getByRole('combobox'), 'lost')
  // Letters of it are in other lines.
  await waitFor(() =>
    expect(palette.getAllByRole('option')[0]).toHaveAttribute('aria-selected', 'true'),
  )
  await save({ page: 'all-runs', name: 'Lost furniture', query: 'took=1m' })
  await queryClient.invalidateQueries()
  const found = await palette.findByRole('option', { name: /^Lost furniture/ })
  await waitFor(() => expect(found).toHaveAttribute('aria-selected', 'true'))
  await user.keyboard('{ArrowDown}')
  await save({ page: 'all-runs', name: 'Lost keys', query: 'took=2m' })
  await queryClient.invalidateQueries()
  await palette.findByRole('option', { name: /^Lost keys/ })
  expect(found).toHaveAttribute('aria-selected', 'false')
  await user.clear(palette.getByRole('combobox'))
  await user.type(palette.getByRole('combobox'), 'lost furn{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?took=1m'))
})

it('columns are chosen, kept in the browser, and stay while the list is filtered by them', async () => {
  await bench.thread('Any thread')
  const { user } = renderConsole(bench.stack, '/threads')
  await screen.findByRole('columnheader', { name: 'Last message' })
  const menu = await openMenu(user, 'Columns')
  for (const name of ['Last message', 'Updated']) {
    await user.click(menu.getByRole('menuitemcheckbox', { name }))
  }
  await user.keyboard('{Escape}')
  expect(heads()).not.toContain('Last message')
  cleanup()
  const again = renderConsole(bench.stack, '/threads?since=24h')
  await screen.findByRole('columnheader', { name: 'Status' })
  expect(heads()).not.toContain('Last message')
  // The list is filtered by it.
  expect(heads()).toContain('Updated')
  const other = await openMenu(again.user, 'Columns')
  const kept = other.getByRole('menuitemcheckbox', { name: /^Updated/ })
  expect(kept).toHaveAccessibleName(/The list is filtered by it/)
  await again.user.click(kept)
  await again.user.click(other.getByRole('menuitem', { name: 'Show all' }))
  await screen.findByRole('columnheader', { name: 'Last message' })
})

it('a view brings its columns along, and leaves one’s own as they are', async () => {
  await bench.thread('Any thread')
  await save({ page: 'all-threads', name: 'Few', query: 'columns=status&status=idle' })
  const { user, router } = renderConsole(bench.stack, '/threads')
  const menu = await openMenu(user, 'Views')
  await user.click(await menu.findByRole('menuitemradio', { name: 'Few' }))
  await waitFor(() => expect(heads()).not.toContain('Last message'))
  expect(heads()).toContain('Status')
  await router.navigate('/threads')
  await screen.findByRole('columnheader', { name: 'Last message' })
})
