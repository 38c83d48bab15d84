import { expect, it } from 'vitest'
import { foldState } from '../conversation.ts'
import { emptyConversation } from '../conversation-types.ts'
import { brokenCalls, cancelledResults } from './broken-calls.ts'

const call = (id: string) => ({ id, name: 'look_up', args: {} })
const human = { id: 'h1', type: 'human', content: 'Hi' }
const caller = { id: 'a1', type: 'ai', content: '', tool_calls: [call('c1'), call('c2')] }
const result = { id: 't1', type: 'tool', tool_call_id: 'c1', content: 'ok' }

function messages(...list: object[]) {
  const state = { values: { messages: list }, next: ['tools'], tasks: [] }
  return foldState(emptyConversation, state, { run_id: 'r1', at: null }).messages
}

it('finds calls without a result, and whether a result can still take its place', () => {
  expect(brokenCalls(messages(human, caller, result))).toEqual([
    { id: 'c2', name: 'look_up', run_id: 'r1', isLast: true },
  ])
  const later = { id: 'h2', type: 'human', content: 'And?' }
  expect(brokenCalls(messages(human, caller, result, later))[0]?.isLast).toBe(false)
  const other = { id: 't2', type: 'tool', tool_call_id: 'c2', content: 'ok' }
  expect(brokenCalls(messages(human, caller, result, other))).toEqual([])
})

it('stands in with results that claim no success', () => {
  const [stand] = cancelledResults(brokenCalls(messages(human, caller, result)))
  expect(stand).toMatchObject({ type: 'tool', tool_call_id: 'c2', status: 'error' })
  expect(stand).toHaveProperty('content', expect.stringContaining('Cancelled'))
})
