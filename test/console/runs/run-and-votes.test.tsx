import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { ThreadState } from '../../../src/contract/agent-server/threads.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { Feedback } from '../../../src/contract/tracing/feedback.ts'
import { shortId } from '../../../src/ui/format/short-id-text.ts'
import { startProxy, type TestProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

let bench: AgentBench
let proxy: TestProxy

beforeAll(async () => {
  bench = await openAgentBench()
  proxy = await startProxy(bench.stack.url)
})
afterEach(async () => {
  proxy?.setUpstream(bench?.stack.url)
  await bench?.quiet()
})
afterAll(async () => {
  await proxy?.close()
  await bench?.close()
})

const runsOf = (thread: string) => bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
const open = (run: Run, server: { url: string } = bench.stack) =>
  renderConsole(server, `${bench.pages}/threads/${run.thread_id}/runs/${run.run_id}`)
const card = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title })
  return within(heading.closest('section') as HTMLElement)
}
const title = (words: string) => screen.findByRole('heading', { level: 1, name: words })

/** What was said one after the other on a thread. Answers the runs, oldest first. */
async function talk(...texts: string[]) {
  const thread = await bench.thread()
  for (const text of texts) await bench.wait(thread, 'talk', said(text))
  return (await runsOf(thread)).toReversed() as [Run, ...Run[]]
}

describe('the conversation of a run', () => {
  it('holds what was said in that run alone, and says which of the thread it is', async () => {
    const [first, second, third] = await talk('one', 'two', 'three')
    open(second as Run)
    const conversation = await card('Conversation')
    await conversation.findByText('You said: two')
    conversation.getByText('two')
    await waitFor(() => expect(conversation.queryByText('one')).toBeNull())
    expect(conversation.queryByText('You said: three')).toBeNull()
    await conversation.findByText('run 2 of the thread · 1 later run')
    expect(screen.getByRole('link', { name: 'Open thread' })).toHaveAttribute(
      'href',
      `${bench.pages}/threads/${second?.thread_id}?run=${second?.run_id}`,
    )
    expect([first, third]).toHaveLength(2)
  })

  it('is heard while the run works, and stays when it has ended', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'talk', said('before'))
    const run = await bench.run(thread, 'talk', said('wait at heard'))
    await bench.gate.reached('heard')
    open(run)
    const conversation = await card('Conversation')
    await conversation.findByText('wait at heard')
    expect(conversation.queryByText('You said: wait at heard')).toBeNull()
    bench.gate.open('heard')
    await conversation.findByText('You said: wait at heard')
    await title('wait at heard Done')
    expect(conversation.queryByText('You said: before')).toBeNull()
  })

  it('of one that says nothing is what it changed', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'steps', {})
    const [run] = await runsOf(thread)
    open(run as Run)
    const conversation = await card('Conversation')
    await conversation.findByText('What the run changed in the state')
    await conversation.findAllByText('"third"')
  })

  it('of one whose states are gone is what it was given, and it cannot be run again', async () => {
    const [run] = await talk('kept no longer', 'the newest')
    await bench.agent('POST', '/threads/prune', {
      thread_ids: [run.thread_id],
      strategy: 'keep_latest',
    })
    open(run)
    const conversation = await card('Conversation')
    await conversation.findByText(/no longer has what this run did/)
    conversation.getByText('kept no longer')
    const again = screen.getByRole('button', { name: 'Run again' })
    expect(again).toHaveAttribute('aria-disabled', 'true')
    act(() => again.focus())
    expect(again).toHaveAccessibleDescription(/no longer has the state before this run/)
  })

  it('has beside it the lines that the run wrote, and no others', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'troubled', { trouble: 'print' })
    const [run] = await runsOf(thread)
    open(run as Run)
    const logs = await card('Logs of this run')
    await logs.findByText('1 line')
    logs.getByRole('log', { name: 'Logs of this run' })
  })

  it('has the events of a resumable run, read when they are unfolded', async () => {
    const thread = await bench.thread()
    const run = await bench.run(thread, 'talk', said('hello'), { stream_resumable: true })
    await bench.agent('GET', `/threads/${thread}/runs/${run.run_id}/join`)
    const { user } = open(run)
    await user.click(await screen.findByRole('button', { name: /^Events/ }))
    await screen.findByText(/^\d+ events?$/)
    screen.getByRole('region', { name: 'run events' })
  })
})

