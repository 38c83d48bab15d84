import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Suite, SuiteSummary } from '../../../src/contract/qa/suites.ts'
import { type DomStack, startDomStack } from '../../helpers/dom-stack.ts'
import { renderConsole } from '../../helpers/render.tsx'

let stack: DomStack

beforeAll(async () => {
  stack = await startDomStack()
})
afterAll(() => stack?.close())

const send = (key: string, text: string, more: object = {}) => ({
  key,
  turns: [{ do: 'send', text }],
  ...more,
})
const make = (name: string, cases: object[] = []) =>
  stack.json<Suite>('POST', '/gateway/qa/suites', { name, cases })
const read = (id: string) => stack.json<Suite>('GET', `/gateway/qa/suites/${id}`)
const save = () => screen.getByRole('button', { name: /^Save/ })
const cell = (row: RegExp, place: number) => {
  const found = within(screen.getByRole('row', { name: row })).getAllByRole('gridcell')[place]
  if (!found) throw new Error('There is no such cell.')
  return found
}

it('explains what a suite is, makes one, and deletes it after a question', async () => {
  const { user, router } = renderConsole(stack, '/qa/suites')
  await screen.findByText('No suites')
  expect(screen.getByText(/^A suite is a list of conversations/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'New suite' }))
  const form = within(await screen.findByRole('dialog', { name: 'New suite' }))
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Support')
  await user.click(form.getByRole('button', { name: 'Create suite' }))
  await screen.findByRole('heading', { level: 1, name: 'Support' })
  const [made] = await stack.json<SuiteSummary[]>('GET', '/gateway/qa/suites')
  expect(router.state.location.pathname).toBe(`/qa/suites/${made?.suite_id}`)

  await make('Later', [send('a', 'Hello')])
  await router.navigate('/qa/suites')
  const table = within(await screen.findByRole('table', { name: 'Suites' }))
  await table.findByRole('row', { name: /Later/ })
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Name'),
    expect.stringMatching(/^Later1v1/),
    expect.stringMatching(/^Support0v1/),
  ])
  expect(table.getByRole('link', { name: 'Start a session of Later' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/qa\/sessions\/new\?suite=/),
  )
  await user.click(table.getByRole('button', { name: 'More about Support' }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete…' }))
  const confirm = within(await screen.findByRole('alertdialog', { name: 'Delete this suite?' }))
  await user.click(confirm.getByRole('button', { name: 'Delete suite' }))
  await waitFor(() => expect(table.queryByRole('row', { name: /Support/ })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await table.findByRole('row', { name: /Support/ })
})

it('writes cases in the table, by keys and by a paste, and saves them as a version', async () => {
  const suite = await make('Table', [send('first', 'Hello'), send('second', 'Good morning')])
  const { user, router } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await screen.findByRole('grid', { name: 'Cases' })
  await user.click(cell(/first/, 1))
  await waitFor(() => expect(router.state.location.search).toBe('?case=first'))
  await user.keyboard(
    '{ArrowDown}{ArrowRight}{ArrowRight}{Enter}Greets back{Tab}greeting, short{Enter}',
  )
  expect(cell(/second/, 3)).toHaveTextContent('Greets back')
  expect(cell(/second/, 4)).toHaveTextContent('greetingshort')
  expect(cell(/second/, 4)).toHaveFocus()
  await user.keyboard('{ArrowUp}{ArrowLeft}{Enter}never{Escape}')
  expect(cell(/first/, 3)).toHaveTextContent('–')
  screen.getByText('1 change not saved')
  // A key that is a shortcut elsewhere begins the cell anew.
  await user.keyboard('{ArrowLeft}n{Enter}')
  expect(cell(/first/, 2)).toHaveTextContent(/^n$/)

  const line = screen.getByRole('textbox', { name: 'New case' })
  await user.type(line, 'Where is my order?{Enter}')
  expect(cell(/where-is-my-order/, 2)).toHaveTextContent('Where is my order?')
  expect(line).toHaveValue('')
  await user.click(line)
  await user.paste('late\tIt is late.\tSays sorry\nnext\tAnd now?\tNames the day\n')
  expect(cell(/next/, 3)).toHaveTextContent('Names the day')
  await screen.findByText('The columns were read as key, message and expected.')
  screen.getByText('5 changes not saved')
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByText('v2')
  const saved = await read(suite.suite_id)
  expect(saved.cases.map(({ key, expected, tags }) => [key, expected, tags])).toEqual([
    ['first', '', []],
    ['second', 'Greets back', ['greeting', 'short']],
    ['where-is-my-order', '', []],
    ['late', 'Says sorry', []],
    ['next', 'Names the day', []],
  ])
  expect(screen.queryByText(/not saved/)).toBeNull()
})

it('saves what stands in a cell that is still being written', async () => {
  const suite = await make('Half', [send('first', 'Hello')])
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await screen.findByRole('grid', { name: 'Cases' })
  await user.dblClick(cell(/first/, 3))
  await user.keyboard('Greets{Control>}s{/Control}')
  await screen.findByText('v2')
  expect((await read(suite.suite_id)).cases[0]?.expected).toBe('Greets')
  await user.keyboard(' back{Enter}')
  expect(cell(/first/, 3)).toHaveTextContent('Greets back')
})

it('writes the turns and checks of the case that the address names', async () => {
  const suite = await make('Turns', [send('stopped', 'Refund the lamp.'), send('other', 'Hm')])
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}?case=stopped`)
  const panel = within(await screen.findByRole('region', { name: 'Case stopped' }))
  const add = (name: string) =>
    user.click(
      within(panel.getByRole('group', { name: 'Add a turn' })).getByRole('button', { name }),
    )
  const turn = (name: string) => within(panel.getByRole('group', { name }))

  await add('Expect')
  await user.keyboard('approve_refund')
  await add('Answer')
  await user.click(turn('Turn 3: Answer it').getByRole('radio', { name: 'Edit' }))
  const json = turn('Turn 3: Answer it').getByRole('textbox', { name: 'Arguments as JSON' })
  await user.click(json)
  await user.paste('{"amount": }')
  await add('Cancel')
  const cancel = turn('Turn 4: Cancel')
  await user.click(cancel.getByRole('button', { name: 'How: Stop and keep' }))
  await user.click(screen.getByRole('menuitemradio', { name: /^Stop and roll back/ }))
  await user.click(cancel.getByRole('button', { name: 'The thread is: anything' }))
  await user.click(screen.getByRole('menuitemradio', { name: 'idle' }))
  await user.click(turn('Turn 4: Cancel').getByRole('button', { name: 'Move up' }))
  expect(turn('Turn 3: Cancel').getByRole('button', { name: 'Move up' })).toHaveFocus()

  await user.click(panel.getByRole('button', { name: 'Add check' }))
  await user.click(screen.getByRole('menuitem', { name: 'Tool not called' }))
  await user.keyboard('issue_refund')
  panel.getByRole('button', { name: 'issue_refund not called' })
  await user.click(panel.getByRole('checkbox', { name: /^Has side effects/ }))
  await user.type(
    panel.getByRole('textbox', { name: 'Expected, in plain words' }),
    'Nothing is paid.',
  )

  await user.click(save())
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent('stopped, turn 4: This is not JSON')
  expect(json).toBeInvalid()
  expect((await read(suite.suite_id)).version).toBe(1)
  await user.clear(json)
  await user.paste('{"amount": 18}')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await user.click(save())
  await screen.findByText('v2')
  expect((await read(suite.suite_id)).cases[0]).toMatchObject({
    turns: [
      { do: 'send', text: 'Refund the lamp.' },
      { do: 'expect_interrupt', containing: 'approve_refund' },
      { do: 'cancel', after: { event: 'updates' }, action: 'rollback', hold: { thread: 'idle' } },
      { do: 'answer', with: 'edit', value: { amount: 18 } },
    ],
    checks: [{ check: 'tool_not_called', tool: 'issue_refund' }],
    expected: 'Nothing is paid.',
    has_side_effects: true,
  })
})

it('tells what the server refuses at its place, and keeps the words', async () => {
  const suite = await make('Refused', [send('one', 'Hello'), send('two', 'Hello')])
  const { user, router } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await screen.findByRole('grid', { name: 'Cases' })
  await user.dblClick(cell(/two/, 1))
  await user.keyboard('{Control>}a{/Control}one{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?case=one'))
  await user.click(save())
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent('The key “one” stands twice: cases 1 and 2.')
  expect(screen.getByRole('row', { name: /^2\s?to be mended one/ })).toBeInTheDocument()
  const panel = within(screen.getByRole('region', { name: 'Case one' }))
  panel.getByText(/stands twice/)
  await user.click(panel.getByRole('button', { name: 'More about this case' }))
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }))
  await user.keyboard('three{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?case=three'))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(save())
  await screen.findByText('v2')
})

it('asks before it is left with something unsaved', async () => {
  const suite = await make('Left', [send('one', 'Hello')])
  const { user, router } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await user.type(await screen.findByRole('textbox', { name: 'New case' }), 'Good morning{Enter}')
  await user.click(screen.getByRole('link', { name: 'New session' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(router.state.location.pathname).toBe(`/qa/suites/${suite.suite_id}`)
  expect(cell(/good-morning/, 2)).toHaveTextContent('Good morning')
})

it('says when somebody else saved meanwhile, and keeps mine as a suite of its own', async () => {
  const suite = await make('Shared', [send('one', 'Hello')])
  const { user, router } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await user.type(await screen.findByRole('textbox', { name: 'New case' }), 'Mine{Enter}')
  await stack.json('PATCH', `/gateway/qa/suites/${suite.suite_id}`, {
    version: 1,
    cases: [send('theirs', 'Theirs')],
  })
  await user.click(save())
  const note = await screen.findByText(/^Somebody else saved this suite meanwhile/)
  expect(cell(/mine/, 2)).toHaveTextContent('Mine')
  expect(note).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save mine as a new suite' }))
  await screen.findByRole('heading', { level: 1, name: 'Shared (copy)' })
  await waitFor(() =>
    expect(router.state.location.pathname).not.toBe(`/qa/suites/${suite.suite_id}`),
  )
  expect(await screen.findByRole('row', { name: /mine/ })).toBeInTheDocument()
  expect((await read(suite.suite_id)).cases.map(({ key }) => key)).toEqual(['theirs'])

  await router.navigate(`/qa/suites/${suite.suite_id}`)
  await screen.findByRole('row', { name: /theirs/ })
  await user.type(screen.getByRole('textbox', { name: 'New case' }), 'Again{Enter}')
  await stack.json('PATCH', `/gateway/qa/suites/${suite.suite_id}`, {
    version: 2,
    cases: [send('newest', 'Newest')],
  })
  await user.click(save())
  await user.click(await screen.findByRole('button', { name: 'Take the newer one…' }))
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Take the newer version?' }),
  )
  await user.click(question.getByRole('button', { name: 'Take the newer one' }))
  await screen.findByRole('row', { name: /newest/ })
  expect(screen.queryByRole('row', { name: /again/ })).toBeNull()
  expect(screen.queryByText(/meanwhile/)).toBeNull()
})

it('33: what others save shows at once, and takes nothing of what is being written', async () => {
  const suite = await make('Ours', [send('one', 'Hello'), send('two', 'Good evening')])
  const change = (version: number, body: object) =>
    stack.json<Suite>('PATCH', `/gateway/qa/suites/${suite.suite_id}`, { version, ...body })
  const { user, queryClient } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  const heard = () =>
    queryClient
      .getQueriesData<Suite>({ predicate: ({ queryKey }) => queryKey[1] === 'getSuite' })
      .map(([, read]) => read?.version)
  await screen.findByRole('row', { name: /two/ })
  const first = cell(/one/, 2)
  await change(1, { name: 'Theirs', cases: [send('one', 'Hello'), send('three', 'Three')] })
  await screen.findByRole('heading', { level: 1, name: 'Theirs' })
  await screen.findByRole('row', { name: /three/ })
  expect(screen.queryByRole('row', { name: /two/ })).toBeNull()
  // What is the same has not been drawn anew, so that what has focus keeps it.
  expect(cell(/one/, 2)).toBe(first)

  await user.dblClick(cell(/three/, 2))
  const open = await screen.findByRole('textbox', { name: /three/ })
  await user.type(open, ' and four')
  await change(2, { cases: [send('one', 'Hello')] })
  await waitFor(() => expect(heard()).toEqual([3]))
  await user.keyboard('{Enter}')
  await screen.findByText(/^Somebody else saved this suite meanwhile/)
  expect(cell(/three/, 2)).toHaveTextContent('Three and four')
})

it('33: a name that others give while cases are written here stays, and is shown', async () => {
  const suite = await make('Before', [send('one', 'Hello')])
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await user.type(await screen.findByRole('textbox', { name: 'New case' }), 'Mine{Enter}')
  await stack.json('PATCH', `/gateway/qa/suites/${suite.suite_id}`, { version: 1, name: 'After' })
  await screen.findByRole('heading', { level: 1, name: 'After' })
  await user.click(save())
  await screen.findByText('v2')
  const after = await read(suite.suite_id)
  expect(after).toMatchObject({ name: 'After', version: 2 })
  expect(after.cases.map(({ key }) => key)).toEqual(['one', 'mine'])
})

it('writes the name and the rubric; a name alone makes no version', async () => {
  const suite = await make('Named')
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await user.click(await screen.findByRole('button', { name: 'Rubric' }))
  const details = within(await screen.findByRole('region', { name: 'Name and rubric' }))
  const name = details.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Renamed')
  await user.click(save())
  await waitFor(async () =>
    expect(await read(suite.suite_id)).toMatchObject({ name: 'Renamed', version: 1 }),
  )
  await user.click(details.getByRole('button', { name: 'Add item' }))
  await user.keyboard('Tone')
  const item = within(details.getByRole('group', { name: 'Rubric: Tone' }))
  await user.click(item.getByRole('radio', { name: 'Choice' }))
  await user.type(item.getByRole('textbox', { name: 'Words to choose from' }), 'warm')
  await user.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent(/Rubric:/)
  expect(item.getByRole('textbox', { name: 'Label' })).toBeInvalid()
  await user.type(item.getByRole('textbox', { name: 'Words to choose from' }), ', curt')
  await user.click(save())
  await screen.findByText('v2')
  expect((await read(suite.suite_id)).rubric).toEqual([
    { key: 'correct', label: 'Correct', kind: 'pass' },
    { key: 'tone', label: 'Tone', kind: 'choice', choices: ['warm', 'curt'] },
  ])
})

it('imports what is good of a file, and mends a faulty line in place', async () => {
  const suite = await make('Imported', [send('lost', 'Hello')])
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const card = within(await screen.findByRole('region', { name: 'Import' }))
  const good = JSON.stringify(send('lost', 'I cannot find the label.'))
  const bad = '{"key": "opened", "turns": [{"do": "answer", "with": "acept"}]}'
  await user.click(card.getByRole('textbox', { name: 'Cases' }))
  await user.paste(`${good}\n${bad}\n`)
  await user.click(card.getByRole('button', { name: 'Read' }))
  await card.findByText('1 with a fault')
  const line = card.getByRole('textbox', { name: 'Line 2' })
  expect(line).toHaveAccessibleDescription(/line 2/i)
  card.getByRole('button', { name: 'Add 1 case, leave line 2 out' })
  await user.clear(line)
  await user.click(line)
  await user.paste(bad.replace('acept', 'accept'))
  await user.click(card.getByRole('button', { name: 'Read again' }))
  await user.click(await card.findByRole('button', { name: 'Add 2 cases' }))
  expect(cell(/lost-2/, 2)).toHaveTextContent('I cannot find the label.')
  screen.getByText('2 changes not saved')
  expect((await read(suite.suite_id)).version).toBe(1)
})

it('imports what a file says of its suite where that is wanted', async () => {
  const suite = await make('Mine', [send('own', 'Hello')])
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  const file = [
    { suite: { name: 'Refunds', rubric: [{ key: 'tone', label: 'Tone', kind: 'scale' }] } },
    send('lost', 'I cannot find the label.'),
  ]
  const readFile = async () => {
    await user.click(await screen.findByRole('button', { name: 'Import' }))
    const card = within(await screen.findByRole('region', { name: 'Import' }))
    await user.click(card.getByRole('textbox', { name: 'Cases' }))
    await user.paste(file.map((line) => JSON.stringify(line)).join('\n'))
    await user.click(card.getByRole('button', { name: 'Read' }))
    await card.findByText('1 ready')
    return card
  }
  const said = 'Also take over the name “Refunds” and the rubric (Tone)'
  const card = await readFile()
  // It has cases of its own, and so a name of its own.
  expect(card.getByRole('checkbox', { name: said })).not.toBeChecked()
  await user.click(card.getByRole('button', { name: 'Add 1 case' }))
  screen.getByText('1 change not saved')
  const again = await readFile()
  await user.click(again.getByRole('checkbox', { name: said }))
  await user.click(again.getByRole('button', { name: 'Add 1 case' }))
  await user.click(save())
  await screen.findByRole('heading', { level: 1, name: /Refunds/ })
  await waitFor(async () =>
    expect(await read(suite.suite_id)).toMatchObject({
      name: 'Refunds',
      rubric: [{ key: 'tone' }],
      cases: [{ key: 'own' }, { key: 'lost' }, { key: 'lost-2' }],
    }),
  )
})

it('two thousand cases are counted, and those on the screen are drawn', async () => {
  const cases = Array.from({ length: 2_000 }, (_, place) =>
    send(`case-${place}`, `Question ${place}`),
  )
  const suite = await make('Big', cases)
  const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}`)
  const grid = await screen.findByRole('grid', { name: 'Cases' })
  expect(grid).toHaveAttribute('aria-rowcount', '2001')
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60)
  await user.type(screen.getByRole('searchbox', { name: 'Find a case' }), 'question 1999')
  expect(await screen.findByText('1 of 2000 cases')).toBeInTheDocument()
  expect(cell(/case-1999/, 0)).toHaveTextContent('2000')
  await user.keyboard('{ArrowDown}')
  expect(within(grid).getByRole('gridcell', { name: 'case-1999' })).toHaveFocus()
  await user.type(screen.getByRole('textbox', { name: 'New case' }), 'One more{Enter}')
  await screen.findByText('A suite has at most 2000 cases')
  expect(screen.getByRole('textbox', { name: 'New case' })).toHaveValue('One more')
})

