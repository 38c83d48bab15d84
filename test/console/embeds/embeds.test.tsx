import path from 'node:path'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Embed } from '../../../src/contract/embeds/embeds.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

const agent = {
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
  'agent.ts': `import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', () => ({ messages: [{ role: 'ai', content: 'Hello' }] }))
  .addEdge(START, 'answer').addEdge('answer', END).compile()
`,
}

let stack: DomStack
let embed: Embed

beforeAll(async () => {
  stack = await startDomStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), agent)
  await stack.deploy(repository.folder, { name: 'shop-agent' })
})
afterAll(() => stack?.close())

type User = ReturnType<typeof renderConsole>['user']
const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const typeOver = async (user: User, input: HTMLElement, text: string) => {
  await user.clear(input)
  await user.paste(text)
}
const choose = async (user: User, label: string, option: string) => {
  const chooser = button(new RegExp(`^${label}: `))
  // Until there is something to choose from, it cannot be pressed.
  await waitFor(() => expect(chooser).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(chooser)
  await user.click(await screen.findByRole('menuitemradio', { name: option }))
}
/** What the server has now. */
async function read(): Promise<Embed> {
  const answer = await fetch(`${stack.url}/gateway/embeds/${embed.id}`)
  return (await answer.json()) as Embed
}

it('creates an embed, with what the server refuses at its fields', async () => {
  const { user, router } = renderConsole(stack, '/embeds')
  await screen.findByText('No embeds')
  expect(screen.queryByRole('searchbox', { name: /^Filter/ })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'New embed' }))
  await user.click(await screen.findByRole('button', { name: 'Create embed' }))
  await screen.findByText('Choose a deployment.')
  expect(field('Name')).toHaveFocus()
  await typeOver(user, field('Name'), 'Lumen shop')
  await user.click(button('Create embed'))
  await waitFor(() => expect(button(/^Deployment: /)).toHaveFocus())
  await user.click(button(/^Deployment: /))
  const choice = within(await screen.findByRole('dialog', { name: 'Choose a deployment' }))
  await user.type(choice.getByRole('combobox'), 'shop')
  await user.click(await choice.findByRole('option', { name: 'shop-agent' }))
  await choose(user, 'Assistant', 'agent')
  await typeOver(user, field('Allowed origins'), 'https://shop.example.com/contact')
  await typeOver(user, field('Characters of a message'), 'many')
  await user.click(button('Create embed'))
  await waitFor(() => expect(field('Allowed origins')).toBeInvalid())
  expect(screen.getByText(/without a path/)).toBeVisible()
  expect(field('Characters of a message')).toBeInvalid()
  expect(screen.getByText('Write a whole number from 1 to 100000.')).toBeVisible()
  expect(field('Name')).toHaveValue('Lumen shop')

  await typeOver(user, field('Allowed origins'), 'https://shop.example.com\nhttps://*.example.org')
  await typeOver(user, field('Characters of a message'), '500')
  await typeOver(user, field('Feedback keys'), 'liked\ndisliked')
  await typeOver(user, field('Suggested questions'), 'Where is my parcel?')
  const request = screen.getByRole('region', { name: 'request' })
  expect(request).toHaveTextContent(`curl -X POST \\ '${stack.url}/gateway/embeds'`)
  expect(request).toHaveTextContent('-H "Authorization: Bearer $QUARTERDECK_TOKEN"')
  await choose(user, 'Format', 'JSON')
  const shown: unknown = JSON.parse(request.textContent)
  await user.click(button('Create embed'))
  await screen.findByRole('heading', { level: 1, name: 'Lumen shop' })
  const id = router.state.location.pathname.split('/').at(-1) ?? ''
  embed = (await (await fetch(`${stack.url}/gateway/embeds/${id}`)).json()) as Embed
  expect(embed).toMatchObject({
    allowed_origins: ['https://shop.example.com', 'https://*.example.org'],
    assistant_id: 'agent',
    feedback_keys: ['liked', 'disliked'],
    suggestions: ['Where is my parcel?'],
    max_message_length: 500,
    retention_days: null,
  })
  expect(embed).toMatchObject(shown as object)
})

it('shows what to copy, each kind with the key and the server, and the chat on a foreign page', async () => {
  const { user } = renderConsole(stack, `/embeds/${embed.id}`)
  const snippet = (name: string) => screen.findByRole('region', { name })
  const { key } = embed
  expect(await snippet('Script tag')).toHaveTextContent(
    `<script src="${stack.url}/widget.js" data-embed="${key}" async></script>`,
  )
  await choose(user, 'Kind', 'Element in the page')
  expect(await snippet('Element in the page')).toHaveTextContent(`embed="${key}"`)
  await choose(user, 'Kind', 'Frame')
  expect(await snippet('Frame')).toHaveTextContent(`${stack.url}/embed/${key}`)
  for (const [kind, name] of [
    ['npm package', "from 'quarterdeck-chat'"],
    ['React', "from 'quarterdeck-chat/react'"],
  ] as const) {
    await choose(user, 'Kind', kind)
    const text = await snippet(kind)
    expect(text).toHaveTextContent(`npm install ${stack.url}/quarterdeck-chat.tgz`)
    expect(text).toHaveTextContent(name)
    expect(text).toHaveTextContent(key)
  }
  screen.getByText(/counts as a visitor’s/)
  const preview = screen.getByTitle<HTMLIFrameElement>('The chat on a page of somebody else')
  expect(preview.src).toBe(`${stack.url}/embed-host.html?embed=${key}`)
  expect(screen.getByRole('heading', { name: 'Last 30 days' })).toBeVisible()
})