describe('a verdict on a run', () => {
  const verdictsOn = async (run: Run) =>
    (
      await bench.stack.json<Feedback[]>(
        'GET',
        `/api/v1/feedback?run=${run.run_id}&key=qa_verdict&include_superseded=true`,
      )
    ).map(({ score, value, comment, superseded_at }) => ({
      said: [score ?? null, value ?? null, comment ?? null],
      stands: !superseded_at,
    }))

  it('is saved by keys at once, changed in its place, and there after a reload', async () => {
    const [run] = await talk('judged')
    const { user, unmount } = open(run)
    const pass = await screen.findByRole('button', { name: 'Pass' })
    await waitFor(() => expect(pass).not.toHaveAttribute('aria-disabled'))
    await user.keyboard('1')
    await screen.findByText('Saved')
    expect(pass).toHaveAttribute('aria-pressed', 'true')
    await user.keyboard('m')
    const note = screen.getByRole('textbox', { name: 'Note on the verdict' })
    expect(note).toHaveFocus()
    // Typed, not pressed.
    await user.keyboard('3 words, right{Enter}')
    await waitFor(async () =>
      expect(await verdictsOn(run)).toContainEqual({
        said: [true, 'pass', '3 words, right'],
        stands: true,
      }),
    )
    await user.keyboard('2')
    await waitFor(async () =>
      expect((await verdictsOn(run)).filter(({ stands }) => stands)).toEqual([
        { said: [false, 'fail', '3 words, right'], stands: true },
      ]),
    )
    expect(await verdictsOn(run)).toHaveLength(3)
    unmount()
    const again = open(run)
    const fail = await screen.findByRole('button', { name: 'Fail', pressed: true })
    expect(screen.getByRole('textbox', { name: 'Note on the verdict' })).toHaveValue(
      '3 words, right',
    )
    await again.user.keyboard('3')
    await screen.findByRole('button', { name: 'Unsure', pressed: true })
    expect(fail).toHaveAttribute('aria-pressed', 'false')
    await again.user.click(await screen.findByRole('button', { name: 'Take back' }))
    await waitFor(async () =>
      expect((await verdictsOn(run)).find(({ stands }) => stands)?.said).toEqual([
        null,
        null,
        null,
      ]),
    )
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull())
  })

  it('that does not get through keeps what was pressed and typed, and is sent when tried again', async () => {
    const [run] = await talk('judged while the server is away')
    const { user, router } = open(run, proxy)
    const fail = await screen.findByRole('button', { name: 'Fail' })
    await waitFor(() => expect(fail).not.toHaveAttribute('aria-disabled'))
    proxy.setUpstream(null)
    await user.keyboard('2')
    await screen.findByRole('button', { name: 'Try again' })
    await user.keyboard('m')
    await user.keyboard('names no source{Enter}')
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(again.closest('[role="alert"]')).toHaveTextContent(/^Not saved: ./)
    expect(fail).toHaveAttribute('aria-pressed', 'true')
    const note = screen.getByRole('textbox', { name: 'Note on the verdict' })
    expect(note).toHaveValue('names no source')
    expect(screen.queryByText('Saved')).toBeNull()
    expect(await verdictsOn(run)).toEqual([])

    // Who leaves is asked first.
    await user.click(screen.getByRole('link', { name: 'Open thread' }))
    const asked = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    await user.click(asked.getByRole('button', { name: 'Keep editing' }))
    expect(router.state.location.pathname).toContain(run.run_id)

    proxy.setUpstream(bench.stack.url)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Saved')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(note).toHaveValue('names no source')
    expect(await verdictsOn(run)).toEqual([
      { said: [false, 'fail', 'names no source'], stands: true },
    ])
  })
})

