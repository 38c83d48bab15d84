import { expect, it } from 'vitest'
import { foldState } from './conversation.ts'
import { emptyConversation } from './conversation-types.ts'
import { callsOfAnswer, isAsked, type TurnCall, timeOfCalls } from './parts/turn-calls.ts'
import { turnRows } from './turn-rows.ts'
import { buildTurns, type Turn } from './turns.ts'

const at = { run_id: null, at: null }
const call = (id: string, name = 'search') => ({ id, name, args: { id } })
const ai = (id: string, calls: object[], content = '') => ({
  id,
  type: 'ai',
  content,
  tool_calls: calls,
})
const answer = (id: string) => ({ id: `r-${id}`, type: 'tool', tool_call_id: id, content: 'ok' })

function turnOf(messages: unknown[]): Turn {
  const values = { messages: [{ id: 'h', type: 'human', content: 'Go' }, ...messages] }
  const [turn] = buildTurns(
    foldState(emptyConversation, { values, next: [], tasks: [] }, at).messages,
  )
  if (!turn) throw new Error('The conversation has no turn')
  return turn
}

const shape = (turn: Turn, runs: 'paused' | 'over' = 'over', asked: object[] = []) =>
  turnRows(turn.parts, (item) => callsOfAnswer(item, turn, runs, asked as never), isAsked).map(
    (row) => (row.kind === 'message' ? row.item.id : row.calls.map(({ call }) => call.id).join()),
  )

it('calls of one tool are one row, in one message or in many, until something else is said or called', () => {
  const turn = turnOf([
    ai('a1', [call('1'), call('2')]),
    answer('1'),
    answer('2'),
    ai('a2', [call('3'), call('4', 'look'), call('5')]),
    ai('a3', [call('6')], 'Once more.'),
    ai('a4', [call('7')]),
    ai('a5', [], 'Done.'),
  ])
  expect(shape(turn)).toEqual(['1,2,3', '4', '5', 'a3', '6,7', 'a5'])
})

it('what a person is asked about is a row of its own', () => {
  const calls = ['1', '2', '3', '4', '5', '6'].map((id) => call(id))
  const turn = turnOf([ai('a1', calls), answer('1'), answer('2')])
  const value = {
    action_requests: [{ name: 'search', args: { id: '4' } }],
    review_configs: [{ action_name: 'search', allowed_decisions: ['approve'] }],
  }
  expect(shape(turn, 'paused', [{ id: 'q', value }])).toEqual(['1,2,3', '4', '5,6'])
  expect(shape(turn, 'paused')).toEqual(['1,2', '3', '4', '5', '6'])
})

it('the time of calls counts what they did at the same time once', () => {
  const took = (calledAt: number, firstAt: number | null) =>
    ({ calledAt, result: firstAt === null ? null : { firstAt } }) as TurnCall
  expect(timeOfCalls([took(0, 10), took(2, 6), took(5, 20), took(40, 41)])).toBe(21)
  expect(timeOfCalls([took(0, 10), took(2, null)])).toBeNull()
})
