import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from './agent.ts'

let bench: AgentBench

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

const open = (threadId: string) => renderConsole(bench.stack, `${bench.pages}/threads/${threadId}`)
const conversation = async () => within(await screen.findByRole('log', { name: 'Conversation' }))
const threads = () => within(screen.getByRole('navigation', { name: 'Threads' }))
const crumb = () =>
  within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByText(
    (_text, element) => element?.getAttribute('aria-current') === 'page',
  )

describe('a thread’s page', () => {
  it('§1 makes the thread with the first message, in the same conversation', async () => {
    const { user, router } = open('new')
    const message = await screen.findByRole('textbox', { name: 'Message' })
    expect(crumb()).toHaveTextContent('New thread')
    await user.click(await screen.findByRole('button', { name: /^Assistant/ }))
    await user.click(screen.getByRole('menuitemradio', { name: 'talk' }))
    await user.type(message, 'wait at begin{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toMatch(/\/threads\/[0-9a-f-]{36}$/))
    await bench.gate.reached('begin')
    // The same box: nothing was mounted anew when the thread got its id.
    expect(screen.getByRole('textbox', { name: 'Message' })).toBe(message)
    ;(await conversation()).getByText('wait at begin')
    await threads().findByText('Busy')
    bench.gate.open('begin')
    await (await conversation()).findByText('You said: wait at begin')
    await waitFor(() => expect(crumb()).toHaveTextContent('wait at begin'))
    await waitFor(() => expect(threads().queryByText('Busy')).toBeNull())
    await threads().findByRole('link', { name: /^wait at begin/, current: 'page' })
  })

  it('keeps who was chosen and the configuration over a reload, and with the thread’s id', async () => {
    const { user, unmount } = open('new')
    await user.click(await screen.findByRole('button', { name: /^Assistant/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'troubled' }))
    await user.click(screen.getByRole('button', { name: 'Configuration of the assistant' }))
    const config = await screen.findByRole('textbox', { name: 'config' })
    await user.clear(config)
    const calm = '{"configurable": {"tone": "calm"}}'
    await user.paste(calm)
    expect(config).toHaveValue(calm)
    await user.click(screen.getByRole('button', { name: 'Use this' }))
    const inUse = () => screen.findByRole('button', { name: /^Configuration.*your own is in use/ })
    await inUse()
    unmount()

    const again = open('new')
    await screen.findByRole('button', { name: 'Assistant: troubled' })
    await inUse()
    await again.user.click(screen.getByRole('button', { name: 'Assistant: troubled' }))
    await again.user.click(await screen.findByRole('menuitemradio', { name: 'talk' }))
    await again.user.type(await screen.findByRole('textbox', { name: 'Message' }), 'hello{Enter}')
    await (await conversation()).findByText('You said: hello')
    const { pathname } = again.router.state.location
    again.unmount()

    const thread = renderConsole(bench.stack, pathname)
    await (await conversation()).findByText('You said: hello')
    await inUse()
    await screen.findByRole('button', { name: 'Assistant: talk' })
    thread.unmount()
    // The next thread begins as usual.
    open('new')
    await screen.findByRole('button', { name: 'Configuration of the assistant' })
  })

  it('tells until when a thread is kept, and what goes then', async () => {
    const [first, second] = [await bench.thread('Short'), await bench.thread('Lean')]
    const ttl = { ttl: 90 }
    await bench.agent('PATCH', `/threads/${first}`, { ttl })
    await bench.agent('PATCH', `/threads/${second}`, { ttl: { ...ttl, strategy: 'keep_latest' } })
    const short = open(first)
    expect(await screen.findByText(/^This thread will be/)).toHaveTextContent('deleted: in 1 h')
    short.unmount()
    open(second)
    expect(await screen.findByText(/^The history of this thread/)).toHaveTextContent(
      'deleted: in 1 h',
    )
  })

  it('goes from thread to thread by the list, each with its own conversation and assistant', async () => {
    const [first, second] = [await bench.thread('First one'), await bench.thread('Second one')]
    await bench.wait(first, 'talk', said('alpha'))
    await bench.wait(second, 'troubled', { trouble: 'nothing' })
    const { user, router } = open(second)
    await screen.findByRole('button', { name: 'Assistant: troubled' })
    await user.click(await threads().findByRole('link', { name: /^First one/ }))
    await waitFor(() => expect(router.state.location.pathname).toMatch(first))
    await (await conversation()).findByText('You said: alpha')
    await screen.findByRole('button', { name: 'Assistant: talk' })
    await waitFor(() => expect(crumb()).toHaveTextContent('First one'))
    await user.click(threads().getByRole('link', { name: 'New' }))
    await waitFor(() => expect(crumb()).toHaveTextContent('New thread'))
    await screen.findByText('Start a conversation')
    expect(screen.queryByText('alpha')).toBeNull()
  })

  it('33: before anything has run, draws the graph of the assistant that is chosen', async () => {
    const { user } = open('new')
    await user.click(await screen.findByRole('button', { name: 'Where the run is in its graph' }))
    const graph = () => screen.findByRole('figure', { name: /graph/i })
    const first = (await graph()).textContent
    await user.click(await screen.findByRole('button', { name: /^Assistant/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'troubled' }))
    await waitFor(async () => expect((await graph()).textContent).not.toBe(first))
    expect(await graph()).toHaveTextContent(/to prepare.*to act/)
  })

  it('says of a thread in which nothing is said that it is there already', async () => {
    open(await bench.thread('Without a word'))
    await screen.findByText('Start a conversation')
    await screen.findByText(/^Nothing is said in this thread/)
    expect(screen.queryByText(/is made with the first message/)).toBeNull()
  })

  it('keeps what is typed while another thread of the list changes', async () => {
    const [here, there] = [await bench.thread('Here'), await bench.thread('There')]
    await bench.run(there, 'talk', said('wait at there'))
    await bench.gate.reached('there')
    const { user } = open(here)
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'half a sen')
    await threads().findByText('Busy')
    bench.gate.open('there')
    await waitFor(() => expect(threads().queryByText('Busy')).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sen')
  })

  it('opens the inspector and the list of threads over a narrow page', async () => {
    const id = await bench.thread('Narrow')
    await bench.wait(id, 'talk', said('hello'))
    const { user } = open(id)
    await user.click(await screen.findByRole('button', { name: 'Show the inspector' }))
    const inspector = within(await screen.findByRole('dialog', { name: 'Inspector' }))
    await inspector.findByText('Done')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Threads' }))
    const list = within(await screen.findByRole('dialog', { name: 'Threads' }))
    await user.click(await list.findByRole('link', { name: 'New' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByText('Start a conversation')
  })

  it('keeps the inspector’s tab in the address, also while a thread gets its id', async () => {
    const { user, router } = open('new?inspector=events')
    await user.click(await screen.findByRole('button', { name: /^Assistant/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'talk' }))
    const message = await screen.findByRole('textbox', { name: 'Message' })
    const tab = (name: string) => screen.getByRole('tab', { name })
    expect(tab('Events')).toHaveAttribute('aria-selected', 'true')
    await user.type(message, 'half')
    await user.click(tab('State'))
    expect(router.state.location.search).toBe('?inspector=state')
    expect(router.state.historyAction).toBe('REPLACE')
    await waitFor(() => expect(tab('State')).toHaveAttribute('aria-selected', 'true'))
    // The same conversation: its box was not mounted anew.
    expect(screen.getByRole('textbox', { name: 'Message' })).toBe(message)
    await user.type(message, ' a word{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toMatch(/[0-9a-f-]{36}$/))
    expect(router.state.location.search).toBe('?inspector=state')
    await user.click(tab('Run'))
    expect(router.state.location.search).toBe('')
    await waitFor(() => expect(tab('Run')).toHaveAttribute('aria-selected', 'true'))
    expect(screen.getByRole('textbox', { name: 'Message' })).toBe(message)
  })

  it('reads the checkpoints when their list is opened, and those of a run that comes then', async () => {
    const id = await bench.thread('With a past')
    const { user } = open(`${id}?inspector=history`)
    await screen.findByText('The thread has no checkpoints.')
    await bench.wait(id, 'talk', said('alpha'))
    await user.click(screen.getByRole('button', { name: 'Look for newer' }))
    const list = within(await screen.findByRole('list', { name: 'Checkpoints' }))
    expect(list.getAllByRole('listitem').length).toBeGreaterThan(1)
  })

  it('leads back to the list from a thread that is not there, or no longer', async () => {
    const id = await bench.thread('Short-lived')
    const { user, router } = open('00000000-0000-4000-8000-000000000000')
    await screen.findByText('There is no such thread')
    await screen.findByText('Thread 0000…0000')
    await router.navigate(`${bench.pages}/threads/${id}`)
    await screen.findByRole('textbox', { name: 'Message' })
    const entry = (await threads().findByRole('link', { name: /^Short-lived/ })).closest('li')
    if (!entry) throw new Error('The thread is not in the list.')
    await user.click(within(entry).getByRole('button', { name: 'More about Short-lived' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete thread' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${bench.pages}/threads`))
  })

  it('tells once and everywhere that its thread was deleted elsewhere, and keeps what is typed', async () => {
    const id = await bench.thread('Doomed')
    await bench.wait(id, 'talk', said('alpha'))
    const { user, router } = open(id)
    const message = await screen.findByRole('textbox', { name: 'Message' })
    await user.type(message, 'wait at doom{Enter}')
    await bench.gate.reached('doom')
    await user.type(message, 'and half a sen')
    await screen.findByRole('button', { name: 'Stop' })
    await bench.agent('DELETE', `/threads/${id}`)
    await screen.findByText('This thread was deleted')
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(screen.queryByText(/run goes on|not listening|^Working|^answer$/)).toBeNull()
    expect((await conversation()).queryByText('You said: alpha')).toBeNull()
    await waitFor(() => expect(crumb()).toHaveTextContent('New thread'))
    await waitFor(() => expect(threads().queryByRole('link', { name: /^Doomed/ })).toBeNull())
    // The same box, with the same words; they begin a new thread.
    expect(screen.getByRole('textbox', { name: 'Message' })).toBe(message)
    expect(message).toHaveValue('and half a sen')
    expect(router.state.location.pathname).toBe(`${bench.pages}/threads/new`)
    await user.type(message, 'tence{Enter}')
    await (await conversation()).findByText('You said: and half a sentence')
    expect(screen.queryByText('This thread was deleted')).toBeNull()
    expect(router.state.location.pathname).not.toContain(id)
  })

  it('tells it as well of a thread at rest, once somebody comes back to the page', async () => {
    const id = await bench.thread('Resting')
    await bench.wait(id, 'talk', said('alpha'))
    const { user } = open(id)
    await (await conversation()).findByText('You said: alpha')
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'kept')
    await bench.agent('DELETE', `/threads/${id}`)
    document.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText('This thread was deleted')
    expect((await conversation()).queryByText('You said: alpha')).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('kept')
  })

  it('keeps what was typed into its messages and questions too', async () => {
    const id = await bench.thread('Edited')
    await bench.wait(id, 'talk', said('alpha'))
    await bench.wait(id, 'talk', said('book it'))
    const { user } = open(id)
    const [edit] = await screen.findAllByRole('button', { name: 'Edit message' })
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'kept')
    await user.click(edit as HTMLElement)
    await user.type(screen.getByRole('textbox', { name: 'Edit message' }), ' and more')
    await user.click(screen.getByRole('button', { name: 'Respond' }))
    await user.type(screen.getByRole('textbox', { name: /answer/i }), 'by train')
    await bench.agent('DELETE', `/threads/${id}`)
    document.dispatchEvent(new Event('visibilitychange'))
    await screen.findByText('This thread was deleted')
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(
      'kept\nalpha and more\nby train',
    )
  })

  it('what was typed in a thread that was deleted meanwhile begins a new one', async () => {
    const id = await bench.thread('Left')
    await bench.wait(id, 'talk', said('alpha'))
    const left = open(id)
    await (await conversation()).findByText('You said: alpha')
    await left.user.type(screen.getByRole('textbox', { name: 'Message' }), 'half a thought')
    left.unmount()
    await bench.agent('DELETE', `/threads/${id}`)
    const { user, router } = open(id)
    await screen.findByText('There is no such thread')
    expect(screen.getByText('half a thought')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Begin a new thread with it' }))
    const message = await screen.findByRole('textbox', { name: 'Message' })
    expect(message).toHaveValue('half a thought')
    expect(router.state.location.pathname).toBe(`${bench.pages}/threads/new`)
    await user.clear(message)
  })

  it('33.1.4: an input that was typed in its form is still to be had as well', async () => {
    const id = await bench.thread('Formed')
    await bench.wait(id, 'steps', {})
    const left = open(id)
    const box = await screen.findByRole('textbox', { name: /^log/ })
    await left.user.click(box)
    await left.user.paste('["half"]')
    left.unmount()
    await bench.agent('DELETE', `/threads/${id}`)
    const { user } = open(id)
    await screen.findByText('There is no such thread')
    expect(screen.getByText('log: ["half"]')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Begin a new thread with it' }))
    const again = await screen.findByRole('textbox', { name: /^log/ })
    expect(again).toHaveValue('["half"]')
    await user.clear(again)
  })

  it('33: what is done to a thread at rest elsewhere is there without anybody coming back to it', async () => {
    const id = await bench.thread('Shared')
    await bench.wait(id, 'talk', said('book it'))
    const { user } = open(id)
    await user.click(await screen.findByRole('button', { name: 'Respond' }))
    await user.type(screen.getByRole('textbox', { name: /answer/i }), 'by train')
    await bench.wait(id, 'talk', said('beta'))
    await (await conversation()).findByText('You said: beta')
    const note = within(await (await conversation()).findByRole('alert'))
    note.getByText('by train')
    await bench.wait(id, 'talk', said('gamma'))
    await (await conversation()).findByText('You said: gamma')
    await user.click(note.getByRole('button', { name: 'Dismiss' }))
  })

  it('shows a run that was rolled back elsewhere as gone, and nothing of it at work', async () => {
    const id = await bench.thread('Undone')
    await bench.wait(id, 'talk', said('alpha'))
    const { user } = open(id)
    const message = await screen.findByRole('textbox', { name: 'Message' })
    await user.type(message, 'wait at undo{Enter}')
    await bench.gate.reached('undo')
    await user.type(message, 'half')
    const [run] = await bench.agent<{ run_id: string }[]>('GET', `/threads/${id}/runs?limit=1`)
    await bench.agent('POST', `/threads/${id}/runs/${run?.run_id}/cancel?action=rollback`)
    await (await conversation()).findByText('The run is gone')
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect((await conversation()).queryByText('wait at undo')).toBeNull()
    ;(await conversation()).getByText('You said: alpha')
    expect(message).toHaveValue('half')
  })

  it('says that nothing answers where no revision serves', async () => {
    const empty = path.join(bench.stack.folder, 'no-repository')
    await mkdir(empty, { recursive: true })
    const { deployment } = await bench.stack.deploy(empty, { name: 'broken' })
    const { user, router } = renderConsole(bench.stack, `/deployments/${deployment.id}/threads/new`)
    await screen.findByText('Nothing answers here yet')
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'See the deployment' }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/deployments/${deployment.id}`),
    )
    await router.navigate(`/deployments/${deployment.id}/threads`)
    await screen.findByText('No threads yet')
    const first = async () => (await screen.findAllByRole('link', { name: 'New thread' })).at(-1)
    const begins = `/deployments/${deployment.id}/threads/new`
    expect(await first()).toHaveAttribute('href', begins)
    await router.navigate(`/deployments/${deployment.id}/runs`)
    await screen.findByText('No runs yet')
    expect(await first()).toHaveAttribute('href', begins)
  })
})
