import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench

beforeAll(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench?.quiet())
afterAll(() => bench?.close())

const short = (run: { run_id: string }) => `${run.run_id.slice(0, 4)}…${run.run_id.slice(-4)}`
const open = (query = '') => renderConsole(bench.stack, `${bench.pages}/runs${query}`)
const rowOf = async (run: Run) => {
  const row = (await screen.findByTitle(run.run_id)).closest('tr')
  if (!row) throw new Error(`${run.run_id} is not in a row.`)
  return within(row)
}
const statusOf = async (run: Run) =>
  (await bench.agent<Run>('GET', `/threads/${run.thread_id}/runs/${run.run_id}`)).status
const outcomes = async (title: string | RegExp) =>
  within(await screen.findByRole('dialog', { name: title }))

/** A run that works, held at a gate, with one that waits behind it. */
async function busyThread(gate: string, title = `Busy at ${gate}`) {
  const thread = await bench.thread(title)
  const running = await bench.run(thread, 'steps', { gates: { second: gate } })
  await bench.gate.reached(gate)
  const pending = await bench.run(thread, 'steps', { gates: {} })
  return { thread, running, pending }
}

describe('the runs of a deployment', () => {
  it('37.3: are summed up at the revision that they ran on, with its votes, in its row and on its page', async () => {
    const thread = await bench.thread('Summed up')
    await bench.wait(thread, 'talk', said('Hello'))
    await bench.wait(thread, 'troubled', { trouble: 'throw' })
    const runs = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    for (const [at, score] of [1, -1].entries()) {
      const vote = { run_id: runs[at]?.run_id, key: 'user_score', score }
      await bench.stack.json('POST', '/api/v1/feedback', vote)
    }
    const { user } = renderConsole(bench.stack, `${bench.pages}/revisions`)
    const table = within(await screen.findByRole('table', { name: 'Revisions' }))
    // In a column of its own on a wide screen, else below the commit or the status.
    const everywhere = await table.findAllByRole('link', { name: '2 runs' })
    expect(everywhere).toHaveLength(3)
    const cell = within(everywhere.at(-1)?.closest('td') as HTMLElement)
    cell.getByText('· 1 failed')
    cell.getByText(/^p50 .+ · p95 /)
    expect(await table.findAllByRole('link', { name: '1 up, 1 down' })).toHaveLength(3)
    const [leading] = table.getAllByRole('link')
    await user.click(leading as HTMLElement)
    await screen.findByRole('heading', { name: /^Revision / })
    const votes = await screen.findByText('Votes, 30 days')
    const led = within(votes.parentElement as HTMLElement).getByRole('link', {
      name: '1 up, 1 down',
    })
    expect(led).toHaveAttribute(
      'href',
      expect.stringMatching(/\/feedback\?revision=[0-9a-f-]{36}$/),
    )
    const facts = await screen.findByText('Runs, 30 days')
    await user.click(
      within(facts.parentElement as HTMLElement).getByRole('link', { name: '2 runs' }),
    )
    const list = within(await screen.findByRole('table', { name: 'Runs' }))
    expect(list.getAllByRole('row')).toHaveLength(3)
  })

  it('shows runs over all threads, each with its status, assistant and thread', async () => {
    const asking = await bench.thread('Asks something')
    await bench.wait(asking, 'approve', {})
    const resting = await bench.thread('Rests at a break point')
    await bench.wait(resting, 'talk', said('Hello there'), { interrupt_before: '*' })
    const [asked] = await bench.agent<Run[]>('GET', `/threads/${asking}/runs`)
    const failing = await bench.thread('Goes wrong')
    await bench.wait(failing, 'troubled', { trouble: 'throw' })
    const [failed] = await bench.agent<Run[]>('GET', `/threads/${failing}/runs`)
    const { running, pending } = await busyThread('seen')
    if (!asked || !failed) throw new Error('There are no runs.')
    const { user, router } = open()
    const row = await rowOf(running)
    row.getByText('Running')
    row.getByText('steps')
    row.getByText('Busy at seen')
    ;(await rowOf(pending)).getByText('Pending')
    ;(await rowOf(asked)).getByText('Needs you')
    const failedRow = await rowOf(failed)
    failedRow.getByText('Failed')
    failedRow.getByText(/planned failure/)
    within(screen.getByRole('main')).getByText('2 active')
    bench.gate.open('seen')
    await row.findByText('Done')
    await (await rowOf(pending)).findByText('Done')
    await screen.findByText('0 active')
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Go to…' }))
    // 33.2.6: in the words of the list.
    await palette.findByRole('option', { name: `Run ${short(running)}Done` })
    palette.getByRole('option', { name: `Run ${short(asked)}Needs you` })
    palette.getByRole('option', { name: `Run ${short(failed)}Failed` })
    await palette.findByRole('option', { name: 'Goes wrongFailed' })
    await user.keyboard('{Escape}')
    await user.click(failedRow.getByText('troubled'))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(
        `${bench.pages}/threads/${failing}/runs/${failed.run_id}`,
      ),
    )
  })

  it('§4.2 rule 3 tells which active runs end with a connection, and of no number of listeners, which is another soon', async () => {
    const { thread, running, pending } = await busyThread('heard')
    const bound = await bench.thread('Bound')
    const waited = bench.wait(
      bound,
      'steps',
      { gates: { second: 'bound' } },
      { on_disconnect: 'cancel' },
    )
    await bench.gate.reached('bound')
    const [held] = await bench.agent<Run[]>('GET', `/threads/${bound}/runs`)
    if (!held) throw new Error('There is no run.')
    open()
    ;(await rowOf(held)).getByText('cancels on disconnect')
    for (const run of [held, running, pending]) {
      expect((await rowOf(run)).queryByText(/listener/)).toBeNull()
    }
    bench.gate.open('bound')
    await waited
    await (await rowOf(held)).findByText('Done')
    expect((await rowOf(held)).queryByText(/on disconnect/)).toBeNull()
    cleanup()
    open(`?thread=${thread}`)
    expect((await rowOf(running)).queryByText(/on disconnect/)).toBeNull()
    expect(screen.queryByTitle(held.run_id)).toBeNull()
  })

  it('33: says of a run that waits for the answer to a question that it is held', async () => {
    const thread = await bench.thread('Asked')
    await bench.wait(thread, 'approve', {})
    const more = { metadata: { waits_for_answers: true } }
    const held = await bench.run(thread, 'steps', { gates: {} }, more)
    open()
    const row = await rowOf(held)
    row.getByText('Pending')
    expect(row.getByText('held')).toHaveAttribute(
      'title',
      'It starts when its thread asks nothing more',
    )
  })

  it('shows the runs of one thread alone, and leads back to all', async () => {
    const other = await bench.thread('Not looked at')
    await bench.wait(other, 'troubled', { trouble: 'throw' })
    const [elsewhere] = await bench.agent<Run[]>('GET', `/threads/${other}/runs`)
    const looked = await bench.thread('Looked at')
    await bench.wait(looked, 'troubled', { trouble: 'throw' })
    const [own] = await bench.agent<Run[]>('GET', `/threads/${looked}/runs`)
    if (!elsewhere || !own) throw new Error('There are no runs.')
    const { user, router } = renderConsole(bench.stack, `${bench.pages}/threads`)
    await user.click(await screen.findByRole('button', { name: 'More about Looked at' }))
    await user.click(screen.getByRole('menuitem', { name: 'Runs' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?thread=${looked}`))
    await rowOf(own)
    screen.getByText('1 run')
    expect(screen.queryByTitle(elsewhere.run_id)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all threads' }))
    await rowOf(elsewhere)
    expect(router.state.location.search).toBe('')
  })

  it('§4.2 rule 1 stops exactly the chosen runs, and tells what became of each', async () => {
    const first = await busyThread('chosen_a')
    const second = await busyThread('chosen_b')
    const { user } = open()
    const choose = async (run: Run) =>
      user.click(
        await (await rowOf(run)).findByRole('checkbox', { name: `Choose run ${short(run)}` }),
      )
    await choose(first.running)
    await choose(second.running)
    await screen.findByText('2 chosen')
    await user.click(screen.getByRole('button', { name: 'Stop and keep' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Stop 2 runs?' }))
    // One of them ends by itself before it is confirmed.
    bench.gate.open('chosen_b')
    await waitFor(async () => expect(await statusOf(second.running)).toBe('success'))
    await user.click(dialog.getByRole('button', { name: 'Stop and keep' }))
    const told = await outcomes('1 of 2 runs stopped')
    expect(told.getAllByRole('listitem')).toHaveLength(2)
    told.getByText('Stopped')
    told.getByText('Had already ended')
    await user.click(told.getByRole('button', { name: 'Done' }))
    await (await rowOf(first.running)).findByText('Stopped')
    expect(await statusOf(first.running)).toBe('interrupted')
    await waitFor(async () => expect(await statusOf(first.pending)).toBe('success'))
  })

  it('§3 rolls chosen runs back: they are gone from the list and from the server', async () => {
    const { running, pending } = await busyThread('undone')
    const { user } = open()
    await user.click(
      await (await rowOf(running)).findByRole('checkbox', {
        name: `Choose run ${short(running)}`,
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Stop and roll back' }))
    await user.click(
      within(
        await screen.findByRole('alertdialog', { name: 'Stop and roll back 1 run?' }),
      ).getByRole('button', { name: 'Stop and roll back' }),
    )
    const told = await outcomes('1 of 1 run rolled back')
    await user.click(told.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByTitle(running.run_id)).toBeNull())
    await expect(statusOf(running)).rejects.toThrow('answered 404')
    await rowOf(pending)
  })

  it('§4.2 rule 2 cancels by status over all threads, after the name was typed', async () => {
    const first = await busyThread('all_a')
    const second = await busyThread('all_b')
    const later = await bench.thread('Starts later')
    const scheduled = await bench.run(later, 'steps', { gates: {} }, { after_seconds: 3_600 })
    const { user } = open()
    ;(await rowOf(scheduled)).getByText(/^starts/)
    await user.click(screen.getByRole('button', { name: 'Cancel all…' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const confirm = dialog.getByRole('button', { name: 'Cancel runs' })
    await user.click(dialog.getByRole('button', { name: /^Which runs/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Pending runs' }))
    await user.click(confirm)
    expect(await statusOf(first.pending)).toBe('pending')
    await dialog.findByText('3 runs in 3 threads now.')
    await user.type(dialog.getByRole('textbox', { name: 'Type agent to confirm' }), 'agent')
    await user.click(confirm)
    const told = await outcomes('3 of 3 runs stopped')
    told.getByText('Starts later')
    await user.click(told.getByRole('button', { name: 'Done' }))
    const runs = [first.pending, second.pending, first.running, second.running]
    expect(await Promise.all(runs.map(statusOf))).toEqual([
      'interrupted',
      'interrupted',
      'running',
      'running',
    ])
    await (await rowOf(second.pending)).findByText('Stopped')
  })

  it('keeps the filter in the address, and takes it from there', async () => {
    const { running } = await busyThread('filtered')
    const done = await bench.thread('Is done')
    await bench.wait(done, 'talk', said('hello'))
    const { user, router } = open('?status=active')
    await rowOf(running)
    expect(screen.queryByTitle('Is done')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Status: Pending or running' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Any status' }))
    expect(await screen.findByTitle('Is done')).toHaveTextContent(/^hello →.*You said: hello$/)
    expect(router.state.location.search).toBe('')
  })

  it('33: says by which status of its address it is filtered, also where that is not offered', async () => {
    const failing = await bench.thread('Is failing')
    await bench.wait(failing, 'troubled', { trouble: 'throw' })
    const { user, router } = open('?status=error')
    await screen.findByTitle('Is failing')
    await user.click(screen.getByRole('button', { name: 'Status: error' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Any status' }))
    expect(router.state.location.search).toBe('')
    await router.navigate('?status=new_one')
    await screen.findByText('None has this status.')
    screen.getByRole('button', { name: 'Status: new_one' })
    await router.navigate('?status=any')
    await screen.findByTitle('Is failing')
  })

  it('says of which runs it counts the active ones, unless all there are were looked at', async () => {
    const thread = await bench.thread('Ends')
    await bench.wait(thread, 'talk', said('How many are active?'))
    const { running } = await busyThread('counted')
    const { user } = open()
    await rowOf(running)
    await within(screen.getByRole('main')).findByText('2 active')
    await user.type(screen.getByRole('searchbox', { name: 'Search runs' }), 'How many are active?')
    await screen.findByText('0 active of 1 shown')
    cleanup()
    // Those that have not ended are left out.
    open('?order=longest')
    await screen.findByText(/^0 active of \d+ shown$/)
  })

  it('finds runs by words, metadata and status over all threads, and marks the words', async () => {
    const one = await bench.thread('Asks for money')
    await bench.wait(one, 'talk', said('Where is my refund?'), { metadata: { channel: 'web' } })
    const other = await bench.thread('Is polite')
    await bench.wait(other, 'talk', said('Thank you'), { metadata: { channel: 'mail' } })
    const asking = await bench.thread('Asks somebody')
    await bench.wait(asking, 'approve', {})
    const { user, router } = open()
    const box = await screen.findByRole('searchbox', { name: 'Search runs' })
    await screen.findByTitle('Is polite')
    await user.type(box, 'refu channel:web')
    // What is typed on the way may match nothing: the row is waited for, not only the others' going.
    await waitFor(() => {
      expect(screen.queryByTitle('Is polite')).toBeNull()
      const found = screen.getByTitle('Asks for money')
      expect(within(found).getAllByText('refund', { selector: 'mark' })).toHaveLength(2)
    })
    await screen.findByText('1 run')
    await user.clear(box)
    await user.type(box, 'nobody said this')
    await screen.findByText('No run matches')
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await screen.findByTitle('Is polite')
    await user.click(screen.getByRole('button', { name: 'Status: Any status' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Needs you' }))
    await waitFor(() => expect(screen.queryByTitle('Is polite')).toBeNull())
    expect(await screen.findByTitle('Asks somebody')).toBeVisible()
    expect(router.state.location.search).toBe('?status=needs_you')
    await user.click(screen.getByRole('button', { name: 'Status: Needs you' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Done' }))
    await screen.findByTitle('Is polite')
    expect(screen.queryByTitle('Rests at a break point')).toBeNull()
    expect(screen.queryByTitle('Asks somebody')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Status: Done' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Paused' }))
    const row = (await screen.findByTitle('Rests at a break point')).closest('[role=row], tr')
    expect(row).toHaveTextContent('Paused')
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Go to…' }))
    await user.type(palette.getByRole('combobox'), 'my refund')
    await user.click(await palette.findByRole('option', { name: /^Run .* · Where is my refund\?/ }))
    await waitFor(() => expect(router.state.location.pathname).toContain(`/threads/${one}/runs/`))
    // 37: the id of a run means the run, not its thread.
    const [polite] = await bench.agent<Run[]>('GET', `/threads/${other}/runs`)
    await user.keyboard('{Control>}k{/Control}')
    const again = within(await screen.findByRole('dialog', { name: 'Go to…' }))
    await user.type(again.getByRole('combobox'), polite?.run_id ?? '')
    await again.findByRole('option', { name: /^Run .* · Thank you/, selected: true })
    again.getByRole('option', { name: /^Is polite/ })
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(router.state.location.pathname).toMatch(new RegExp(`/runs/${polite?.run_id}$`)),
    )
  })

  it('37: a filter that is set is cleared by one press, and all of them by another; the order stays', async () => {
    const { user, router } = open('?text=refund&status=success&since=24h&order=longest')
    await user.click(await screen.findByRole('button', { name: 'Clear status' }))
    const { location } = router.state
    expect(new URLSearchParams(location.search).has('status')).toBe(false)
    // Where the press was there is nothing any more.
    expect(screen.getByRole('button', { name: 'Status: Any status' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Clear status' })).toBeNull()
    screen.getByRole('button', { name: 'Time: Last 24 hours' })
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(router.state.location.search).toBe('?order=longest')
    expect(screen.getByRole('searchbox', { name: 'Search runs' })).toHaveValue('')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
    screen.getByRole('button', { name: 'Clear order' })
  })

  it('33: one that goes on without a message is not told as if it were asked the thread’s name', async () => {
    const thread = await bench.thread('Broken off')
    await bench.wait(thread, 'talk', said('Hello there'), { interrupt_before: '*' })
    await bench.wait(thread, 'talk', null)
    const [continued] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    if (!continued) throw new Error('There are no runs.')
    open(`?thread=${thread}`)
    const link = (await rowOf(continued)).getByTitle('Broken off')
    expect(link).toHaveTextContent(/^→ answered /)
  })

  it('of one revision and of one assistant are a step away from these', async () => {
    const thread = await bench.thread('By talk')
    await bench.wait(thread, 'talk', said('hello'))
    const other = await bench.thread('By another')
    await bench.wait(other, 'troubled', { trouble: 'throw' })
    const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    const { assistant_id, revision_id } = run ?? {}
    const { user, router } = renderConsole(bench.stack, `${bench.pages}/assistants/${assistant_id}`)
    const main = within(await screen.findByRole('main'))
    const link = async (to: string) =>
      (await main.findAllByRole('link', { name: 'Runs' })).find(
        (one) => one.getAttribute('href') === `${bench.pages}/runs?${to}`,
      ) as HTMLElement
    await main.findByRole('button', { name: 'Edit' })
    await user.click(await link(`assistant=${assistant_id}`))
    await screen.findByTitle('By talk')
    expect(screen.queryByTitle('By another')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show all assistants' }))
    await screen.findByTitle('By another')
    await router.navigate(`${bench.pages}/revisions/${revision_id}`)
    await screen.findByRole('heading', { name: /^Revision / })
    await user.click(await link(`revision=${revision_id}`))
    await screen.findByTitle('By another')
    screen.getByText('Of the revision')
  })

  it('are shown over all deployments too, and stopped there', async () => {
    const { running, pending } = await busyThread('everywhere')
    const { user } = renderConsole(bench.stack, '/runs')
    await screen.findByRole('heading', { level: 1, name: 'Runs' })
    const row = await rowOf(running)
    expect(await row.findByRole('link', { name: 'agent' })).toHaveAttribute('href', bench.pages)
    expect(screen.queryByRole('button', { name: 'Cancel all…' })).toBeNull()
    await user.click(await row.findByRole('checkbox', { name: `Choose run ${short(running)}` }))
    await screen.findByText('1 chosen')
    await user.click(screen.getByRole('button', { name: 'Stop and keep' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Stop 1 run?' }))
    await user.click(dialog.getByRole('button', { name: 'Stop and keep' }))
    await outcomes('1 of 1 run stopped')
    expect(await statusOf(running)).toBe('interrupted')
    await waitFor(async () => expect(await statusOf(pending)).toBe('success'))
  })

  it('of a server that cannot search them are looked for in the threads that changed last', async () => {
    const { stack } = bench
    const done = await bench.thread('Looked through')
    await bench.wait(done, 'talk', said('hello'))
    const failing = await bench.thread('Failed there')
    await bench.wait(failing, 'troubled', { trouble: 'throw' })
    const connection = await stack.json<{ id: string }>('POST', '/gateway/connections', {
      name: 'Bare',
      kind: 'agent_server',
      base_url: `${stack.url}/agents/agent`,
      api_key: stack.apiKey,
    })
    const { user } = renderConsole(stack, `/deployments/${connection.id}/runs`, connection.id)
    await screen.findByText('Failed there')
    await screen.findByText('Looked through')
    expect(screen.getAllByText(/the latest 20 of each of/)).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Status: Any status' }))
    await user.click(screen.getByRole('menuitemradio', { name: 'Failed or timed out' }))
    await waitFor(() => expect(screen.queryByText('Looked through')).toBeNull())
    await screen.findByText('Failed there')
    expect(screen.queryByRole('button', { name: /^Time/ })).toBeNull()
  })

  it('are walked through on such a server too, as far as was looked', async () => {
    const { stack } = bench
    const at = (name: string) => `Walked ${name}`
    for (const name of ['older', 'newer']) {
      await bench.wait(await bench.thread(at(name)), 'troubled', { trouble: 'throw' })
    }
    const connection = await stack.json<{ id: string }>('POST', '/gateway/connections', {
      name: 'Walked',
      kind: 'agent_server',
      base_url: `${stack.url}/agents/agent`,
      api_key: stack.apiKey,
    })
    const list = `/deployments/${connection.id}/runs?text=walked&status=error`
    const { user, router } = renderConsole(stack, list, connection.id)
    const row = (await screen.findByText(at('newer'))).closest('tr') as HTMLElement
    await user.click(within(row).getAllByRole('link')[0] as HTMLElement)
    await screen.findByText('1 of 2')
    const newer = router.state.location.pathname
    // There the list ends.
    expect(screen.getByRole('button', { name: 'Previous run' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.keyboard('j')
    await screen.findByText('2 of 2')
    expect(router.state.location.pathname).not.toBe(newer)
    await user.keyboard('k')
    await waitFor(() => expect(router.state.location.pathname).toBe(newer))
    await user.click(await screen.findByRole('link', { name: '1 of 2' }))
    await waitFor(() => {
      const { pathname, search } = router.state.location
      expect(pathname + search).toBe(list)
    })
  })
})
