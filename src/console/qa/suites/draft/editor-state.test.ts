import { expect, it } from 'vitest'
import { ApiError } from '../../../../client/api-error.ts'
import type { Suite } from '../../../../contract/qa/suites.ts'
import { newCase } from './case-draft.ts'
import { newCheck } from './check-draft.ts'
import { type EditorAction, type EditorState, editorReducer, openEditor } from './editor-state.ts'
import { faultsOf, placeWords } from './faults.ts'
import { withChanged, withMoved } from './list-changes.ts'
import { changeCount, makesVersion, suiteOf } from './suite-draft.ts'
import { newTurn } from './turn-draft.ts'

const suite: Suite = {
  suite_id: 's',
  name: 'Support',
  description: '',
  version: 7,
  rubric: [{ key: 'correct', label: 'Correct', kind: 'pass' }],
  case_count: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  updated_by: null,
  cases: ['a', 'b', 'c'].map((key) => ({
    key,
    tags: [],
    start: { kind: 'empty' },
    turns: [{ do: 'send', text: key }],
    expected: '',
    checks: [{ check: 'max_words', words: 3 }],
    has_side_effects: false,
    variables: {},
  })),
}

const after = (state: EditorState, ...actions: EditorAction[]) =>
  actions.reduce(editorReducer, state)
const count = ({ saved, draft }: EditorState) => changeCount(saved, draft)
const keys = ({ draft }: EditorState) => draft.cases.map(({ key }) => key)
const idAt = ({ draft }: EditorState, place: number) => draft.cases[place]?.id ?? 0

it('counts what was added, changed, removed and moved, and nothing that was put back', () => {
  const state = openEditor(suite)
  expect(count(state)).toBe(0)
  const changed = after(
    state,
    { type: 'changeCase', id: idAt(state, 0), change: { expected: 'x' } },
    { type: 'addCases', cases: [newCase('d', 'D')], at: 1 },
    { type: 'removeCase', id: idAt(state, 1) },
    { type: 'changeSuite', change: { name: 'Support again' } },
  )
  expect(keys(changed)).toEqual(['a', 'd', 'c'])
  expect(count(changed)).toBe(4)
  const back = after(
    state,
    { type: 'changeCase', id: idAt(state, 0), change: { expected: 'x' } },
    { type: 'changeCase', id: idAt(state, 0), change: { expected: '' } },
    { type: 'moveCase', id: idAt(state, 0), by: 1 },
  )
  expect([keys(back), count(back)]).toEqual([['b', 'a', 'c'], 1])
  expect(count(after(back, { type: 'moveCase', id: idAt(state, 0), by: -1 }))).toBe(0)
  expect(after(state, { type: 'moveCase', id: idAt(state, 0), by: -1 }).draft.cases).toBe(
    state.draft.cases,
  )
})

it('only cases and rubric make a version', () => {
  const state = openEditor(suite)
  const named = after(state, { type: 'changeSuite', change: { name: 'Other' } })
  expect(makesVersion(named.saved, named.draft)).toBe(false)
  const emptied = after(state, { type: 'changeSuite', change: { rubric: [] } })
  expect(makesVersion(emptied.saved, emptied.draft)).toBe(true)
})

it('what was typed while it was saved stays unsaved', () => {
  const state = openEditor(suite)
  const sent = after(state, { type: 'changeSuite', change: { name: 'One' } })
  const typed = after(sent, { type: 'changeSuite', change: { name: 'Two' } })
  const saved = after(typed, {
    type: 'saved',
    sent: sent.draft,
    suite: { ...suite, name: 'One', version: 8 },
  })
  expect([saved.draft.name, saved.base.version, count(saved)]).toEqual(['Two', 8, 1])
  expect(count(after(saved, { type: 'taken', suite }))).toBe(0)
})

const refusal = (...places: [loc: (string | number)[], msg: string][]) =>
  new ApiError({
    endpoint: 'patchSuite',
    kind: 'http',
    status: 422,
    message: 'Refused',
    fieldErrors: places.map(([loc, msg]) => ({ loc: ['body', ...loc], msg, type: 'value_error' })),
  })

it('puts what the server refused at its place, and takes it away when that is changed', () => {
  const opened = openEditor(suite)
  const turns = [newTurn('send', 'x'), newTurn('drop')]
  const checks = [newCheck('contains')]
  const state = after(opened, {
    type: 'changeCase',
    id: idAt(opened, 1),
    change: { turns, checks },
  })
  const faults = faultsOf(
    refusal(
      [['cases', 1, 'turns', 1, 'after'], 'No moment.'],
      [['cases', 1, 'checks', 0, 'text'], 'No text.'],
      [['cases', 2, 'key'], 'Stands twice.'],
      [['rubric', 0, 'label'], 'Write a name.'],
      [['name'], 'Write a name.'],
    ),
    state.draft,
  )
  expect(faults.map((fault) => placeWords(fault, state.draft))).toEqual([
    'b, turn 2',
    'b, check 1',
    'c',
    'Rubric',
    'Name',
  ])
  const refused = after(state, { type: 'refused', faults })
  const left = (...actions: EditorAction[]) =>
    after(refused, ...actions).faults.map((fault) => placeWords(fault, refused.draft))
  const change = (next: typeof turns | readonly (typeof turns)[number][]): EditorAction => ({
    type: 'changeCase',
    id: idAt(state, 1),
    change: { turns: next },
  })
  const [send, drop] = turns
  expect(left(change(withChanged(turns, send?.id ?? 0, { text: 'y' })))).toContain('b, turn 2')
  expect(left(change(withMoved(turns, drop?.id ?? 0, -1)))).toContain('b, turn 2')
  expect(left(change(withChanged(turns, drop?.id ?? 0, { momentText: 'end' })))).toEqual([
    'b, check 1',
    'c',
    'Rubric',
    'Name',
  ])
  expect(left({ type: 'removeCase', id: idAt(state, 1) })).toEqual(['c', 'Rubric', 'Name'])
  expect(left({ type: 'changeSuite', change: { name: 'x' } })).not.toContain('Name')
})

it('makes keys of new items of the rubric, each its own', () => {
  const rubric = ['Tone', 'Tone'].map((label, id) => ({
    id,
    key: '',
    label,
    kind: 'choice' as const,
    choices: 'warm, curt ,',
  }))
  const { body, faults } = suiteOf({ name: ' ', description: '', rubric, cases: [] })
  expect(body.rubric).toEqual([
    { key: 'tone', label: 'Tone', kind: 'choice', choices: ['warm', 'curt'] },
    { key: 'tone-2', label: 'Tone', kind: 'choice', choices: ['warm', 'curt'] },
  ])
  expect(faults).toEqual([{ part: 'name', message: 'Write a name.' }])
})
