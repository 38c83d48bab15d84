import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { Results } from '../../../src/contract/qa/results.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite, SuiteSummary } from '../../../src/contract/qa/suites.ts'
import type { FeedbackToken } from '../../../src/contract/tracing/feedback-tokens.ts'
import { shortId } from '../../../src/ui/format/short-id-text.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { renderConsole } from '../../helpers/render.tsx'
import { type AgentBench, openAgentBench, said } from '../threads/agent.ts'

eachMayTake(2)

let bench: AgentBench
let deploymentId: string
let suite: Suite
let before: Session
let compared: Session

beforeAll(async () => {
  bench = await openAgentBench()
  deploymentId = bench.pages.split('/').at(-1) ?? ''
  suite = await bench.stack.json('POST', '/gateway/qa/suites', {
    name: 'Greetings',
    cases: [
      {
        key: 'greets',
        turns: [{ do: 'send', text: 'Hello' }],
        checks: [{ check: 'contains', text: 'You said: Hello' }],
      },
      { key: 'waits', turns: [{ do: 'send', text: 'Stay' }] },
    ],
  })
  before = await tried('Before', ['talk'])
  compared = await tried('Steps against talk', ['talk', 'steps'], { repeats: 2 })
})
afterAll(() => bench?.close())

const readSession = ({ session_id }: Session) =>
  bench.stack.json<Session>('GET', `/gateway/qa/sessions/${session_id}`)
const pageOf = ({ session_id }: Session) => `/qa/sessions/${session_id}/results`
const open = (session: Session, search = '') =>
  renderConsole(bench.stack, `${pageOf(session)}${search}`)

async function begun(name: string, assistants: string[], more: object = {}): Promise<Session> {
  return bench.stack.json('POST', '/gateway/qa/sessions', {
    suite_id: suite.suite_id,
    name,
    targets: assistants.map((assistant_id) => ({
      connection_id: 'local',
      deployment_id: deploymentId,
      assistant_id,
    })),
    ...more,
  })
}

/** A session that has ended. */
async function tried(name: string, assistants: string[], more: object = {}): Promise<Session> {
  const session = await begun(name, assistants, more)
  const limits = { interval: 100 }
  await waitFor(async () => expect((await readSession(session)).status).toBe('done'), limits)
  return session
}

const regression = async () => {
  const list = await screen.findByRole('list', { name: 'Regressions' })
  return within(within(list).getByRole('listitem'))
}

const marks = (row: Awaited<ReturnType<typeof regression>>) =>
  row
    .getAllByRole('img')
    .map((mark) => mark.getAttribute('aria-label'))
    .filter((name) => name !== 'Read by you')

