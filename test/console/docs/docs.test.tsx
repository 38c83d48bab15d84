import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contents } from '../../../src/console/docs/docs-contents.ts'
import { docs } from '../../../src/console/objects/docs/docs.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack
beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())

const heading = (name: string, level: number) => screen.findByRole('heading', { name, level })

describe('the docs in the console', () => {
  it('list every page once', () => {
    const listed = contents.flatMap((group) => group.docs.map(({ id }) => id))
    expect(listed.toSorted()).toEqual(docs.map(({ id }) => id).toSorted())
  })

  it('lead from page to page, to a heading, and to others’ pages in a tab of their own', async () => {
    const { user, router } = renderConsole(stack, '/docs')
    await heading('Docs', 1)
    const nav = within(screen.getByRole('navigation', { name: 'Docs' }))
    await user.click(nav.getByRole('link', { name: 'Configuration' }))
    await heading('Configuration', 1)
    await waitFor(() => expect(document.title).toMatch(/^Configuration · Docs · .*Quarterdeck$/))
    expect(nav.getByRole('link', { name: 'Configuration' })).toHaveAttribute('aria-current')
    const chapters = within(screen.getByRole('navigation', { name: 'On this page' }))
    await user.click(chapters.getByRole('link', { name: 'The API key' }))
    expect(router.state.location.hash).toBe('#the-api-key')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'The API key' })).toHaveFocus())
    await router.navigate('/docs/python')
    await heading('Agents in Python', 1)
    const away = screen
      .getAllByRole('link')
      .find((link) => link.getAttribute('href')?.includes('docs.astral.sh'))
    expect(away).toHaveAttribute('target', '_blank')
    await router.navigate('/docs/scaling')
    await user.click(await screen.findByRole('link', { name: /compose/, hidden: false }))
    await heading('compose.yaml', 1)
  })

  it('open at the heading that an address names', async () => {
    renderConsole(stack, '/docs/operators-guide#audit-log')
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: 'Audit log', level: 2 })).toHaveFocus(),
    )
  })

  it('show their pictures', async () => {
    renderConsole(stack, '/docs/judging')
    const picture = await screen.findByRole('img', { name: /^A session: a row for each case/ })
    expect(picture.getAttribute('src')).toMatch(/qa-session.*\.png/)
  })

  it('are searched as one types, from any page, and keep the words in the address', async () => {
    const { user, router } = renderConsole(stack, '/docs/runs')
    await heading('Threads and runs', 1)
    const box = screen.getByRole('searchbox', { name: 'Search the docs' })
    await user.type(box, 'roll it back')
    await waitFor(() => expect(router.state.location.search).toBe('?q=roll+it+back'))
    expect(router.state.location.pathname).toBe('/docs')
    expect(box).toHaveFocus()
    await user.click(
      await screen.findByRole('link', { name: 'Threads and runs › Stop a run and roll it back' }),
    )
    await heading('Threads and runs', 1)
    expect(router.state.location.hash).toBe('#stop-a-run-and-roll-it-back')
    await user.clear(box)
    await user.type(box, 'no such words anywhere')
    await screen.findByText('Nothing is said about “no such words anywhere”')
  })

  it('say so where there is no page of a name', async () => {
    renderConsole(stack, '/docs/nothing')
    await heading('Not found', 1)
    screen.getByText('The docs have no page of this name.')
    screen.getByRole('navigation', { name: 'Docs' })
  })

  it('are found by the palette, by title and by heading', async () => {
    const { user, router } = renderConsole(stack, '/settings')
    fireEvent.keyDown(await heading('Settings', 1), { key: 'k', ctrlKey: true })
    const box = await screen.findByRole('combobox', { name: /Go to/ })
    await user.type(box, 'keeps agents apart')
    const found = await screen.findByRole('option', { name: /^What keeps agents apart/ })
    // 33.2.7: what the docs have is not nothing.
    await waitFor(() => expect(screen.queryByText(/^Nothing is called|^Looking/)).toBeNull())
    await user.click(found)
    await heading("Operator's guide", 1)
    expect(router.state.location.pathname).toBe('/docs/operators-guide')
    expect(router.state.location.hash).toBe('#what-keeps-agents-apart')
  })
})
