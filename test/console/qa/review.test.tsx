import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { listDeployments } from '../../../src/contract/control-plane/deployments.ts'
import { getReviewItem, type ReviewItem } from '../../../src/contract/qa/reviews.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { nothing } from '../../helpers/nothing.ts'
import { startProxy, type TestProxy } from '../../helpers/proxy.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench } from '../threads/agent.ts'

let bench: AgentBench
let proxy: TestProxy
let deploymentId: string
let suite: Suite

beforeAll(async () => {
  bench = await openAgentBench()
  proxy = await startProxy(bench.stack.url)
  deploymentId = bench.pages.split('/').at(-1) ?? ''
  suite = await bench.stack.json('POST', '/gateway/qa/suites', {
    name: 'Greetings',
    rubric: [
      { key: 'correct', label: 'Correct', kind: 'pass' },
      { key: 'tone', label: 'Tone', kind: 'scale' },
    ],
    cases: [
      {
        key: 'greets',
        tags: ['short'],
        expected: 'Says what was said.',
        turns: [{ do: 'send', text: 'Hello' }],
        checks: [{ check: 'contains', text: 'You said: Hello' }],
      },
      { key: 'asks', turns: [{ do: 'send', text: 'And you?' }] },
      { key: 'leaves', turns: [{ do: 'send', text: 'Bye' }] },
    ],
  })
})
afterEach(() => {
  vi.useRealTimers()
  proxy?.setUpstream(bench?.stack.url)
})
afterAll(async () => {
  await proxy?.close()
  await bench?.close()
})

async function begun(assistants: string[], more: object = {}): Promise<Session> {
  return bench.stack.json('POST', '/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    targets: assistants.map((assistant_id) => ({
      connection_id: 'local',
      deployment_id: deploymentId,
      assistant_id,
    })),
    ...more,
  })
}

/** A session that has ended. */
async function tried(assistants: string[], more: object = {}): Promise<Session> {
  const session = await begun(assistants, more)
  const path = `/gateway/qa/sessions/${session.session_id}`
  await waitFor(
    async () => expect((await bench.stack.json<Session>('GET', path)).status).toBe('done'),
    { interval: 100 },
  )
  return session
}

const pageOf = ({ session_id }: Session, index: number) =>
  `/qa/sessions/${session_id}/review/${index}`
const itemOf = (session: Session, index: number) =>
  bench.stack.json<ReviewItem>('GET', `/gateway${pageOf(session, index)}`)
const open = (session: Session, index: number) => renderConsole(proxy, pageOf(session, index))

const caseShown = (key: string) => screen.findByRole('region', { name: new RegExp(` to ${key},`) })
const row = (name: string) => within(screen.getByRole('group', { name }))
const status = () => screen.getByRole('status', { name: 'Review status' })
const chosen = (name: string, label: string) =>
  expect(row(name).getByRole('button', { name: label, pressed: true })).toBeVisible()

