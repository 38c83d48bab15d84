import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Attempt } from '../../../src/contract/qa/attempts.ts'
import { type QaStack, startQaStack } from './qa-stack.ts'

let qa: QaStack
beforeAll(async () => {
  qa = await startQaStack()
})
afterAll(() => qa?.stack.close())

/** What the cases came to on an assistant, by key. */
/** Of what was tried last. */
let sessionId = ''

async function tried(
  assistant: string,
  cases: Parameters<QaStack['suite']>[0],
): Promise<Record<string, Attempt>> {
  const suite = await qa.suite(cases)
  const session = await qa.begin(suite, {
    targets: [{ ...qa.target(assistant), revision_id: null }],
  })
  sessionId = session.session_id
  const ended = await qa.ended(session.session_id)
  expect(ended).toMatchObject({ status: 'done', ended_attempts: cases.length })
  return qa.attempts(session.session_id)
}

const said = ({ transcript }: Attempt) =>
  transcript.map((step) => {
    if (step.step === 'tool') return `${step.call.name} → ${step.call.result}`
    if (step.step === 'interrupt') return `asked, answered ${step.answered}`
    if (step.step === 'component') return `component: ${step.name}`
    return `${step.step}: ${step.text}`
  })
const failed = ({ results }: Attempt) =>
  results.filter(({ passed }) => !passed).map(({ words, found }) => `${words} – ${found}`)

describe('a case of an agent that asks first', () => {
  it('accepts, edits, answers in words and rejects what it is asked', async () => {
    const refund = { do: 'send' as const, text: 'refund €{amount} for order 4411' }
    const asked = { do: 'expect_interrupt' as const, containing: 'refund' }
    const variables = { amount: '84' }
    const base = { variables, turns: [refund, asked] }
    const attempts = await tried('approval', [
      {
        ...base,
        key: 'accept',
        turns: [refund, asked, { do: 'answer', with: 'accept' }],
        checks: [
          { check: 'contains', text: 'Approved' },
          { check: 'json_path', path: '$.ledger[0].args.amount', equals: 84 },
          { check: 'status', is: 'success' },
        ],
      },
      {
        ...base,
        key: 'edit',
        turns: [
          refund,
          {
            do: 'answer',
            with: 'edit',
            value: { order_id: '4411', amount: 10, currency: 'EUR', reason: 'half' },
          },
        ],
        checks: [{ check: 'contains', text: 'with your changes' }],
      },
      {
        ...base,
        key: 'respond',
        turns: [refund, { do: 'answer', with: 'respond', text: 'Ask Ada first' }],
        checks: [{ check: 'contains', text: 'Ask Ada first' }],
      },
      {
        ...base,
        key: 'reject',
        turns: [refund, { do: 'answer', with: 'reject' }],
        checks: [
          { check: 'contains', text: 'Rejected' },
          { check: 'contains', text: 'Approved' },
        ],
      },
      { ...base, key: 'waits', checks: [{ check: 'status', is: 'interrupted' }] },
      {
        key: 'not-asked',
        turns: [
          { do: 'send', input: { messages: [{ role: 'user', content: ' ' }] } },
          { do: 'expect_interrupt' },
          { do: 'answer', with: 'accept' },
        ],
      },
    ])
    const { accept, edit, respond, reject, waits } = attempts as Record<string, Attempt>
    expect(said(accept as Attempt)).toEqual([
      'user: refund €84 for order 4411',
      expect.stringMatching(/^answer: I would like to refund/),
      expect.stringMatching(/^issue_refund → .*recorded/),
      'asked, answered accept',
      expect.stringMatching(/^answer: Approved: /),
    ])
    expect(failed(accept as Attempt)).toEqual([])
    expect(accept).toMatchObject({ status: 'passed', failed_checks: 0, repeat: 1, target: 0 })
    expect(failed(edit as Attempt)).toEqual([])
    expect(failed(respond as Attempt)).toEqual([])
    expect(reject?.status).toBe('failed')
    expect(failed(reject as Attempt)).toEqual([
      expect.stringMatching(/^answer contains “Approved” – Rejected/),
    ])
    expect(waits?.status).toBe('passed')
    expect(said(waits as Attempt).at(-1)).toBe('asked, answered null')
    expect(failed(attempts['not-asked'] as Attempt)).toEqual([
      'an interrupt comes – no interrupt',
      'an interrupt takes the answer accept – it was not asked',
    ])
  })
})

