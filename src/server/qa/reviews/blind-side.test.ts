import { expect, it } from 'vitest'
import type { Attempt } from '../../../contract/qa/attempts.ts'
import type { ReviewSide } from '../../../contract/qa/reviews.ts'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import { blindError, blindSide, tellingWords } from './blind-side.ts'

const target = (name: string, more: Partial<NamedTarget> = {}): NamedTarget => ({
  connection_id: 'local',
  deployment_id: `${name}-id`,
  revision_id: null,
  assistant_id: 'agent',
  deployment_name: name,
  assistant_name: 'agent',
  commit: `c0ffee${name}`,
  ...more,
})
const thread = '0f8fad5b-d9cb-469f-a165-70867728950e'
const attempt = { attempt_id: 'attempt-1', thread_id: thread, run_ids: ['run-9'] } as Attempt

const side = {
  transcript: [
    {
      step: 'answer' as const,
      text: `I am support-two (agent) on ${thread}, run-9, not supporter`,
    },
    { step: 'tool' as const, call: { id: 'call_1', name: 'search', args: { id: 3, q: 'x' } } },
    { step: 'interrupt' as const, value: [{ thread_id: thread, ask: 'support-one?' }] },
    {
      step: 'component' as const,
      name: 'support-two-card',
      props: { id: 4411, of: [`${thread} by support-one`] },
    },
  ],
  state: { messages: [{ id: 'm1', content: 'c0ffeesupport-two', usage_metadata: { total: 3 } }] },
  results: [
    { words: 'at most 3 s', passed: false, found: '3.4 s' },
    { words: 'answer contains “x”', passed: false, found: 'support-two says no' },
  ],
  repeats: ['failed'],
}

it('hides a commit as short as people say it', () => {
  const targets = ['57a0cb7bc28713d5', '7ad20e5d9cb469fa'].map((commit) =>
    target('one', { commit }),
  )
  const words = tellingWords(targets, [])
  const said = {
    ...side,
    transcript: [{ step: 'answer' as const, text: 'I am 7ad20e5, not 57a0cb7.' }],
  }
  expect(blindSide(said, words).transcript).toEqual([{ step: 'answer', text: 'I am …, not ….' }])
})

it('leaves nothing that tells which target answered, and what both have alike', () => {
  const words = tellingWords([target('support-one'), target('support-two')], [attempt])
  const blind = blindSide(side, words)
  const text = JSON.stringify(blind)
  for (const word of [
    'support-one',
    'support-two',
    'c0ffee',
    thread,
    'run-9',
    '3.4',
    'm1',
    'call_1',
    'usage_metadata',
  ]) {
    expect(text).not.toContain(word)
  }
  expect(blind.transcript?.[0]).toEqual({
    step: 'answer',
    text: 'I am … (agent) on …, …, not supporter',
  })
  expect(blind.transcript?.[1]).toMatchObject({ call: { name: 'search', args: { id: 3, q: 'x' } } })
  expect(blind.transcript?.[3]).toEqual({
    step: 'component',
    name: '…-card',
    props: { id: 4411, of: ['… by …'] },
  })
  expect(blind.results).toEqual([
    { words: 'at most 3 s', passed: false },
    { words: 'answer contains “x”', passed: false, found: '… says no' },
  ])
})

it('33.3.3: hides what the connections are called, unless both are reached by the same one', () => {
  const said = [{ step: 'answer' as const, text: 'Staging says: ask Production, not staging.' }]
  const read = (...names: string[]) => {
    const targets = names.map((connection_name, index) =>
      target('shop', { connection_id: `c${index}`, connection_name }),
    )
    return blindSide({ ...side, transcript: said }, tellingWords(targets, [])).transcript
  }
  expect(read('Staging', 'Production')).toEqual([{ step: 'answer', text: '… says: ask …, not ….' }])
  expect(read('Staging', 'Staging')).toEqual(said)
})

it('takes names with any characters as they are', () => {
  const odd = target('a.b(c)', { assistant_name: '[x' })
  const words = tellingWords([odd, target('plain')], [])
  const text = (said: string) =>
    blindSide({ ...side, transcript: [{ step: 'answer', text: said }] }, words).transcript?.[0]
  expect(text('is a.b(c) and axb(c) and [x')).toEqual({
    step: 'answer',
    text: 'is … and axb(c) and …',
  })
})

const withSteps = (transcript: ReviewSide['transcript'], state: ReviewSide['state'] = {}) => ({
  ...side,
  transcript,
  state,
})

it('33.3.3: hides names and ids in the names of fields too, and loses no field', () => {
  const words = tellingWords([target('shop'), target('store')], [attempt])
  const one = '6b1f1d0e-4f0c-4a51-9d0c-0d8f7c7b1a11'
  const value = { [thread]: 1, [`thread_${one}`]: { 'run-9': 2 }, shop_cart: 3, shopping: 4 }
  const blind = blindSide(
    withSteps(
      [
        { step: 'tool', call: { id: null, name: 'find', args: value, result: `{"${thread}":1}` } },
        { step: 'interrupt', value: [value], answered: null },
      ],
      { [one]: 1, [thread]: 2, 'run-9': value },
    ),
    words,
  )
  const hidden = { '…': 1, 'thread_…': { '…': 2 }, '…_cart': 3, shopping: 4 }
  expect(blind.transcript).toEqual([
    { step: 'tool', call: { id: null, name: 'find', args: hidden, result: '{"…":1}' } },
    { step: 'interrupt', value: [hidden], answered: null },
  ])
  expect(blind.state).toEqual({ '…': 1, '… 2': 2, '… 3': hidden })
})

it('33.3.3: hides ids and commits as short as people say them, and refs', () => {
  const words = tellingWords(
    [target('one', { revision_id: thread, ref: 'main' }), target('two', { ref: 'candidate' })],
    [],
  )
  const said = 'Revision 0f8fad5b of candidate at c0ffeeon, 0f8fad5bd9cb469fa16570867728950e'
  const [step] = blindSide(withSteps([{ step: 'answer', text: said }]), words).transcript ?? []
  expect(step).toEqual({ step: 'answer', text: 'Revision … of … at …, …' })
})

it('33.3.3: stays readable where a target is called as a part of what is read', () => {
  const words = tellingWords([target('answer'), target('text')], [])
  const blind = blindSide(
    { ...side, transcript: [{ step: 'answer', text: 'The text' }], repeats: ['passed'] },
    words,
  )
  expect(blind.transcript).toEqual([{ step: 'answer', text: 'The …' }])
})

it('33.3.3: says of what could not be tried the same, whatever each server said', () => {
  const said = ['There is no deployment “shop”.', 'Deployment ID 7 not found'].map((error) =>
    blindError({ status: 'error', error }),
  )
  expect(said).toEqual(
    Array(2).fill('It could not be tried. Why is told once the session is closed.'),
  )
  const late = { status: 'failed' as const, error: 'It took longer than 1 s and was stopped.' }
  expect(blindError(late)).toBe(late.error)
  expect(blindError({ status: 'passed' })).toBeNull()
})
