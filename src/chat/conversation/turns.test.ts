import { expect, it } from 'vitest'
import { foldState } from './conversation.ts'
import { emptyConversation } from './conversation-types.ts'
import { attributeRuns } from './runs/attribute-runs.ts'
import { buildTurns } from './turns.ts'

const at = { run_id: null, at: null }
const human = (id: string) => ({ id, type: 'human', content: id })
const ai = (id: string, rest: object = {}) => ({ id, type: 'ai', content: id, ...rest })
const fold = (messages: unknown[], before = emptyConversation) =>
  foldState(before, { values: { messages }, next: [], tasks: [] }, at)

const call = ai('a1', { tool_calls: [{ id: 'c1', name: 'look', args: {} }] })
const result = { id: 't1', type: 'tool', tool_call_id: 'c1', content: 'ok' }

it('groups by what a person asked and pairs calls with results', () => {
  const orphan = { id: 't2', type: 'tool', tool_call_id: 'c9', content: 'lost' }
  const { messages } = fold([human('h1'), call, result, ai('a2'), human('h2'), orphan])
  const [first, second] = buildTurns(messages)
  expect(first?.parts.map((item) => item.id)).toEqual(['a1', 'a2'])
  expect(first?.results.get('c1')?.id).toBe('t1')
  expect(second?.parts.map((item) => item.id)).toEqual(['t2'])
})

it('keeps turns in which nothing changed', () => {
  const before = fold([human('h1'), call, result, human('h2')])
  const turns = buildTurns(before.messages)
  const after = fold([human('h1'), call, result, human('h2'), ai('a2')], before)
  const next = buildTurns(after.messages, turns)
  expect(next[0]).toBe(turns[0])
  expect(next[1]).not.toBe(turns[1])
})

const run = (run_id: string, sent: string | null, rest: object = {}) => ({
  run_id,
  thread_id: 't',
  status: 'success',
  created_at: '',
  updated_at: '',
  kwargs: sent
    ? { input: { messages: [{ id: sent, role: 'user', content: sent }] } }
    : { command: { resume: 1 } },
  ...rest,
})

it('gives a turn to the run that its message started, its end to the run that answered', () => {
  const { messages } = fold([human('h1'), call, result, ai('a2'), human('h2'), ai('a3')])
  const runs = [run('r1', 'h1'), run('r2', null), run('r3', 'h2')]
  expect(attributeRuns(messages, runs, null).map((item) => item.run_id)).toEqual([
    'r1',
    'r1',
    'r1',
    'r2',
    'r3',
    'r3',
  ])
})

it('leaves unknown what is not certain, but for the last, which the state tells', () => {
  const { messages } = fold([human('h1'), ai('a1'), human('h2'), ai('a2')])
  const state = { values: {}, next: [], tasks: [], metadata: { run_id: 'r9' } }
  expect(attributeRuns(messages, [], state).map((item) => item.run_id)).toEqual([
    null,
    null,
    null,
    'r9',
  ])
})
