import { expect, it } from 'vitest'
import type { Run } from '../../../contract/agent-server/runs.ts'
import { runOutcome } from './run-outcome.ts'

const run = (status: string, rest: Partial<Run> = {}): Run => ({
  run_id: 'r',
  thread_id: 't',
  status,
  created_at: '',
  updated_at: '',
  ...rest,
})
const asking = {
  values: {},
  next: ['ask'],
  tasks: [{ id: 't', name: 'ask', interrupts: [{ id: 'q' }] }],
}
const atRest = { values: {}, next: [], tasks: [] }
const failure = (name: string | null, message: string) => ({ name, message })

it.each([
  ['gone', { record: null }, 'rolled_back'],
  ['pending', { record: run('pending') }, 'active'],
  ['success', { record: run('success'), state: atRest }, 'success'],
  ['a pause that the server calls success', { record: run('success'), state: asking }, 'paused'],
  [
    'a pause that the server calls interrupted',
    { record: run('interrupted'), state: asking },
    'paused',
  ],
  ['§3 interrupted by a cancel', { record: run('interrupted'), state: atRest }, 'stopped'],
  [
    'a cancel while a question waits',
    { record: run('interrupted', { end_reason: 'cancelled' }), state: asking },
    'stopped',
  ],
  [
    'replaced by the next run',
    { record: run('interrupted', { end_reason: 'replaced' }) },
    'stopped',
  ],
  [
    'interrupted long ago, by a server that gives no reason: stopped, or paused and not answered',
    { record: run('interrupted') },
    'interrupted',
  ],
  [
    'interrupted long ago, by a server that tells a reason where there is one',
    { record: run('interrupted', { end_reason: null }) },
    'stopped',
  ],
  [
    'an earlier pause that was answered',
    { record: run('interrupted'), isAnswered: true },
    'paused',
  ],
  [
    'our cancel that the server calls error',
    { record: run('error'), isOwnCancel: true },
    'stopped',
  ],
  [
    'another’s, by the bare word',
    { record: run('error'), failure: failure('Error', 'rollback') },
    'stopped',
  ],
  [
    'another’s, by name',
    { record: run('error'), failure: failure('UserInterrupt', 'x') },
    'stopped',
  ],
  ['a failure', { record: run('error'), failure: failure('Error', 'boom') }, 'failed'],
  ['timeout', { record: run('timeout') }, 'timed_out'],
  ['a word of another server', { record: run('halted') }, 'other'],
] as const)('%s', (_title, evidence, outcome) => {
  expect(runOutcome(evidence)).toBe(outcome)
})
