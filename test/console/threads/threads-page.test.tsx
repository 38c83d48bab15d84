import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Thread } from '../../../src/contract/agent-server/threads.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from './agent.ts'

let bench: AgentBench

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

const rowOf = async (title: string) => {
  const row = (await screen.findByText(title, { selector: 'a' })).closest('tr')
  if (!row) throw new Error(`${title} is not in a row.`)
  return within(row)
}
const open = (query = '') => renderConsole(bench.stack, `${bench.pages}/threads${query}`)

describe('the threads of a deployment', () => {
  it('§3 rule 2 tells a question to a person from a run that was stopped', async () => {
    const [asks, stopped, failed] = await Promise.all([
      bench.thread('Asks'),
      bench.thread('Was stopped'),
      bench.thread('Has failed'),
    ])
    await bench.wait(asks, 'approve', {})
    await bench.wait(failed, 'troubled', { trouble: 'throw' })
    await bench.run(stopped, 'steps', { gates: { second: 'stopped' } })
    await bench.gate.reached('stopped')
    await bench.quiet()
    open()
    ;(await rowOf('Asks')).getByText('Needs you')
    ;(await rowOf('Was stopped')).getByText('Stopped')
    ;(await rowOf('Has failed')).getByText('Failed')
  })

  it('tells whose threads they are: the assistant that ran last, and who began it', async () => {
    const made = (metadata: object) => bench.agent('POST', '/threads', { metadata })
    await made({ title: 'By a visitor', embed_id: 'e', graph_id: 'talk' })
    await made({ title: 'By the clock', cron_id: 'c' })
    await bench.wait(await bench.thread('By somebody'), 'talk', said('hello'))
    open()
    ;(await rowOf('By a visitor')).getByTitle('talk · embedded chat')
    ;(await rowOf('By the clock')).getByTitle('— · schedule')
    ;(await rowOf('By somebody')).getByTitle('talk')
  })

  it('shows a busy thread until it rests, with what was said last', async () => {
    const id = await bench.thread()
    await bench.run(id, 'talk', said('wait at talked'))
    await bench.gate.reached('talked')
    open()
    const row = await rowOf('wait at talked')
    row.getByText('Busy')
    screen.getByText(/^live/)
    bench.gate.open('talked')
    await row.findByText('Idle')
    row.getByText('You said: wait at talked')
    await screen.findByText('live · up to date')
  })

  it('keeps the filter in the address, and takes it from there', async () => {
    const [failed, fine] = [await bench.thread('Broke'), await bench.thread('Is fine')]
    await bench.wait(failed, 'troubled', { trouble: 'throw' })
    await bench.wait(fine, 'talk', said('hello'))
    const { user, router } = open('?status=error')
    await rowOf('Broke')
    expect(screen.queryByText('Is fine')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Status: Failed' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Any status' }))
    await rowOf('Is fine')
    expect(router.state.location.search).toBe('')
    await user.click(screen.getByRole('button', { name: 'Status: Any status' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Busy' }))
    await screen.findByText('None has this status.')
    expect(router.state.location.search).toBe('?status=busy')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await rowOf('Broke')
  })

  it('leads from a row to its thread, and from row to row by the arrow keys', async () => {
    await bench.thread('Lower')
    const upper = await bench.thread('Upper')
    const { user, router } = open()
    const lower = await screen.findByRole('link', { name: 'Lower' })
    lower.focus()
    await user.keyboard('{ArrowUp}')
    expect(screen.getByRole('link', { name: 'Upper' })).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(lower).toHaveFocus()
    await user.click((await rowOf('Upper')).getByText('Idle'))
    await waitFor(() => expect(router.state.location.pathname).toMatch(`/threads/${upper}`))
  })

  it('renames a thread and deletes it, asking first; for a while it can be brought back', async () => {
    const id = await bench.thread('Old name')
    const { user } = open()
    await user.click((await rowOf('Old name')).getByRole('button', { name: /^More about/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
    const name = await screen.findByRole('textbox', { name: 'Title' })
    await user.clear(name)
    await user.type(name, 'New name{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await user.type(name, '{Enter}')
    const row = await rowOf('New name')
    expect((await bench.agent<Thread>('GET', `/threads/${id}`)).metadata).toMatchObject({
      title: 'New name',
    })
    await user.click(row.getByRole('button', { name: /^More about/ }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByText('“New name”')
    await user.click(dialog.getByRole('button', { name: 'Delete thread' }))
    await waitFor(() => expect(screen.queryByText('New name')).toBeNull())
    // Whoever asks through the console finds it gone; programs find it until its time is over.
    const deploymentId = bench.pages.split('/').at(-1)
    const at = `/gateway/connections/local/agents/${deploymentId}/threads/${id}`
    await expect(bench.stack.json('GET', at)).rejects.toThrow('answered 404')
    await bench.agent('GET', `/threads/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await rowOf('New name')
    await screen.findByText('Brought back the thread')
    expect(await bench.stack.json('GET', at)).toMatchObject({ thread_id: id })
  })

  it('shows the threads in pages', async () => {
    for (let number = 1; number <= 51; number += 1) await bench.thread(`Thread number ${number}`)
    const { user } = open()
    await screen.findByText(/^50 of \d+ threads$/)
    await rowOf('Thread number 51')
    expect(screen.queryByText('Thread number 1')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await rowOf('Thread number 1')
  })

  it('searches all threads, by their titles and what was said in them', async () => {
    for (let number = 1; number <= 12; number += 1) await bench.thread(`Order ${number}`)
    const talked = await bench.thread()
    await bench.wait(talked, 'talk', said('Something about cinnamon'), {
      metadata: { channel: 'web' },
    })
    await bench.wait(talked, 'talk', said('And about pepper'))
    const { user, router } = open()
    const box = await screen.findByRole('searchbox', { name: 'Search threads' })
    await user.type(box, 'order 1')
    await screen.findByText('4 threads')
    await rowOf('Order 1')
    expect(router.state.location.search).toBe('?text=order+1')
    await user.type(box, '!')
    await screen.findByText('None has “order 1!” in what was said, the title, ids or metadata.')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await rowOf('Order 12')
    await user.type(box, 'pepper')
    await screen.findByText('1 thread')
    await rowOf('Something about cinnamon')
  })

  it('are shown over all deployments too', async () => {
    const id = await bench.thread('Of the agent')
    const { user, router } = renderConsole(bench.stack, '/threads')
    await screen.findByRole('heading', { level: 1, name: 'Threads' })
    const row = await rowOf('Of the agent')
    expect(await row.findByRole('link', { name: 'agent' })).toHaveAttribute('href', bench.pages)
    await user.click(row.getByRole('link', { name: 'Of the agent' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${bench.pages}/threads/${id}`))
  })

  it('of a server that does not search them are those that changed last', async () => {
    const { stack } = bench
    for (let number = 1; number <= 26; number += 1) await bench.thread(`Listed ${number}`)
    const connection = await stack.json<{ id: string }>('POST', '/gateway/connections', {
      name: 'Bare',
      kind: 'agent_server',
      base_url: `${stack.url}/agents/agent`,
      api_key: stack.apiKey,
    })
    const at = `/deployments/${connection.id}/threads`
    const { user, router } = renderConsole(stack, at, connection.id)
    await screen.findByText('the 25 threads that changed last')
    await rowOf('Listed 26')
    expect(screen.queryByText('Listed 1')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await rowOf('Listed 1')
    expect(router.state.location.search).toBe('?show=50')
    await user.type(screen.getByRole('searchbox', { name: 'Search threads' }), 'listed 1')
    await screen.findByText(/^11 of /)
    await user.type(screen.getByRole('searchbox', { name: 'Search threads' }), '!')
    await screen.findByText('None has “listed 1!” in the title, last message or id.')
  })
})