describe('a run that was opened from a list', () => {
  it('is walked from by K and J, as the list is filtered, also after a reload', async () => {
    const thread = await bench.thread()
    for (const text of ['first of walk', 'second of walk', 'third of walk']) {
      await bench.wait(thread, 'talk', said(text))
    }
    await bench.wait(thread, 'steps', {})
    const list = renderConsole(bench.stack, `${bench.pages}/runs?text=walk&status=success`)
    const [row] = await screen.findAllByRole('link', { name: /second of walk/ })
    const link = within(row?.closest('tr') as HTMLElement).getAllByRole('link')[0] as HTMLElement
    await list.user.click(link)
    await title('second of walk Done')
    await screen.findByText('2 of 3')
    const { pathname, search } = list.router.state.location
    list.unmount()

    const { user, router } = renderConsole(bench.stack, `${pathname}${search}`)
    await screen.findByText('2 of 3')
    await user.keyboard('j')
    await title('first of walk Done')
    await screen.findByText('3 of 3')
    // The list ends here.
    const next = screen.getByRole('button', { name: 'Next run' })
    expect(next).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('k')
    await title('second of walk Done')
    await screen.findByText('2 of 3')
    await user.click(screen.getByRole('link', { name: 'Previous run' }))
    await title('third of walk Done')
    // The two keys that lead to the runs are not taken for one of the page's own.
    await user.keyboard('gr')
    await waitFor(() => expect(router.state.location.pathname).toBe('/runs'))
  })
})