describe('a case of a run that takes its time', () => {
  const work = { do: 'send' as const, text: '3 steps of 60 seconds' }
  const quick = { do: 'send' as const, text: '2 steps of 0 seconds' }

  it('stops it, rolls it back, and looks at what must hold then', async () => {
    const attempts = await tried('slow', [
      {
        key: 'stop',
        turns: [work, { do: 'cancel', after: { node: 'prepare' }, action: 'interrupt' }],
        checks: [{ check: 'contains', text: 'Starting 3 steps' }],
      },
      {
        key: 'rollback',
        turns: [quick, work, { do: 'cancel', after: { node: 'prepare' }, action: 'rollback' }],
        checks: [{ check: 'contains', text: 'All done' }],
      },
      {
        key: 'wrong',
        turns: [
          work,
          {
            do: 'cancel',
            after: { event: 'updates' },
            action: 'interrupt',
            hold: { run: '404', state_unchanged: true, thread: 'busy' },
          },
        ],
      },
      {
        key: 'too-late',
        turns: [quick, { do: 'cancel', after: { node: 'nowhere' }, action: 'interrupt' }],
      },
    ])
    const { stop, rollback, wrong } = attempts as Record<string, Attempt>
    expect(failed(stop as Attempt)).toEqual([])
    expect(said(stop as Attempt)).toContain('event: Stopped after node prepare.')
    expect(failed(rollback as Attempt)).toEqual([])
    expect(rollback?.results.map(({ words }) => words)).toEqual([
      'the run answers 404 after the stop',
      'the state is unchanged after the stop',
      'answer contains “All done”',
    ])
    expect(failed(wrong as Attempt)).toEqual([
      'the run answers 404 after the stop – interrupted',
      expect.stringMatching(/^the thread is busy after the stop – /),
      'the state is unchanged after the stop – changed',
    ])
    expect(failed(attempts['too-late'] as Attempt)).toEqual([
      'Stopped after node nowhere – the run had ended before',
    ])
  })

  it('drops the connection and goes on, and says more while it is at work', async () => {
    const attempts = await tried('slow', [
      {
        key: 'drop',
        turns: [
          { do: 'send', text: '3 steps of 300 ms' },
          { do: 'drop', after: { node: 'prepare' } },
        ],
        checks: [
          { check: 'contains', text: 'All done: 3 steps' },
          { check: 'max_seconds', seconds: 60 },
        ],
      },
      {
        key: 'enqueue',
        turns: [
          { do: 'send', text: '1 step of 300 ms' },
          {
            do: 'meanwhile',
            after: { node: 'prepare' },
            text: '2 steps of 0 seconds',
            multitask_strategy: 'enqueue',
          },
        ],
        checks: [{ check: 'contains', text: 'All done: 2 steps' }],
      },
      {
        key: 'refused',
        turns: [
          { do: 'send', text: '1 step of 300 ms' },
          {
            do: 'meanwhile',
            after: { node: 'prepare' },
            text: 'Hello?',
            multitask_strategy: 'reject',
          },
        ],
        checks: [{ check: 'contains', text: 'All done: 1 step' }],
      },
    ])
    expect(Object.values(attempts).flatMap(failed)).toEqual([])
    expect(said(attempts.refused as Attempt)).toContain('event: The server refused it.')
    // What was read before the connection dropped is not read again.
    const { events } = await qa.stack.json<{ events: { event: string; data: object }[] }>(
      'GET',
      `/gateway/qa/sessions/${sessionId}/attempts/${attempts.drop?.attempt_id}/events`,
    )
    const steps = events.flatMap(({ event, data }) =>
      event === 'updates' ? Object.keys(data) : [],
    )
    expect(steps.filter((step) => step === 'prepare')).toHaveLength(1)
  })

  it('begins with a state that the case brings along', async () => {
    const messages = [{ type: 'human', content: 'Before', id: 'm1' }]
    const attempts = await tried('slow', [
      {
        key: 'state',
        start: { kind: 'state', values: { messages, log: ['a line of before'] } },
        turns: [quick],
        checks: [
          { check: 'json_path', path: '$.log[0]', equals: 'a line of before' },
          { check: 'json_path', path: '$.messages[0].content', equals: 'Before' },
        ],
      },
    ])
    expect(failed(attempts.state as Attempt)).toEqual([])
    expect(said(attempts.state as Attempt)[0]).toBe('user: 2 steps of 0 seconds')
  })
})

it('fails a run that fails, in its own words, unless the case expects it', async () => {
  const attempts = await tried('faulty', [
    { key: 'fails', turns: [{ do: 'send', text: 'fail' }] },
    {
      key: 'expected',
      turns: [{ do: 'send', text: 'fail' }],
      checks: [{ check: 'status', is: 'error' }],
    },
  ])
  expect(attempts.fails?.status).toBe('failed')
  expect(failed(attempts.fails as Attempt)[0]).toMatch(/^the run ends well – \S/)
  expect(failed(attempts.expected as Attempt)).toEqual([])
})