describe('the results of a session', () => {
  it('say first what broke, with its repeats, and lead to where it is read', async () => {
    const { user, router } = open(compared)
    await screen.findByRole('heading', { level: 1, name: 'Steps against talk' })
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(crumbs.getByRole('link', { name: 'Steps against talk' })).toHaveAttribute(
      'href',
      `/qa/sessions/${compared.session_id}`,
    )
    expect(crumbs.getByText('Results')).toHaveAttribute('aria-current', 'page')
    const broke = await regression()
    broke.getByText('greets')
    expect(marks(broke)).toEqual(['passed, passed', 'failed, failed'])
    screen.getByText('0 of 1 regression read by you')
    await user.click(broke.getByRole('link', { name: /^Read both/ }))
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/qa/sessions/${compared.session_id}/review/0`),
    )
    open(compared)
    await screen.findByText('1 of 1 regression read by you')
    screen.getByRole('img', { name: 'Read by you' })
  })

  it('tell each pass rate with its interval, and every other number with its sentence', async () => {
    open(compared)
    await screen.findByRole('heading', { name: 'Pass rate' })
    screen.getByRole('img', { name: /^100 %, between \d+ % and 100 % with 95 % confidence$/ })
    screen.getByRole('img', { name: /^50 %, between \d+ % and \d+ %/ })
    screen.getByText('2/2')
    const { words } = await bench.stack.json<Results>(
      'GET',
      `/gateway/qa/sessions/${compared.session_id}/results`,
    )
    expect(Object.keys(words)).toContain('pass_rate')
    for (const sentence of [words.pass_rate, words.preference, words.agreement]) {
      screen.getByText(sentence ?? 'missing')
    }
    const cost = within(screen.getByRole('table', { name: 'Time and tokens by target' }))
    expect(cost.getAllByRole('row')).toHaveLength(3)
    screen.getByText('0 of 2 pairs judged')
    screen.getByText(/^No case passes with one repeat and fails with another \(n = \d+/)
    const tries = within(screen.getByRole('table', { name: /^How far tries/ }))
    tries.getByRole('columnheader', { name: 'of 2' })
  })

  it('say once why cases are not decided yet, and lead to them', async () => {
    open(compared)
    const list = within(await screen.findByRole('list', { name: 'Cases that no check decides' }))
    // Of both targets at once.
    const both = within(list.getByRole('listitem'))
    both.getByText('Needs judging: no check decides, and no equal answer was judged as passed.')
    expect(both.getByRole('link', { name: 'waits' })).toHaveAttribute(
      'href',
      `/qa/sessions/${compared.session_id}/review/1`,
    )
  })

  it('compare with an earlier session, which the address keeps', async () => {
    const { user, router } = open(compared)
    const choice = { name: /^Compare with an earlier session:/ }
    await user.click(await screen.findByRole('button', choice))
    await user.click(await screen.findByRole('menuitemradio', { name: /^Before/ }))
    await screen.findByText('passed in Before, fail now')
    expect(router.state.location.search).toBe(`?against=${before.session_id}`)
    const broke = await regression()
    expect(marks(broke)[0]).toBe('passed')
  })

  it('say that a session cannot be compared with, and show the rest', async () => {
    const { user, router } = open(compared, '?against=of-another-suite')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^That session cannot be compared/)
    await regression()
    await user.click(screen.getByRole('button', { name: 'Compare with none' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(router.state.location.search).toBe('')
  })

  it('come as a file of each kind', async () => {
    const { user } = open(compared)
    await user.click(await screen.findByRole('button', { name: 'Download report' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items).toHaveLength(5)
    const csv = screen.getByRole('menuitem', { name: /^CSV/ })
    const answer = await fetch((csv as HTMLAnchorElement).href)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(await answer.text()).toContain('greets')
  })

  it('are not there before a case has ended, nor for whoever judges blind', async () => {
    const blind = await tried('Blind', ['talk', 'steps'], { is_blind: true })
    const { unmount } = open(blind)
    await screen.findByText('Not to be seen yet')
    screen.getByText(/You judge this session blind/)
    expect(screen.getByRole('link', { name: 'Back to the session' })).toHaveAttribute(
      'href',
      `/qa/sessions/${blind.session_id}`,
    )
    expect(document.body.textContent).not.toContain('steps')
    unmount()
    const other = await bench.stack.json<Suite>('POST', '/gateway/qa/suites', {
      name: 'Held',
      cases: [{ key: 'held', turns: [{ do: 'send', text: 'wait at held' }] }],
    })
    const held = await begun('Held', ['talk'], { suite_id: other.suite_id })
    await bench.gate.reached('held')
    open(held)
    await screen.findByText('No case has ended yet')
    bench.gate.open('held')
  })
})

describe('the decision', () => {
  it('33.2.5: leads from the approval to the promotion of what was judged', async () => {
    const revisions = `/api-host/v2/deployments/${deploymentId}/revisions`
    const made = await bench.stack.json<Revision>('POST', revisions, { without_traffic: true })
    const revision_id = made.id
    await bench.stack.settled(deploymentId, revision_id)
    const session = await tried('A candidate', ['talk'], {
      targets: [
        { connection_id: 'local', deployment_id: deploymentId, assistant_id: 'talk', revision_id },
      ],
    })
    const { user, router } = open(session)
    await user.type(await screen.findByRole('textbox', { name: 'Why' }), 'It is fine.')
    await user.click(screen.getByRole('button', { name: /^Approve/ }))
    await user.click(await screen.findByRole('link', { name: 'Promote…' }))
    const name = `Promote ${shortId(revision_id)}?`
    const dialog = within(await screen.findByRole('alertdialog', { name }))
    expect(router.state.location.pathname).toBe(`${bench.pages}/revisions/${revision_id}`)
    await user.click(dialog.getByRole('button', { name: 'Promote' }))
    await waitFor(() => expect(router.state.location.pathname).not.toContain(revision_id))
    const promoted = router.state.location.pathname
    await router.navigate(pageOf(session))
    await screen.findByText(/^promoted as/)
    const [, id = ''] = /revisions\/(.+)$/.exec(promoted) ?? []
    expect(screen.getByRole('link', { name: shortId(id) })).toHaveAttribute('href', promoted)
  })

  it('is kept with its sentence, can be changed, and stands on the revision’s page', async () => {
    const { user, router } = open(compared)
    const approve = await screen.findByRole('button', { name: 'Approve candidate' })
    expect(approve).toHaveAttribute('aria-disabled', 'true')
    const why = screen.getByRole('textbox', { name: 'Why' })
    await user.type(why, 'The steps can wait.')
    await user.click(approve)
    await screen.findByText('Approved', { selector: 'section *' })
    await screen.findByText('The steps can wait.', { selector: 'p' })
    const revision = screen.getByRole('link', { name: /^Open revision/ })
    await user.click(screen.getByRole('button', { name: 'Decide again' }))
    expect(screen.getByRole('textbox', { name: 'Why' })).toHaveValue('')
    await user.click(revision)
    await screen.findByText(/^Approved.*, 1 of 2$/)
    screen.getByText('The steps can wait.')
    expect(screen.getByRole('link', { name: 'Results of Steps against talk' })).toHaveAttribute(
      'href',
      pageOf(compared),
    )
    expect(screen.queryByRole('link', { name: 'Promote…' })).toBeNull()
    // What repeats the revision is what was decided about.
    const [id, decided] = [deploymentId, router.state.location.pathname.split('/').at(-1) ?? '']
    const repeated = await bench.stack.json<Deployment>(
      'POST',
      `/api-host/v2/deployments/${id}/revisions/${decided}/redeploy`,
      {},
    )
    await router.navigate(`${bench.pages}/revisions/${repeated.latest_revision_id}`)
    await screen.findByText((text) =>
      text.endsWith(`of revision ${shortId(decided)}, which this one repeats`),
    )
    screen.getByText('The steps can wait.')
    // So it is in the list of revisions and on the pages of its runs.
    const repeatId = repeated.latest_revision_id ?? ''
    await bench.stack.settled(id, repeatId)
    await router.navigate(`${bench.pages}/revisions`)
    const row = await screen.findByRole('row', { name: new RegExp(shortId(repeatId)) })
    await within(row).findByText(/^Approved, 1 of 2$/)
    const revisionOfRun = async () => {
      const thread = await bench.thread()
      const { run_id } = await bench.run(thread, 'talk', said('Hello'))
      await router.navigate(`${bench.pages}/threads/${thread}/runs/${run_id}`)
      const facts = (await screen.findByText('Revision', { selector: 'dt' })).nextElementSibling
      return within(facts as HTMLElement)
    }
    const about = await revisionOfRun()
    await about.findByText(/^Approved, 1 of 2$/)
    expect(about.getByRole('link')).toHaveAttribute('title', repeatId)
    await about.findByText('serves now')
    // What repeats the repetition is it too.
    const again = await bench.stack.json<Deployment>(
      'POST',
      `/api-host/v2/deployments/${id}/revisions/${repeatId}/redeploy`,
      {},
    )
    await bench.stack.settled(id, again.latest_revision_id)
    await router.navigate(`${bench.pages}/revisions`)
    const newest = new RegExp(shortId(again.latest_revision_id ?? ''))
    const newestRow = await screen.findByRole('row', { name: newest })
    await within(newestRow).findByText(/^Approved, 1 of 2$/)
    const last = await revisionOfRun()
    await last.findByText(/^Approved, 1 of 2$/)
    expect(last.getByRole('link')).toHaveAttribute('title', again.latest_revision_id)
  })

  it('keeps the words while the session runs again, and says why it is not taken', async () => {
    const other = await bench.stack.json<Suite>('POST', '/gateway/qa/suites', {
      name: 'Again',
      cases: [
        {
          key: 'again',
          turns: [{ do: 'send', text: 'wait at again' }],
          checks: [{ check: 'contains', text: 'never said' }],
        },
      ],
    })
    bench.gate.open('again')
    const session = await tried('Runs again', ['talk'], { suite_id: other.suite_id })
    const { user } = open(session)
    const why = await screen.findByRole('textbox', { name: 'Why' })
    await user.type(why, 'Not good enough.')
    await bench.stack.json(
      'POST',
      `/gateway/qa/sessions/${session.session_id}/actions/run_failed_again`,
    )
    await bench.gate.reached('again')
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This is not decidedThe session still runs. Decide when it has ended.',
    )
    expect(screen.getByRole('textbox', { name: 'Why' })).toHaveValue('Not good enough.')
    bench.gate.open('again')
  })
})

describe('making a case', () => {
  const latest = async () => {
    const suites = await bench.stack.json<SuiteSummary[]>('GET', '/gateway/qa/suites')
    return bench.stack.json<Suite>('GET', `/gateway/qa/suites/${suites[0]?.suite_id}`)
  }

  it('of a run takes what was said, what is expected, and where it came from', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'talk', said('Where is my order?'))
    const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    const { user, router } = renderConsole(
      bench.stack,
      `${bench.pages}/threads/${thread}/runs/${run?.run_id}`,
    )
    await user.click(await screen.findByRole('button', { name: 'More about this run' }))
    await user.click(screen.getByRole('menuitem', { name: 'Make a case…' }))
    const words = await screen.findByRole('textbox', { name: 'What the user says' })
    expect(words).toHaveValue('Where is my order?')
    const dialog = within(screen.getByRole('dialog', { name: 'Make a case' }))
    expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveValue('where-is-my-order')
    await user.click(dialog.getByRole('button', { name: 'Expect this' }))
    expect(dialog.getByRole('textbox', { name: 'What a good answer does' })).toHaveValue(
      'You said: Where is my order?',
    )
    await user.click(dialog.getByRole('button', { name: /^Suite:/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'A new suite' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name of the new suite' }), 'Orders')
    await user.type(dialog.getByRole('textbox', { name: 'Tags' }), 'order, short')
    await user.click(dialog.getByRole('button', { name: 'Make case' }))
    // Its swipes need pointers that a DOM without layout does not have.
    fireEvent.click(await screen.findByRole('button', { name: 'Open it' }))
    const made = await latest()
    expect(made).toMatchObject({
      name: 'Orders',
      cases: [
        {
          key: 'where-is-my-order',
          tags: ['order', 'short'],
          turns: [{ do: 'send', text: 'Where is my order?' }],
          origin: {
            connection_id: 'local',
            deployment_id: deploymentId,
            thread_id: thread,
            run_id: run?.run_id,
          },
        },
      ],
    })
    await waitFor(() =>
      expect(router.state.location).toMatchObject({
        pathname: `/qa/suites/${made.suite_id}`,
        search: '?case=where-is-my-order',
      }),
    )
  })

  it('of a later run begins as the thread was before it', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'talk', said('Hello'))
    await bench.wait(thread, 'talk', said('And my order?'))
    const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    const { user } = renderConsole(
      bench.stack,
      `${bench.pages}/threads/${thread}/runs/${run?.run_id}`,
    )
    await user.click(await screen.findByRole('button', { name: 'More about this run' }))
    await user.click(screen.getByRole('menuitem', { name: 'Make a case…' }))
    await screen.findByRole('checkbox', {
      name: 'Begin as the thread was before (2 messages)',
      checked: true,
    })
    await user.click(screen.getByRole('button', { name: 'Make case' }))
    await screen.findByText('Made the case')
    const made = (await latest()).cases.at(-1)
    expect(made).toMatchObject({
      turns: [{ do: 'send', text: 'And my order?' }],
      start: {
        kind: 'state',
        values: { messages: [{ content: 'Hello' }, { content: 'You said: Hello' }] },
      },
      origin: { run_id: run?.run_id, checkpoint_id: expect.any(String) },
    })
  })

  it('of a vote expects its correction, and tells a refusal at its field', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'talk', said('Where is my order?'), { feedback_keys: ['thumb'] })
    const [run] = await bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    const [token] = await bench.stack.json<FeedbackToken[]>(
      'GET',
      `/api/v1/feedback/tokens?run_id=${run?.run_id}`,
    )
    await fetch(token?.url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ score: -1, correction: 'It is on its way.', comment: 'Too short' }),
    })
    const { user } = renderConsole(bench.stack, `${bench.pages}/feedback`)
    await user.click(await screen.findByRole('button', { name: /^Make a case of run/ }))
    const expected = await screen.findByRole('textbox', { name: 'What a good answer does' })
    const words = 'It is on its way.\n\nToo short'
    expect(expected).toHaveValue(words)
    const key = screen.getByRole('textbox', { name: 'Key' })
    await user.clear(key)
    await user.type(key, 'no key')
    await user.click(screen.getByRole('button', { name: 'Make case' }))
    await screen.findByText(/^A key has up to 100 letters/)
    expect(expected).toHaveValue(words)
    await user.clear(key)
    await user.type(key, 'where-is-my-order')
    await user.click(screen.getByRole('button', { name: 'Make case' }))
    await screen.findByText('Made the case')
    const made = (await latest()).cases.at(-1)
    expect(made).toMatchObject({ key: 'where-is-my-order-2', expected: words })
    expect(made?.origin?.feedback_id).toBeTruthy()
    cleanup()
    // 33.3.5: the same from the run itself.
    const onRun = renderConsole(bench.stack, `${bench.pages}/threads/${thread}/runs/${run?.run_id}`)
    await onRun.user.click(await screen.findByRole('button', { name: 'Make a case' }))
    const same = await screen.findByRole('textbox', { name: 'What a good answer does' })
    await waitFor(() => expect(same).toHaveValue(words))
  })

  it('33.3.5: of a failed run takes its own turn, not the answer before it', async () => {
    const thread = await bench.thread()
    await bench.wait(thread, 'talk', said('Hello'))
    await bench.wait(thread, 'talk', said('please fail'))
    const begins = 'Begin as the thread was before (2 messages)'
    const made = async (run: Run | undefined) => {
      expect(run?.status).toBe('error')
      const { user } = renderConsole(
        bench.stack,
        `${bench.pages}/threads/${thread}?run=${run?.run_id}`,
      )
      const chat = within(await screen.findByRole('log', { name: 'Conversation' }))
      await waitFor(() =>
        expect(chat.getAllByRole('button', { name: 'Make a case' })).toHaveLength(2),
      )
      await user.click(chat.getAllByRole('button', { name: 'Make a case' })[1] as HTMLElement)
      const dialog = within(await screen.findByRole('dialog', { name: 'Make a case' }))
      await dialog.findByRole('checkbox', { name: begins, checked: true })
      expect(dialog.getByRole('textbox', { name: 'What the user says' })).toHaveValue('please fail')
      expect(dialog.queryByText('What was answered')).toBeNull()
      cleanup()
    }
    const runs = () => bench.agent<Run[]>('GET', `/threads/${thread}/runs`)
    await made((await runs())[0])
    // One that goes on where that one failed was told the same.
    await bench.wait(thread, 'talk', null)
    expect(await runs()).toHaveLength(3)
    await made((await runs())[0])
  })
})
