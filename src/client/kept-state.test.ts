import { expect, it } from 'vitest'
import type { Thread } from '../contract/agent-server/threads.ts'
import { keptState } from './kept-state.ts'

const at = '2030-01-01T00:00:00Z'
const thread = (more: Partial<Thread>): Thread => ({
  thread_id: 't',
  created_at: at,
  updated_at: at,
  status: 'idle',
  ...more,
})

it('has the values and the questions that wait, and nothing that only the graph tells', () => {
  const interrupts = { task: [{ id: 'q', value: 'Sure?' }], answered: [] }
  expect(keptState(thread({ values: { messages: [] }, interrupts }))).toEqual({
    values: { messages: [] },
    next: [],
    tasks: [{ id: 'task', name: '', interrupts: interrupts.task }],
    metadata: null,
    created_at: at,
    checkpoint: null,
    parent_checkpoint: null,
  })
})

it('is nothing where the thread leaves its values out; one whose first run is at work has none yet', () => {
  const summary = { values_omitted: 'They are too large.' }
  expect(keptState(thread({}))).toBeNull()
  expect(keptState(thread({ values: null }))).toBeNull()
  expect(keptState(thread({ status: 'busy', summary }))).toBeNull()
  expect(keptState(thread({ status: 'busy' }))?.values).toEqual({})
})
