import path from 'node:path'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Session } from '../../../src/contract/qa/sessions.ts'
import type { Suite } from '../../../src/contract/qa/suites.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { renderConsole } from '../../helpers/render.tsx'

eachMayTake(2)

/** An assistant that says something, one that says too little, and one that does not come to an end. */
const agents = {
  'langgraph.json': JSON.stringify({
    graphs: {
      polite: './agents.ts:polite',
      curt: './agents.ts:curt',
      endless: './agents.ts:endless',
      counting: './agents.ts:counting',
    },
  }),
  'agents.ts': `import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
const graph = (answer) => new StateGraph(MessagesAnnotation)
  .addNode('answer', answer).addEdge(START, 'answer').addEdge('answer', END).compile()
const said = ({ messages }) => String(messages.at(-1).content)
export const polite = graph((state) => ({ messages: [{ role: 'ai', content: '**Thank you** for: ' + said(state) }] }))
export const curt = graph((state) => ({ messages: [{ role: 'ai', content: said(state).includes('same') ? '**Thank you** for: ' + said(state) : 'No.' }] }))
const usage_metadata = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }
export const counting = graph(() => ({ messages: [{ role: 'ai', content: 'Thank you', usage_metadata }] }))
export const endless = graph(async () => { await new Promise((resolve) => setTimeout(resolve, 600_000)); return {} })
`,
}

const sends = (key: string, text: string, more: object = {}) => ({
  key,
  turns: [{ do: 'send', text }],
  checks: [{ check: 'contains', text: 'Thank you' }],
  ...more,
})

let stack: DomStack
let deployment: Deployment
let suite: Suite

beforeAll(async () => {
  stack = await startDomStack()
  const repository = await makeRepository(path.join(stack.folder, 'repository'), agents)
  deployment = (await stack.deploy(repository.folder, { name: 'support' })).deployment
})
afterAll(() => stack?.close())

const target = (assistant_id: string) => ({
  connection_id: 'local',
  deployment_id: deployment.id,
  assistant_id,
})
const begin = (body: object) =>
  stack.json<Session>('POST', '/gateway/qa/sessions', { suite_id: suite.suite_id, ...body })
const read = ({ session_id }: Session) =>
  stack.json<Session>('GET', `/gateway/qa/sessions/${session_id}`)
const ended = async (session: Session) => {
  await waitFor(async () => expect((await read(session)).status).toBe('done'))
}
const address = ({ session_id }: Session) => `/qa/sessions/${session_id}`
const grid = async () => within(await screen.findByRole('table', { name: 'Cases' }))
const rowsOf = (table: Awaited<ReturnType<typeof grid>>) =>
  table
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

