import { expect, it } from 'vitest'
import { attemptEnd } from './attempt-end.ts'
import { Transcript } from './transcript.ts'

const passed = { words: 'it says so', passed: true }
const failed = { words: 'it says more', passed: false, found: 'nothing' }
const drove = {
  results: [passed],
  ms: 5,
  firstTokenMs: 1,
  threadId: 'thread',
  values: { messages: [] } as unknown,
  transcript: new Transcript(),
  runs: [{ runId: 'run', events: [{ at_ms: 1, event: 'metadata', data: {} as unknown }] }],
}

it('an attempt passed where all that was to hold holds, and is broken with the sentence of why', () => {
  expect(attemptEnd(drove, null)).toMatchObject({
    status: 'passed',
    failed_checks: 0,
    error: null,
    fingerprint: expect.any(String),
    run_ids: ['run'],
  })
  const results = [passed, failed]
  expect(attemptEnd({ ...drove, results }, null)).toMatchObject({
    status: 'failed',
    failed_checks: 1,
    error: null,
  })
  const broken = { status: 'error' as const, error: 'The server does not answer.' }
  expect(attemptEnd({ ...drove, results }, broken)).toMatchObject({ ...broken, fingerprint: null })
})

it('34.1: of more events than are kept the first ones are, and how many there were', () => {
  const event = (data: unknown) => ({ at_ms: 1, event: 'values', data })
  const large = event('x'.repeat(600_000))
  const runs = [
    { runId: 'one', events: [event(1), large] },
    { runId: 'two', events: [large, event(2)] },
  ]
  expect(attemptEnd({ ...drove, runs }, null).recording).toEqual([
    { run_id: 'one', ...event(1) },
    { run_id: 'one', ...large },
    { cut: true, events: 4 },
  ])
  expect(attemptEnd(drove, null).recording).toHaveLength(1)
})

it('34.1: of a state that is larger than what is kept a sentence is, and where it is', () => {
  const stateOf = (values: unknown) => attemptEnd({ ...drove, values }, null).state
  const within = { text: 'x'.repeat(999_000) }
  expect(stateOf(within)).toBe(within)
  expect(stateOf({ text: 'x'.repeat(1_000_000) })).toEqual({
    '…': 'The state is larger than what is kept of an attempt. The thread has it.',
  })
  expect(stateOf('text')).toBeNull()
  expect(stateOf(null)).toBeNull()
})