it('judges a pair by keys alone, goes on by itself and ends with what is done', async () => {
  const session = await tried(['talk', 'steps'])
  const { user, router } = open(session, 0)
  const answers = within(await caseShown('greets'))
  expect(answers.getByText('You said: Hello')).toBeVisible()
  expect(screen.getByText('Says what was said.')).toBeVisible()
  expect(screen.getAllByRole('progressbar', { name: 'Cases judged' })[0]).toHaveAttribute(
    'aria-valuetext',
    '0 of 3 judged',
  )

  await user.keyboard('1')
  chosen('A, Correct', 'Pass')
  expect(screen.getByRole('group', { name: 'A, Tone', current: true })).toBeVisible()
  await waitFor(() => expect(status()).toHaveTextContent('Saved. A, Correct: Pass. Next: A, Tone.'))
  await user.keyboard('523')
  chosen('A, Tone', '5')
  chosen('B, Correct', 'Fail')
  chosen('B, Tone', '3')
  expect(screen.queryByRole('group', { current: true })).toBeNull()
  await user.keyboard('b')
  await caseShown('asks')
  await waitFor(async () =>
    expect(await itemOf(session, 0)).toMatchObject({
      judged: 1,
      verdict: { a: { correct: 'pass', tone: 5 }, b: { correct: 'fail', tone: 3 }, better: 'b' },
    }),
  )
  expect(document.activeElement).toHaveAccessibleName(/Both answers to asks, case 2 of 3/)

  // One that was judged keeps its answers; what was said last is taken back wherever it was said.
  await user.keyboard('k')
  await caseShown('greets')
  chosen('Better answer', 'B is better')
  await user.keyboard('j')
  await caseShown('asks')
  await user.keyboard('u')
  await caseShown('greets')
  expect(row('Better answer').queryByRole('button', { pressed: true })).toBeNull()
  await waitFor(async () => expect((await itemOf(session, 0)).verdict?.better).toBeNull())
  await user.keyboard('t')
  await caseShown('asks')

  await user.keyboard('1415n')
  await caseShown('leaves')
  await user.keyboard('1313a')
  expect(await screen.findByRole('heading', { name: 'All 3 cases are judged' })).toHaveFocus()
  expect(await screen.findByRole('link', { name: 'Results' })).toHaveAttribute(
    'href',
    `/qa/sessions/${session.session_id}/results`,
  )
  await user.keyboard('k')
  await caseShown('leaves')
  expect(router.state.location.pathname).toBe(pageOf(session, 2))
})

it('33: goes on to a case that is only begun, and has not ended before that', async () => {
  const session = await tried(['talk', 'steps'])
  const { user } = open(session, 0)
  await caseShown('greets')
  await user.keyboard('1523b')
  await caseShown('asks')
  await user.keyboard('1')
  await waitFor(() => expect(status()).toHaveTextContent('Saved. A, Correct: Pass.'))
  await user.keyboard('k')
  await caseShown('greets')
  await user.keyboard('a')
  await caseShown('asks')
  chosen('A, Correct', 'Pass')
})