it('begins a session from the form, says how much that is, and shows what comes of it', async () => {
  const { user, router } = renderConsole(stack, '/qa/sessions')
  await screen.findByText('No sessions yet')
  await user.click(screen.getByRole('link', { name: 'New session' }))
  await screen.findByText('There is no suite to run')
  suite = await stack.json<Suite>('POST', '/gateway/qa/suites', {
    name: 'Support',
    cases: [
      sends('refund', 'I want my money back', { tags: ['money'] }),
      sends('address', 'the same please'),
      sends('order', 'order a table', { has_side_effects: true }),
    ],
  })
  await router.navigate(`/qa/sessions/new?suite=${suite.suite_id}`)
  await user.click(await screen.findByRole('button', { name: 'Begin session' }))
  await screen.findByText('Choose a deployment.')

  await user.click(screen.getByRole('button', { name: /^Deployment: / }))
  await user.click(await screen.findByRole('option', { name: 'support' }))
  const choose = async (chooser: HTMLElement | undefined, name: string) => {
    if (!chooser) throw new Error('There is nothing to choose with.')
    await waitFor(() => expect(chooser).not.toHaveAttribute('aria-disabled', 'true'))
    await user.click(chooser)
    await user.click(await screen.findByRole('menuitemradio', { name }))
  }
  const assistants = () => screen.getAllByRole('button', { name: /^Assistant: / })
  await choose(assistants()[0], 'polite')
  await user.click(screen.getByRole('checkbox', { name: 'Compare with a second target' }))
  await choose(assistants()[1], 'curt')
  const repeats = screen.getByRole('textbox', { name: 'Repeats' })
  await user.clear(repeats)
  await user.paste('21')
  await user.click(screen.getByRole('button', { name: 'Begin session' }))
  await waitFor(() =>
    expect(repeats).toHaveAccessibleDescription('A case is repeated 20 times at most.'),
  )
  expect(repeats).toHaveFocus()
  // What is no number of repeats makes no number of attempts.
  for (const typed of ['1.5', 'Infinity', '-1', '21', '1e3']) {
    await user.clear(repeats)
    await user.type(repeats, typed)
    expect(screen.queryByText(/3 cases × 2 targets/)).toBeNull()
  }
  await user.clear(repeats)
  await user.paste('2')
  expect(screen.getByText(/3 cases × 2 targets × 2 repeats/)).toHaveTextContent('12 attempts')
  expect(screen.getByText('1 case with side effects')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Begin session' }))
  await screen.findByText(/Say that they may be run/)
  await user.click(screen.getByRole('checkbox', { name: 'Run them all the same' }))
  await user.click(screen.getByRole('button', { name: 'Begin session' }))

  await screen.findByRole('heading', { name: 'Support' })
  await screen.findByText('Done')
  const table = await grid()
  await waitFor(() => expect(rowsOf(table)).toHaveLength(3))
  // The grid is read by itself, a moment after the session.
  await table.findByRole('link', { name: /^refund, Baseline passed, passed/ })
  const refund = () => within(table.getByRole('row', { name: /refund/ }))
  await waitFor(() =>
    expect(refund().getByRole('link', { name: /Candidate failed, failed 1 check/ })).toBeVisible(),
  )
  await waitFor(() =>
    expect(table.getByRole('row', { name: /address/ })).toHaveTextContent('same wordsnot needed'),
  )
  const targets = () =>
    within(screen.getByRole('list', { name: 'Targets' }))
      .getAllByRole('listitem')
      .map((one) => one.textContent)
  await waitFor(() =>
    expect(targets()).toEqual([
      expect.stringMatching(
        /^Baselinesupport@.*The first commit ·main · polite ·revision .*3 of 3 pass6 of 6 attempts$/,
      ),
      expect.stringMatching(/^Candidatesupport@.*1 of 3 pass6 of 6 attempts$/),
    ]),
  )
  expect(screen.getByRole('region', { name: 'Totals' })).toHaveTextContent('All 3 cases')
})

it('the only assistant of a deployment is chosen with it', async () => {
  const folder = path.join(stack.folder, 'alone')
  const { folder: repository } = await makeRepository(folder, agentProject('Hello'))
  await stack.deploy(repository, { name: 'alone' })
  const other = { name: 'Greetings', cases: [sends('hello', 'Hello')] }
  const { suite_id } = await stack.json<Suite>('POST', '/gateway/qa/suites', other)
  const { user } = renderConsole(stack, `/qa/sessions/new?suite=${suite_id}`)
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: /^Deployment: / }))
    await user.click(await screen.findByRole('option', { name }))
  }
  // 37: whoever begins before its assistants are read is told to choose one only until then.
  const { fetch } = globalThis
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/assistants/search')) await isAnswered
    return fetch(input, init)
  }
  try {
    await choose('alone')
    await user.click(screen.getByRole('button', { name: 'Begin session' }))
    await screen.findByText('Choose an assistant.')
  } finally {
    answer()
    globalThis.fetch = fetch
  }
  await screen.findByRole('button', { name: 'Assistant: agent' })
  await waitFor(() => expect(screen.queryByText('Choose an assistant.')).toBeNull())
  await choose('support')
  await screen.findByRole('button', { name: 'Assistant: none chosen' })
})

it('33: a candidate of another build is asked by the assistant of the first target', async () => {
  const { user } = renderConsole(stack, `/qa/sessions/new?suite=${suite.suite_id}`)
  await user.click(await screen.findByRole('button', { name: /^Deployment: / }))
  await user.click(await screen.findByRole('option', { name: 'support' }))
  const assistant = await screen.findByRole('button', { name: 'Assistant: none chosen' })
  await waitFor(() => expect(assistant).not.toHaveAttribute('aria-disabled', 'true'))
  await user.click(assistant)
  await user.click(await screen.findByRole('menuitemradio', { name: 'polite' }))
  await user.click(screen.getByRole('checkbox', { name: 'Compare with a second target' }))
  // At the same place only the assistant is another.
  await screen.findByRole('button', { name: 'Assistant: none chosen' })
  const candidate = within(screen.getByRole('group', { name: 'Candidate' }))
  await user.click(await candidate.findByRole('button', { name: /^Revision: / }))
  await user.click(await screen.findByRole('menuitemradio', { name: /^[0-9a-f]{4}…/ }))
  await candidate.findByRole('button', { name: 'Assistant: polite' })
})