it('saves what was changed, guards what was not saved, and switches the chat off', async () => {
  const { user, router } = renderConsole(stack, `/embeds/${embed.id}`)
  const title = await screen.findByRole('textbox', { name: 'Title' })
  expect(button('Save')).toHaveAttribute('aria-disabled', 'true')
  await typeOver(user, title, 'Lumen support')
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe(`/embeds/${embed.id}`)
  expect(field('Title')).toHaveValue('Lumen support')
  const request = screen.getByRole('region', { name: 'request' })
  expect(request).toHaveTextContent(`-X PATCH \\ '${stack.url}/gateway/embeds/${embed.id}'`)
  expect(request).toHaveTextContent(/-d '\{ "title": "Lumen support" \}'$/)

  await user.click(screen.getByRole('checkbox', { name: 'Switched on' }))
  await user.click(button('Save'))
  await screen.findByText('It is switched off, so no page shows it.')
  expect(request).toHaveTextContent(/-d '\{\}'$/)
  expect(await read()).toMatchObject({ title: 'Lumen support', is_enabled: false })
  await typeOver(user, field('Days to keep conversations'), '0')
  await user.click(button('Save'))
  await waitFor(() => expect(field('Days to keep conversations')).toBeInvalid())
  expect(await read()).toMatchObject({ retention_days: null })
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }),
  )
  const row = (await screen.findByRole('link', { name: 'Lumen shop' })).closest('tr')
  expect(within(row as HTMLElement).getByText('Off')).toBeVisible()
})

it('keeps the filter of the list in the address, by name and allowed origins', async () => {
  const { name, deployment_id, assistant_id, connection_id } = await read()
  const second = await stack.json<Embed>('POST', '/gateway/embeds', {
    name: 'Help desk',
    deployment_id,
    assistant_id,
    connection_id,
    allowed_origins: ['https://desk.example.net'],
  })
  const { user, router } = renderConsole(stack, '/embeds?name=EXAMPLE.net')
  await screen.findByRole('link', { name: 'Help desk' })
  expect(screen.queryByRole('link', { name })).toBeNull()
  screen.getByText('1 of 2 embeds')
  const filter = screen.getByRole('searchbox', { name: 'Filter by name or origin' })
  expect(filter).toHaveValue('EXAMPLE.net')
  await user.clear(filter)
  await user.type(filter, 'lumen')
  await screen.findByRole('link', { name })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Help desk' })).toBeNull())
  expect(router.state.location.search).toBe('?name=lumen')
  await user.type(filter, '!')
  await screen.findByText('None has “lumen!” in the name or allowed origins.')
  await user.click(button('Clear the filter'))
  await screen.findByRole('link', { name: 'Help desk' })
  screen.getByText('2 embeds')
  expect(router.state.location.search).toBe('')
  expect(screen.getByRole('heading', { level: 1, name: 'Embeds' })).toHaveFocus()
  await fetch(`${stack.url}/gateway/embeds/${second.id}`, { method: 'DELETE' })
})

it('examines a site and says what to change', async () => {
  const { user } = renderConsole(stack, `/embeds/${embed.id}`)
  const site = await screen.findByRole('textbox', { name: 'Address of a page' })
  expect(site).toHaveValue('https://shop.example.com')
  await typeOver(user, site, 'shop')
  await user.click(button('Check'))
  await waitFor(() => expect(site).toBeInvalid())
  await typeOver(user, site, `${stack.url}/embed-host.html`)
  await user.click(button('Check'))
  const findings = within(await screen.findByRole('list', { name: 'Findings' }))
  expect(findings.getByText('This chat is switched off.')).toBeVisible()
  expect(findings.getByText(/see that it is switched on/)).toBeVisible()
})