describe('running again', () => {
  const arrived = async (from: Run, path: () => string) => {
    await waitFor(() => expect(path()).toMatch(/\/runs\//))
    await waitFor(() => expect(path()).not.toContain(from.run_id))
    const [, deployment, thread, run] =
      /^\/deployments\/([^/]+)\/threads\/([^/]+)\/runs\/([^/]+)$/.exec(path()) ?? []
    return { deployment, thread, run }
  }

  it('is done by R on a copy of the thread, from the state before the run', async () => {
    const [, second] = await talk('early', 'again please', 'late')
    const { user, router } = open(second as Run)
    await title('again please Done')
    const button = screen.getByRole('button', { name: 'Run again' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'))
    await (await card('Conversation')).findByText('You said: again please')
    await user.keyboard('r')
    const made = await arrived(second as Run, () => router.state.location.pathname)
    expect(made.thread).not.toBe(second?.thread_id)
    await bench.agent('GET', `/threads/${made.thread}/runs/${made.run}/join`)
    const state = await bench.agent<{ values: { messages: { content: string }[] } }>(
      'GET',
      `/threads/${made.thread}/state`,
    )
    expect(state.values.messages.map(({ content }) => content)).toEqual([
      'early',
      'You said: early',
      'again please',
      'You said: again please',
    ])
    await (await card('Conversation')).findByText('You said: again please')
    await screen.findByText('the only run of the thread')
    expect(await runsOf(second?.thread_id ?? '')).toHaveLength(3)
  })

  it('is done with another assistant, which is searched for', async () => {
    const [run] = await talk('for another')
    const { user, router } = open(run)
    await title('for another Done')
    await user.click(await screen.findByRole('button', { name: 'Run again on…' }))
    await user.click(screen.getByRole('menuitem', { name: 'Another revision or assistant…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run again on…' }))
    await dialog.findByRole('option', { name: /^steps/ })
    expect(dialog.queryByRole('option', { name: /^talk/ })).toBeNull()
    await user.keyboard('trou{Enter}')
    const made = await arrived(run, () => router.state.location.pathname)
    const found = await bench.agent<Run>('GET', `/threads/${made.thread}/runs/${made.run}`)
    expect(found.metadata?.graph_id).toBe('troubled')
  })

  it('is done on a kept build, whose threads are its own, and retried there from the chat', async () => {
    const id = bench.pages.split('/').at(-1)
    const at = `/api-host/v2/deployments/${id}/revisions`
    const made = await bench.stack.json<Revision>('POST', at, { without_traffic: true })
    await bench.stack.settled(id ?? '', made.id)
    const [, second] = await talk('early', 'at a candidate')
    const page = open(second as Run)
    await title('at a candidate Done')
    await page.user.click(await screen.findByRole('button', { name: 'Run again on…' }))
    await page.user.click(screen.getByRole('menuitem', { name: 'Another revision or assistant…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Run again on…' }))
    await dialog.findByRole('option', { name: /revision/ })
    // Letters of its words that do not stand together are not it.
    await page.user.keyboard('rvsn')
    await dialog.findByText('There is none of that name.')
    await page.user.clear(dialog.getByRole('combobox'))
    await page.user.keyboard('Revis')
    await page.user.click(await dialog.findByRole('option', { name: /revision/ }))
    const { deployment } = await arrived(second as Run, () => page.router.state.location.pathname)
    expect(deployment).not.toBe(id)
    const conversation = await card('Conversation')
    await conversation.findByText('You said: at a candidate')
    expect(conversation.queryByText('early')).toBeNull()
    page.unmount()

    // It is among the previews from now on.
    const path = `${bench.pages}/threads/${second?.thread_id}?run=${second?.run_id}`
    const { user, router } = renderConsole(bench.stack, path)
    const chat = within(await screen.findByRole('log', { name: 'Conversation' }))
    await chat.findByText('You said: at a candidate')
    await user.click(chat.getAllByRole('button', { name: 'Retry with…' }).at(-1) as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: /^Retry at revision/ }))
    await waitFor(() => expect(router.state.location.pathname).toContain(deployment))
    expect(router.state.location.search).toMatch(/^\?run=/)
    const there = within(await screen.findByRole('log', { name: 'Conversation' }))
    await there.findByText('You said: at a candidate')
    there.getByText('early')
  })

  it('a revision without traffic is promoted on its page', async () => {
    const id = bench.pages.split('/').at(-1) ?? ''
    const at = `/api-host/v2/deployments/${id}/revisions`
    const made = await bench.stack.json<Revision>('POST', at, { without_traffic: true })
    await bench.stack.settled(id, made.id)
    const { user, router } = renderConsole(bench.stack, `${bench.pages}/revisions/${made.id}`)
    await user.click(await screen.findByRole('button', { name: 'Promote' }))
    const question = within(await screen.findByRole('alertdialog', { name: /^Promote/ }))
    await user.click(question.getByRole('button', { name: 'Promote' }))
    await waitFor(() => expect(router.state.location.pathname).not.toContain(made.id))
    const repeats = router.state.location.pathname.split('/').at(-1) ?? ''
    expect(await bench.stack.settled(id, repeats)).toMatchObject({
      status: 'DEPLOYED',
      redeploy_of: made.id,
    })
    cleanup()
    renderConsole(bench.stack, `${bench.pages}/revisions/${made.id}`)
    expect(await screen.findByRole('button', { name: 'Redeploy' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Promote' })).toBeNull()
    expect(await screen.findByText('Promoted as')).toBeVisible()
    expect(screen.getAllByRole('link', { name: shortId(repeats) })).not.toHaveLength(0)
  })
})

describe('a thread that is opened because of a run', () => {
  it('shows the branch of that run, also where another is the newest and has gone on for long', async () => {
    const [first, second] = (await talk('kept', 'as it was first')) as [Run, Run]
    const states = await bench.agent<ThreadState[]>(
      'GET',
      `/threads/${first.thread_id}/history?limit=100`,
    )
    const end = states.find(({ metadata }) => metadata?.run_id === first.run_id)
    await bench.wait(first.thread_id, 'talk', said('as it was edited'), {
      checkpoint: { checkpoint_id: end?.checkpoint?.checkpoint_id },
    })
    // More checkpoints than are read at once.
    for (let turn = 0; turn < 7; turn += 1) await bench.wait(first.thread_id, 'talk', said('more'))
    const { user, router } = open(second)
    await user.click(await screen.findByRole('link', { name: 'Open thread' }))
    await waitFor(() => expect(router.state.location.search).toBe(`?run=${second.run_id}`))
    const chat = within(await screen.findByRole('log', { name: 'Conversation' }))
    await chat.findByText('You said: as it was first')
    chat.getByText('You said: kept')
    expect(chat.queryByText('You said: as it was edited')).toBeNull()
  })

  it('offers a case and a link to each answer', async () => {
    const [first, second] = await talk('make one of me', 'not of me')
    const { user } = renderConsole(
      bench.stack,
      `${bench.pages}/threads/${first.thread_id}?run=${first.run_id}`,
    )
    const chat = within(await screen.findByRole('log', { name: 'Conversation' }))
    await chat.findByText('You said: not of me')
    await waitFor(() =>
      expect(chat.getAllByRole('button', { name: 'Copy link to this answer' })).toHaveLength(2),
    )
    const [make] = await chat.findAllByRole('button', { name: 'Make a case' })
    await user.click(make as HTMLElement)
    expect(await screen.findByRole('textbox', { name: 'What the user says' })).toHaveValue(
      'make one of me',
    )
    expect(second).toBeDefined()
  })
})