it('filters the grid by its address and opens an attempt over it', async () => {
  const session = await begin({ targets: [target('polite'), target('curt')], tags: ['money'] })
  await ended(session)
  const { user, router } = renderConsole(stack, `${address(session)}?show=flaky`)
  await screen.findByText('No case matches')
  const chips = within(screen.getByRole('group', { name: 'Show' }))
  expect(chips.getByRole('button', { name: 'Flaky 0' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(chips.getByRole('button', { name: 'Check failed 1' }))
  await waitFor(() => expect(router.state.location.search).toBe('?show=failed'))
  await user.type(screen.getByRole('searchbox', { name: 'Find a case' }), 'money')
  const table = await grid()
  await user.click(table.getByRole('link', { name: /Candidate failed/ }))

  const drawer = within(await screen.findByRole('dialog', { name: 'refund' }))
  const transcript = await drawer.findByRole('list', { name: 'Transcript' })
  expect(transcript).toHaveTextContent('User: I want my money backAnswer: No.')
  expect(drawer.getByText(/contains “Thank you”/).closest('li')).toHaveTextContent(
    /^Failed: .*No\./,
  )
  expect(drawer.getByRole('region', { name: 'state' })).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Show the events' }))
  expect(await drawer.findByRole('region', { name: 'events' })).toBeVisible()
  expect(drawer.getByRole('link', { name: /^thread / })).toHaveAttribute(
    'href',
    expect.stringContaining(`/deployments/${deployment.id}/threads/`),
  )
  await user.click(drawer.getByRole('link', { name: 'Baseline, repeat 1: passed' }))
  const other = await drawer.findByText('Thank you')
  expect(other.tagName).toBe('STRONG')
  expect(router.state.location.search).toMatch(/^\?attempt=[\w-]+&show=failed&text=money$/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?show=failed&text=money')

  const [row] = (
    await stack.json<{ rows: { case_index: number }[] }>(
      'GET',
      `/gateway/qa/sessions/${session.session_id}/grid`,
    )
  ).rows
  const review = `/gateway/qa/sessions/${session.session_id}/review/${row?.case_index}`
  await stack.json('PUT', review, { better: 'b', note: 'Rude.', seconds: 4 })
  await stack.json('PUT', review, {
    better: 'tie',
    b: { correct: 'fail' },
    note: 'Rude.',
    seconds: 9,
  })
  cleanup()
  renderConsole(stack, `${address(session)}?verdict=tie`)
  within(await screen.findByRole('group', { name: 'Show' })).getByRole('button', { name: 'All 1' })
  // 33.3.2: what people said stands beside what the checks did.
  const cell = { name: /Candidate failed.*1 judged failed/ }
  await user.click((await grid()).getByRole('link', cell))
  const judged = within(await screen.findByRole('dialog', { name: 'refund' }))
  const verdicts = await judged.findByRole('list', { name: 'Verdicts' })
  expect(verdicts).toHaveTextContent(
    /^somebody.* · 9 sCorrect, Candidate: failBetter: TieNote: Rude\./,
  )
  await user.click(judged.getByText('History: 2 steps, 1 changed what was said'))
  expect(judged.getByRole('list', { name: /^History of somebody/ })).toBeVisible()
  expect(verdicts).toHaveTextContent(
    /Better: CandidateNote: Rude\..*Better: Tie \(was Candidate\)$/,
  )
  cleanup()
  renderConsole(stack, `${address(session)}?verdict=pass`)
  await screen.findByText('No case matches')
})

it('shows a blind reviewer nothing before they look, and asks before that', async () => {
  const session = await begin({
    name: 'Blind one',
    targets: [target('polite'), target('curt')],
    tags: ['money'],
    is_blind: true,
  })
  await ended(session)
  const { user } = renderConsole(stack, address(session))
  await screen.findByText('You judge this session blind')
  expect(screen.queryByRole('table')).toBeNull()
  expect(document.body).not.toHaveTextContent(/polite|curt|support@/)
  expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute(
    'href',
    `${address(session)}/review/0`,
  )
  expect(screen.getByRole('link', { name: 'Results' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(screen.getByRole('button', { name: 'Look early…' }))
  const asked = within(await screen.findByRole('alertdialog'))
  asked.getByText(/That you looked is kept/)
  await user.click(asked.getByRole('button', { name: 'Look early' }))
  expect(await (await grid()).findByRole('row', { name: /refund/ })).toBeVisible()
  expect(screen.getByRole('list', { name: 'Targets' })).toHaveTextContent('curt')
})

it('33.3.4: after a blind review the session is closed and seen, and nobody is asked to look early', async () => {
  const session = await begin({
    name: 'Judged blind',
    targets: [target('polite'), target('curt')],
    tags: ['money'],
    is_blind: true,
  })
  await ended(session)
  await stack.json('PUT', `/gateway/qa/sessions/${session.session_id}/review/0`, { better: 'a' })
  const { user, router } = renderConsole(stack, address(session))
  const see = await screen.findByRole('button', { name: 'Close and see' })
  expect(screen.queryByRole('button', { name: /Look early/ })).toBeNull()
  await user.click(see)
  const asked = within(await screen.findByRole('alertdialog', { name: 'Close this session?' }))
  await user.click(asked.getByRole('button', { name: 'Close session' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`${address(session)}/results`))
  expect((await read(session)).status).toBe('closed')
})

it('33.3.4: a reached cap is raised, or the session closed as it is, beside what says so', async () => {
  const capped = (name: string) =>
    begin({
      name,
      targets: [target('counting')],
      caps: { at_once: 1, tokens: 1 },
      accepts_side_effects: true,
    })
  const session = await capped('Capped')
  const isPaused = async (one: Session) =>
    waitFor(async () => expect((await read(one)).status).toBe('paused'))
  await isPaused(session)
  const { user } = renderConsole(stack, address(session))
  await screen.findByText(/^The cap of 1 token is reached/)
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Raise the limit…' }))
  const limits = within(await screen.findByRole('dialog', { name: 'Limits of this session' }))
  await user.click(limits.getByRole('button', { name: 'Save and resume' }))
  await limits.findByText(/Raise it, or close the session as it is/)
  await user.clear(limits.getByRole('textbox', { name: 'Tokens in all' }))
  await user.click(limits.getByRole('button', { name: 'Save and resume' }))
  await ended(session)
  await waitFor(() => expect(screen.queryByText(/^The cap of/)).toBeNull())
  cleanup()

  const other = await capped('As it is')
  await isPaused(other)
  const second = renderConsole(stack, address(other))
  await second.user.click(await screen.findByRole('button', { name: 'Close as it is…' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Close this session?' }))
  asked.getByText(/What has not ended is not tried any more/)
  await second.user.click(asked.getByRole('button', { name: 'Close session' }))
  await screen.findByText('Closed')
  expect(screen.queryByRole('button', { name: 'Raise the limit…' })).toBeNull()
})

it('pauses, resumes and cancels what runs, tries it again, closes it and deletes it', async () => {
  const session = await begin({
    name: 'Endless',
    targets: [target('endless')],
    tags: ['money'],
  })
  const { user, router } = renderConsole(stack, address(session))
  const more = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'More about this session' }))
    await user.click(screen.getByRole('menuitem', { name: new RegExp(`^${name}`) }))
  }
  await user.click(await screen.findByRole('button', { name: 'Pause' }))
  await screen.findByRole('button', { name: 'Resume' })
  await more('Limits…')
  const limits = within(await screen.findByRole('dialog', { name: 'Limits of this session' }))
  await user.clear(limits.getByRole('textbox', { name: 'Tokens in all' }))
  await user.type(limits.getByRole('textbox', { name: 'Tokens in all' }), '-3')
  await user.click(limits.getByRole('button', { name: 'Save and resume' }))
  await waitFor(() => expect(limits.getByRole('textbox', { name: 'Tokens in all' })).toBeInvalid())
  await user.clear(limits.getByRole('textbox', { name: 'Tokens in all' }))
  await user.type(limits.getByRole('textbox', { name: 'Tokens in all' }), '90000')
  await user.click(limits.getByRole('button', { name: 'Save and resume' }))
  await screen.findByText(/of 90.0k tokens/)
  // It has a button of that name, too.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  const asked = within(await screen.findByRole('alertdialog', { name: 'Cancel this session?' }))
  await user.click(asked.getByRole('button', { name: 'Cancel session' }))
  await screen.findByText('Cancelled')
  await (await grid()).findByRole('link', { name: /Target cancelled/ })
  await more('Run failed again')
  await screen.findByRole('button', { name: 'Pause' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel session' }))
  await screen.findByText('Cancelled')
  await more('Close…')
  const close = within(await screen.findByRole('alertdialog', { name: 'Close this session?' }))
  close.getByText(/^Verdicts are final/)
  await user.click(close.getByRole('button', { name: 'Close session' }))
  await screen.findByText('Closed')
  await more('Delete…')
  await user.click(await screen.findByRole('button', { name: 'Delete session' }))
  const list = await screen.findByRole('table', { name: 'QA sessions' })
  await waitFor(() => expect(list).not.toHaveTextContent('Endless'))
  expect(router.state.location.pathname).toBe('/qa/sessions')
  const names = within(list)
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(names).toEqual(['As it is', 'Capped', 'Judged blind', 'Blind one', 'Support', 'Support'])
})