it('33: an open page shows what others save, keeps what is typed and undoes nothing of theirs', async () => {
  const before = await read()
  const save = (body: Partial<Embed>) =>
    stack.json<Embed>('PATCH', `/gateway/embeds/${embed.id}`, body)
  const { user, unmount } = renderConsole(stack, `/embeds/${embed.id}`)
  await screen.findByRole('heading', { level: 1, name: before.name })
  await save({ name: 'Renamed elsewhere', can_stop: !before.can_stop })
  await screen.findByRole('heading', { level: 1, name: 'Renamed elsewhere' })
  expect(field('Name')).toHaveValue('Renamed elsewhere')
  const stop = screen.getByRole<HTMLInputElement>('checkbox', { name: /may stop/ })
  await waitFor(() => expect(stop.checked).toBe(!before.can_stop))
  expect(button('Save')).toHaveAttribute('aria-disabled', 'true')

  await typeOver(user, field('Title'), 'Typed here')
  await typeOver(user, field('Suggested questions'), 'Mine?')
  const typing = field('Title') as HTMLInputElement
  typing.focus()
  typing.setSelectionRange(2, 2)
  await save({ title: 'Theirs', name: 'Theirs too', suggestions: [], greeting: 'Good morning' })
  await screen.findByRole('heading', { level: 1, name: 'Theirs too' })
  // The heading is another part of the page than the form.
  await waitFor(() =>
    expect(typing).toHaveAccessibleDescription(/Saved elsewhere meanwhile as “Theirs”/),
  )
  expect(field('Greeting')).toHaveValue('Good morning')
  expect(typing).toHaveValue('Typed here')
  expect(typing).toHaveFocus()
  expect(typing.selectionStart).toBe(2)
  expect(field('Suggested questions')).toHaveAccessibleDescription(/Emptied elsewhere meanwhile/)
  const request = screen.getByRole('region', { name: 'request' })
  expect(request).not.toHaveTextContent('Theirs too')
  await user.click(button('Save'))
  await screen.findByText('Saved')
  expect(await read()).toMatchObject({
    name: 'Theirs too',
    title: 'Typed here',
    greeting: 'Good morning',
    suggestions: ['Mine?'],
    can_stop: !before.can_stop,
  })
  expect(typing).not.toHaveAccessibleDescription(/elsewhere/)
  unmount()
  const { name, title, greeting, suggestions, can_stop } = before
  await save({ name, title, greeting, suggestions, can_stop })
})

it('33: rows in other languages that others saved otherwise are told before they are replaced', async () => {
  const german = { language: 'de', title: 'Hallo' }
  const save = (body: Partial<Embed>) =>
    stack.json<Embed>('PATCH', `/gateway/embeds/${embed.id}`, body)
  await save({ translations: [german] })
  const { user, unmount } = renderConsole(stack, `/embeds/${embed.id}`)
  await user.click(await screen.findByText('Other languages'))
  const rows = within(await screen.findByRole('group', { name: 'de' }))
  await typeOver(user, rows.getByRole('textbox', { name: 'Title' }), 'Moin')
  await save({ translations: [{ ...german, title: 'Servus' }] })
  await screen.findByText('Saved elsewhere meanwhile')
  await user.click(button('Save'))
  await screen.findByText('Saved')
  expect((await read()).translations).toEqual([{ language: 'de', title: 'Moin' }])
  expect(screen.queryByText('Saved elsewhere meanwhile')).toBeNull()
  unmount()
  await save({ translations: [] })
})

it('gives another key, tells an identity secret once, and deletes by the typed name', async () => {
  const { user, router } = renderConsole(stack, `/embeds/${embed.id}`)
  await user.click(await screen.findByRole('button', { name: 'New key' }))
  const confirm = async (name: string) =>
    user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
  await confirm('New key')
  await waitFor(async () => expect((await read()).key).not.toBe(embed.key))
  const { key } = await read()
  await screen.findByText('Lumen shop has a new key')
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Script tag' })).toHaveTextContent(key),
  )
  await user.click(button('Make an identity secret'))
  await confirm('Make secret')
  const secret = await screen.findByText(/^qdi_/)
  expect(JSON.stringify(await read())).not.toContain('qdi_')
  // It is not shown again, so who leaves without it is asked.
  await act(() => router.navigate('/embeds'))
  const leaving = within(
    await screen.findByRole('alertdialog', { name: /without copying the identity secret/ }),
  )
  await user.click(leaving.getByRole('button', { name: 'Back to the secret' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(secret).toBeVisible()
  // By hand, as from any text.
  fireEvent.copy(secret)
  await act(() => router.navigate('/embeds'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/embeds'))
  await act(() => router.navigate(-1))
  // One that nobody copied is no reason to stay at what is deleted.
  await user.click(await screen.findByRole('button', { name: 'New identity secret' }))
  await confirm('Make secret')
  await screen.findByText(/^qdi_/)

  await typeOver(user, field('Title'), 'Never saved')
  await user.click(button('Delete'))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByRole('button', { name: 'Delete embed' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await typeOver(user, dialog.getByRole('textbox'), 'Lumen shop')
  await user.click(dialog.getByRole('button', { name: 'Delete embed' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/embeds'))
  expect((await fetch(`${stack.url}/gateway/embeds/${embed.id}`)).status).toBe(404)
})