describe('for a viewer', () => {
  const password = 'the first password'
  const realFetch = globalThis.fetch
  let cookie = ''

  beforeAll(async () => {
    stack = await startDomStack({ password })
    // A DOM without a browser keeps no cookies of another origin: this keeps the session's.
    globalThis.fetch = async (input, init) => {
      const headers = new Headers(init?.headers)
      if (cookie) headers.set('cookie', cookie)
      const response = await realFetch(input, { ...init, headers })
      cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return response
    }
  })
  afterAll(() => {
    globalThis.fetch = realFetch
  })

  const post = async <Answer,>(path: string, body: object) => {
    const response = await fetch(stack.url + path, { method: 'POST', body: JSON.stringify(body) })
    return (await response.json()) as Answer
  }

  it('a suite is read and cannot be changed', async () => {
    const checks = [{ check: 'max_words', words: 3 }]
    await post('/gateway/session', { password })
    await post('/gateway/users', { name: 'vera', role: 'viewer', password })
    const suite = await post<Suite>('/gateway/qa/suites', {
      name: 'Looked at',
      cases: [send('one', 'Hello', { tags: ['a'], checks })],
    })
    cookie = ''
    const { user } = renderConsole(stack, `/qa/suites/${suite.suite_id}?case=one`)
    const secret = await screen.findByLabelText('Password')
    await user.type(screen.getByRole('textbox'), 'vera')
    await user.type(secret, password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    const panel = within(await screen.findByRole('region', { name: 'Case one' }))
    const message = panel.getByRole('textbox', { name: 'Message' })
    expect(message).toHaveValue('Hello')
    await user.type(message, ' and more')
    expect(message).toHaveValue('Hello')
    expect(panel.getByRole('checkbox', { name: /^Has side effects/ })).toBeDisabled()
    for (const name of ['Add tag', 'Add check', 'Delete this turn', 'Delete this check', 'Send']) {
      expect(panel.queryByRole('button', { name })).toBeNull()
    }
    await user.click(panel.getByRole('button', { name: 'at most 3 words' }))
    expect(panel.getByRole('textbox', { name: 'Words' })).toHaveAttribute('readonly')
    expect(screen.queryByRole('textbox', { name: 'New case' })).toBeNull()
    await user.dblClick(cell(/one/, 3))
    await user.keyboard('x{Enter}')
    expect(screen.queryByText(/not saved/)).toBeNull()
    await user.hover(save())
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/needs the role operator/)
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true')
  })
})