it('stays at a judged case where the reader wants that, and marks nothing with modifiers', async () => {
  const session = await tried(['talk', 'steps'])
  const { user } = open(session, 0)
  await caseShown('greets')
  await user.click(screen.getByRole('checkbox', { name: 'Go on after the choice' }))
  await user.keyboard('{Control>}1{/Control}{Shift>}a{/Shift}')
  // A key that is held down was pressed once.
  fireEvent.keyDown(document.body, { key: '1', repeat: true })
  expect(screen.queryByRole('button', { name: 'Pass', pressed: true })).toBeNull()
  await user.keyboard('1515a')
  chosen('Better answer', 'A is better')
  await waitFor(async () => expect((await itemOf(session, 0)).verdict?.better).toBe('a'))
  await caseShown('greets')
  // The row that has focus is the one that a digit answers.
  row('B, Correct').getByRole('button', { name: 'Pass' }).focus()
  await user.keyboard('3')
  chosen('B, Correct', 'Unsure')
  await user.keyboard('?')
  const keys = within(await screen.findByRole('dialog', { name: 'Keys for judging' }))
  expect(keys.getByText('Take back the last change')).toBeVisible()
  await user.keyboard('1{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  chosen('B, Tone', '5')
})

it('takes words without taking them for keys, and takes them back in one go', async () => {
  const session = await tried(['talk', 'steps'])
  const { user } = open(session, 0)
  await caseShown('greets')
  await user.keyboard('m')
  const note = screen.getByRole('textbox', { name: 'Note' })
  expect(note).toHaveFocus()
  await user.keyboard('B: 1 table back{Escape}')
  expect(note).not.toHaveFocus()
  expect(note).toHaveValue('B: 1 table back')
  expect(screen.queryByRole('button', { name: 'Pass', pressed: true })).toBeNull()
  await waitFor(async () =>
    expect((await itemOf(session, 0)).verdict?.note).toBe('B: 1 table back'),
  )
  await user.click(screen.getByRole('button', { name: 'Add tag' }))
  await user.keyboard('policy{Enter}')
  await user.keyboard('cIt says hello.{Escape}')
  await waitFor(async () =>
    expect((await itemOf(session, 0)).verdict).toMatchObject({
      tags: ['policy'],
      correction: 'It says hello.',
    }),
  )
  await user.keyboard('uuu')
  expect(note).toHaveValue('')
  await waitFor(async () =>
    expect((await itemOf(session, 0)).verdict).toMatchObject({
      note: '',
      tags: [],
      correction: '',
    }),
  )
})

it('33: words are gone on with at their end', async () => {
  const session = await tried(['talk'])
  await bench.stack.json('PUT', `/gateway${pageOf(session, 0)}`, {
    note: 'It skips',
    correction: 'Hello',
  })
  const { user } = open(session, 0)
  await caseShown('greets')
  const [note, correction] = ['Note', 'Correction'].map((name) =>
    screen.getByRole<HTMLTextAreaElement>('textbox', { name }),
  )
  // Where somebody had been reading.
  for (const field of [note, correction]) field?.setSelectionRange(0, 0)
  await user.keyboard('m the table{Escape}')
  await user.keyboard('c, sir{Escape}')
  expect(note).toHaveValue('It skips the table')
  expect(correction).toHaveValue('Hello, sir')
})

it('keeps a verdict that did not get through, over a reload too', async () => {
  const session = await tried(['talk', 'steps'])
  const first = open(session, 0)
  await caseShown('greets')
  proxy.setUpstream(null)
  await first.user.keyboard('2')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('This verdict is not saved')
  expect(alert).toHaveTextContent('It is kept in this tab until it gets through.')
  chosen('A, Correct', 'Fail')
  proxy.setUpstream(bench.stack.url)
  await first.user.click(within(alert).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect((await itemOf(session, 0)).verdict?.a).toEqual({ correct: 'fail' })

  proxy.setUpstream(null)
  await first.user.keyboard('4')
  await screen.findByRole('alert')
  cleanup()
  proxy.setUpstream(bench.stack.url)
  open(session, 0)
  await caseShown('greets')
  chosen('A, Tone', '4')
  await waitFor(async () =>
    expect((await itemOf(session, 0)).verdict?.a).toEqual({ correct: 'fail', tone: 4 }),
  )
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

it('33.3: shows what another window judged, and asks which counts where both did', async () => {
  const session = await tried(['talk', 'steps'])
  const { user, queryClient } = open(session, 0)
  await caseShown('greets')
  const elsewhere = (index: number, verdict: object) =>
    bench.stack.json('PUT', `/gateway${pageOf(session, index)}`, verdict)
  await elsewhere(0, { a: { correct: 'fail' } })
  await waitFor(() => chosen('A, Correct', 'Fail'))
  await user.keyboard('4')
  await waitFor(async () =>
    expect((await itemOf(session, 0)).verdict?.a).toEqual({ correct: 'fail', tone: 4 }),
  )

  // What is being read already would bring the other window's verdict.
  const holdReads = async () => {
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    return proxy.holdPath('/review/0')
  }
  const first = await holdReads()
  await elsewhere(0, { a: { correct: 'unsure' } })
  await user.click(row('A, Correct').getByRole('button', { name: 'Pass' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('the case was judged in another window meanwhile')
  chosen('A, Correct', 'Pass')
  first()
  await user.click(within(alert).getByRole('button', { name: 'Take the other' }))
  await waitFor(() => chosen('A, Correct', 'Unsure'))
  expect(screen.queryByRole('alert')).toBeNull()

  const second = await holdReads()
  await elsewhere(0, { a: { correct: 'fail' } })
  await user.click(row('A, Correct').getByRole('button', { name: 'Pass' }))
  const again = await screen.findByRole('alert')
  second()
  await user.click(within(again).getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect((await itemOf(session, 0)).verdict?.a).toEqual({ correct: 'pass' })
  chosen('A, Correct', 'Pass')
})

it('shows one side, without a better answer, where there is one target', async () => {
  const session = await tried(['talk'])
  const { user } = open(session, 0)
  const answer = within(await caseShown('greets'))
  expect(answer.getByRole('heading', { name: 'Answer' })).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Better answer' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Differences' })).toBeNull()
  await user.keyboard('a1')
  chosen('Correct', 'Pass')
  await user.keyboard('4')
  await caseShown('asks')
  await waitFor(async () =>
    expect((await itemOf(session, 0)).verdict).toMatchObject({
      a: { correct: 'pass', tone: 4 },
      b: nothing,
      better: null,
    }),
  )
})

it('says nothing that tells which side is which while it is blind, and looks early only after a question', async () => {
  const session = await tried(['talk', 'steps'], { is_blind: true, name: 'Unknown' })
  const { user, router, queryClient } = open(session, 0)
  await caseShown('greets')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByText('Blind until closed')).toBeVisible()
  const main = screen.getByRole('main').innerHTML
  for (const telling of [deploymentId, 'talk', 'steps']) expect(main).not.toContain(telling)
  await user.click(screen.getByRole('button', { name: 'Look early' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Look which is which?' }))
  await user.click(question.getByRole('button', { name: 'Look' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/qa/sessions/${session.session_id}`),
  )
})

it('33.3.3: reads no deployments while it is judged, and 33.3.4: closes and sees at its end', async () => {
  const session = await tried(['talk', 'steps'], { is_blind: true })
  const { user, router, queryClient } = open(session, 0)
  const reads = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[1])
  await caseShown('greets')
  await user.keyboard('{Control>}k{/Control}')
  const found = within(await screen.findByRole('dialog', { name: 'Go to…' }))
  await found.findByRole('option', { name: 'Go to deployments' })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(reads()).toContain(getReviewItem.name)
  expect(reads()).not.toContain(listDeployments.name)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  for (const key of ['greets', 'asks', 'leaves']) {
    await caseShown(key)
    await user.keyboard('1515a')
  }
  await screen.findByRole('heading', { name: 'All 3 cases are judged' })
  expect(screen.queryByText(/Look early/)).toBeNull()
  // What it would lead to is hidden still.
  expect(screen.queryByRole('link', { name: 'Results' })).toBeNull()
  const see = await screen.findByRole('button', { name: 'Close and see' })
  await waitFor(() => expect(see).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(see)
  const asked = within(await screen.findByRole('alertdialog', { name: 'Close this session?' }))
  await user.click(asked.getByRole('button', { name: 'Close session' }))
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/qa/sessions/${session.session_id}/results`),
  )
})

it('shows the verdict of a closed session, and takes no other', async () => {
  const session = await tried(['talk', 'steps'])
  const { user } = open(session, 0)
  await caseShown('greets')
  await user.keyboard('1')
  await waitFor(async () => expect((await itemOf(session, 0)).verdict).toBeTruthy())
  await bench.stack.json('POST', `/gateway/qa/sessions/${session.session_id}/actions/close`)
  await user.keyboard('2')
  expect(await screen.findByText('Its verdicts are final.')).toBeVisible()
  // It may be told that the session is closed before the answer to the last key says so.
  await waitFor(() => expect(row('A, Tone').queryByRole('button', { pressed: true })).toBeNull())
  chosen('A, Correct', 'Pass')
  expect(row('A, Tone').getByRole('button', { name: '2' })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveAttribute('readonly')
  await user.keyboard('3')
  expect(status()).toHaveTextContent('The session is closed: its verdicts are final.')
})

it('33: a note that was being written when the session was closed is there to copy, over a reload too', async () => {
  const session = await tried(['talk', 'steps'])
  const { user, unmount } = open(session, 0)
  await caseShown('greets')
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Kind, but late')
  await bench.stack.json('POST', `/gateway/qa/sessions/${session.session_id}/actions/close`)
  await user.tab()
  const told = /What you wrote about this case is not saved.*verdicts are final.*Kind, but late/
  expect(await screen.findByRole('alert')).toHaveTextContent(told)
  expect(await screen.findByText('Its verdicts are final.')).toBeVisible()
  unmount()
  const again = open(session, 0)
  const note = within(await screen.findByRole('alert'))
  await again.user.click(note.getByRole('button', { name: 'Copy what you wrote' }))
  expect(await navigator.clipboard.readText()).toBe('Kind, but late')
  await again.user.click(note.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

it('33: what had been saved when the session was closed is not called unsaved, though no answer told so', async () => {
  const session = await tried(['talk', 'steps'])
  const { user } = open(session, 0)
  await caseShown('greets')
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Kind')
  // As what was sent from here, and whose answer was lost on the way.
  await bench.stack.json('PUT', `/gateway${pageOf(session, 0)}`, { note: 'Kind' })
  await bench.stack.json('POST', `/gateway/qa/sessions/${session.session_id}/actions/close`)
  await user.tab()
  expect(await screen.findByText('Its verdicts are final.')).toBeVisible()
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Kind')
})

it('waits for what is still running', async () => {
  const held: Suite = await bench.stack.json('POST', '/gateway/qa/suites', {
    name: 'Held',
    cases: [{ key: 'held', turns: [{ do: 'send', text: 'wait at review' }] }],
  })
  const session = await begun(['talk'], { suite_id: held.suite_id })
  const { user } = open(session, 0)
  await caseShown('held')
  expect(screen.getByText('Still running')).toBeVisible()
  await user.keyboard('1')
  expect(status()).toHaveTextContent('Still running: judge it once every answer is there.')
  bench.gate.open('review')
  expect(await screen.findByText('You said: wait at review')).toBeVisible()
  await user.keyboard('1')
  expect(await screen.findByRole('heading', { name: 'The only case is judged' })).toBeVisible()
})

it('says why there is no case: not a reviewer, no such case', async () => {
  const session = await tried(['talk'], { reviewers: ['ann'] })
  open(session, 0)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This session is judged by ann. You are not among them.',
  )
  cleanup()
  open(await tried(['talk']), 99)
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible()
  expect(screen.getByText('The session has no such case.')).toBeVisible()
})

it('has the next case before it is asked for', async () => {
  const session = await tried(['talk'])
  const { user, queryClient } = open(session, 0)
  await caseShown('greets')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const cases = queryClient
    .getQueriesData<ReviewItem>({ predicate: ({ queryKey }) => queryKey[1] === getReviewItem.name })
    .map(([, item]) => item?.case_key)
  expect(cases.toSorted()).toEqual(['asks', 'greets'])
  await user.keyboard('j')
  expect(screen.getByRole('region', { name: /^Answer to asks/ })).toBeVisible()
})

it('does keys that are pressed before the next case is there once it is shown, and takes no answer to it', async () => {
  const session = await tried(['talk'])
  const release = proxy.holdPath('/review/1')
  vi.useFakeTimers({ toFake: ['Date'] })
  const { user } = open(session, 0)
  await caseShown('greets')
  await user.keyboard('14')
  expect(await screen.findByText('Loading the case')).toBeInTheDocument()
  await user.keyboard('5j')
  expect(screen.getByText('An answer came too early')).toBeVisible()
  release()
  await caseShown('leaves')
  vi.setSystemTime(Date.now() + 500)
  await user.keyboard('2')
  chosen('Correct', 'Fail')
  await waitFor(async () =>
    expect((await itemOf(session, 2)).verdict?.a).toEqual({ correct: 'fail' }),
  )
  expect((await itemOf(session, 0)).verdict?.a).toEqual({ correct: 'pass', tone: 4 })
  expect((await itemOf(session, 1)).verdict).toBeNull()
})

it('takes no answer to a case that is left already', async () => {
  const session = await tried(['talk'])
  open(session, 0)
  await caseShown('greets')
  // Both come before anything is drawn.
  act(() => {
    for (const key of ['j', '1', 'j']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }
  })
  await caseShown('leaves')
  expect(screen.getByText('An answer came too early')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pass', pressed: true })).toBeNull()
  for (const index of [0, 1, 2]) expect((await itemOf(session, index)).verdict).toBeNull()
})
