import { expect, it } from 'vitest'
import type { TracedRun } from '../../contract/tracing/traced-runs.ts'
import { noPrices } from '../usage/prices.ts'
import { tracedParts, tracedSteps } from './traced-steps.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const root: TracedRun = {
  ...{ id: 'r1', name: 'agent', run_type: 'chain', status: 'success' },
  ...{ start_time: at(0), end_time: at(3), error: null, inputs: {}, outputs: null },
  ...{ extra: {}, trace_id: 'r1', parent_run_id: null, session_id: 'd1' },
  ...{ dotted_order: '20260101T000000000000Zr1', first_token_time: null, tags: [] },
  ...{ prompt_tokens: null, completion_tokens: null, total_tokens: null, total_cost: null },
}
const times = {
  ...{ run_id: 'r1', status: 'success', created_at: at(0) },
  ...{ updated_at: at(3), ended_at: at(3) },
}
const state = (second: number, result?: unknown) => ({
  created_at: at(second),
  checkpoint: { checkpoint_id: `c${second}` },
  parent_checkpoint: second > 1 ? { checkpoint_id: `c${second - 1}` } : null,
  metadata: { run_id: 'r1', step: second - 1 },
  tasks: result === undefined ? [] : [{ id: `t${second}`, name: 'tools', result }],
})
const told = { type: 'tool', name: 'look_up', tool_call_id: 'call-1', content: 'found' }
const asked = {
  type: 'ai',
  tool_calls: [{ id: 'call-1', name: 'look_up', args: { word: 'deck' } }],
}

it.each([
  ['under another name', { notes: [told] }],
  ['alone', [told]],
  ['in several updates', [{ seen: 1 }, { messages: [told] }]],
])('messages that a step wrote %s tell which tools it called, and with what', (_how, result) => {
  const steps = tracedSteps(root, times, [state(1, result), state(2)])
  const parts = tracedParts(root, steps, { history: [asked] }, [], noPrices)
  const tools = parts.map(({ run }) => run).filter((run) => run.run_type === 'tool')
  expect(tools).toMatchObject([
    { name: 'look_up', inputs: { word: 'deck' }, outputs: { output: 'found' }, error: null },
  ])
})

it('a tool that failed says so, in its words', () => {
  const content = [{ type: 'text', text: 'No such word.' }]
  const result = { messages: [{ ...told, status: 'error', content }] }
  const steps = tracedSteps(root, times, [state(1, result), state(2)])
  const [, tool] = tracedParts(root, steps, {}, [], noPrices)
  expect(tool?.run).toMatchObject({ status: 'error', error: JSON.stringify(content) })
  expect(tool?.run.inputs).toEqual({})
})
