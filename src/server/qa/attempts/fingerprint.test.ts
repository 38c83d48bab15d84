import { describe, expect, it } from 'vitest'
import type { TranscriptStep } from '../../../contract/qa/attempts.ts'
import { fingerprintOf, normalTranscript } from './fingerprint.ts'

const answer = (text: string): TranscriptStep => ({ step: 'answer', text })
const tool = (
  call: Partial<Extract<TranscriptStep, { step: 'tool' }>['call']>,
): TranscriptStep => ({
  step: 'tool',
  call: { id: 'call_1', name: 'find_order', args: {}, result: null, ...call },
})
const card = (name: string, props: Record<string, unknown>): TranscriptStep => ({
  step: 'component',
  name,
  props,
})
const isEqual = (one: TranscriptStep[], other: TranscriptStep[]) =>
  fingerprintOf(one) === fingerprintOf(other)

const [a, b, c] = [
  '0b9f1f3c-6f0e-4a34-9a2e-0d6a4f5a1c11',
  '7d2a9f10-33c1-4d52-8a0a-5b8f6c7d8e22',
  'e4c4b7a2-9d11-4f6f-b1e0-1a2b3c4d5e33',
]

describe('two transcripts are equal', () => {
  it.each([
    ['whatever the call’s id', [tool({ id: 'call_1' })], [tool({ id: 'call_2' })]],
    [
      'in whatever order fields stand',
      [tool({ args: { order: 4411, depth: { x: 1, y: 2 } } })],
      [tool({ args: { depth: { y: 2, x: 1 }, order: 4411 } })],
    ],
    [
      'whatever ids, times and durations a result has',
      [tool({ result: `{"run_id":"x","created_at":"2026-11-03","took_ms":12,"total":84}` })],
      [tool({ result: `{"total": 84, "took_ms":90,"run_id":"y","created_at":"2026-11-09"}` })],
    ],
    [
      'whatever a provider says beside a message',
      [tool({ result: '[{"id":"chatcmpl-abcdefgh1","response_metadata":{"model":"a"}}]' })],
      [tool({ result: '[{"id":"chatcmpl-ijklmnop2","usage_metadata":{"total":3}}]' })],
    ],
    [
      'where ids that were made up stand at the same places',
      [tool({ args: { from: a, to: b } }), tool({ args: { from: b } })],
      [tool({ args: { from: c, to: a } }), tool({ args: { from: a } })],
    ],
    [
      'in what a component is given, but for ids and times',
      [card('order', { total: 84, thread_id: 'x', created_at: '2026-11-03' })],
      [card('order', { created_at: '2026-11-09', thread_id: 'y', total: 84 })],
    ],
    [
      'in the fields of a graph without messages, whatever their order',
      [answer(`\`\`\`json\n{"total":1,"thread_id":"${a}"}\n\`\`\``)],
      [answer(`\`\`\`json\n{"thread_id":"${b}","total":1}\n\`\`\``)],
    ],
  ])('%s', (_, one, other) => {
    expect(isEqual(one, other)).toBe(true)
  })
})

describe('two transcripts are not equal', () => {
  it.each([
    ['where another component says it', [card('order', {})], [card('invoice', {})]],
    ['where it is given another number', [card('o', { n: 1 })], [card('o', { n: 2 })]],
    ['where a word of the answer differs', [answer('30 days.')], [answer('14 days.')]],
    ['where an answer names another id', [answer(`It is ${a}.`)], [answer(`It is ${b}.`)]],
    ['where an order differs', [tool({ args: { id: 4411 } })], [tool({ args: { id: 4412 } })]],
    [
      'where an order’s id is a text',
      [tool({ args: { id: 'order-4411' } })],
      [tool({ args: { id: 'order-4412' } })],
    ],
    [
      'where it asked for another time',
      [tool({ args: { created_at: '2026-11-03' } })],
      [tool({ args: { created_at: '2026-11-04' } })],
    ],
    ['where another tool was called', [tool({})], [tool({ name: 'cancel_order' })]],
    ['where a result differs', [tool({ result: 'paid' })], [tool({ result: 'open' })]],
    [
      'where an id comes again that did not',
      [tool({ args: { from: a } }), tool({ args: { from: b } })],
      [tool({ args: { from: a } }), tool({ args: { from: a } })],
    ],
    ['where a step is missing', [answer('Yes.'), tool({})], [answer('Yes.')]],
    [
      'where a question was answered otherwise',
      [{ step: 'interrupt' as const, value: 1, answered: 'accept' }],
      [{ step: 'interrupt' as const, value: 1, answered: 'reject' }],
    ],
  ])('%s', (_, one, other) => {
    expect(isEqual(one, other)).toBe(false)
  })
})

it('keeps what was said as it was said', () => {
  const steps: TranscriptStep[] = [
    { step: 'user', text: `Where is ${a}? ` },
    answer('{"created_at":  "today"}'),
  ]
  expect(normalTranscript(steps)).toEqual([
    ['user', `Where is ${a}? `],
    ['answer', '{"created_at":  "today"}'],
  ])
})
