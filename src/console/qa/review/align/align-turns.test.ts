import { expect, it } from 'vitest'
import type { TranscriptStep } from '../../../../contract/qa/attempts.ts'
import { alignTurns } from './align-turns.ts'

const user = (text: string): TranscriptStep => ({ step: 'user', text })
const answer = (text: string): TranscriptStep => ({ step: 'answer', text })
const event = (text: string): TranscriptStep => ({ step: 'event', text })
const tool = (name: string): TranscriptStep => ({ step: 'tool', call: { name, args: {} } })
const interrupt: TranscriptStep = { step: 'interrupt', value: 'refund?', answered: 'accept' }

/** A turn as text: the question, then a line for each row. */
function drawn(a: TranscriptStep[], b: TranscriptStep[] | null): string[] {
  const name = (step: TranscriptStep | null) => {
    if (!step) return '-'
    if (step.step === 'tool') return step.call.name
    return step.step === 'interrupt' ? '?' : step.text
  }
  return alignTurns(a, b).flatMap(({ question, on, rows }) => [
    `${question ?? ''} (${on})`,
    ...rows.map((row) => `${name(row.a)} | ${name(row.b)}`),
  ])
}

it('leaves a hole where only one side asked', () => {
  expect(
    drawn(
      [user('Refund'), tool('lookup'), interrupt, tool('refund'), answer('Approved')],
      [user('Refund'), tool('lookup'), tool('refund'), answer('Done')],
    ),
  ).toEqual(['Refund (both)', 'lookup | lookup', '? | -', 'refund | refund', 'Approved | Done'])
})

it('never puts tools of different names beside each other', () => {
  expect(drawn([user('Q'), tool('search')], [user('Q'), tool('lookup')])).toEqual([
    'Q (both)',
    'search | -',
    '- | lookup',
  ])
})

it('puts the last answers of a turn beside each other', () => {
  expect(
    drawn(
      [user('Q'), answer('Let me look'), tool('search'), answer('Found')],
      [user('Q'), answer('It is this')],
    ),
  ).toEqual(['Q (both)', 'Let me look | -', 'search | -', 'Found | It is this'])
})

it('says which side came to a turn', () => {
  expect(drawn([user('One'), answer('1'), user('Two'), answer('2')], [user('One')])).toEqual([
    'One (both)',
    '1 | -',
    'Two (a)',
    '2 | -',
  ])
  expect(drawn([user('One')], [user('One'), user('Two')])).toEqual(['One (both)', 'Two (b)'])
})

it('pairs the first of the same words said twice', () => {
  expect(
    drawn([user('yes'), answer('1'), user('yes'), answer('2')], [user('yes'), answer('one')]),
  ).toEqual(['yes (both)', '1 | one', 'yes (a)', '2 | -'])
})

it('puts events beside each other, the same ones first', () => {
  expect(
    drawn([user('Q'), event('cancelled'), event('dropped')], [user('Q'), event('dropped')]),
  ).toEqual(['Q (both)', 'cancelled | -', 'dropped | dropped'])
  expect(drawn([event('cancelled at once')], [event('cancelled later')])).toEqual([
    ' (both)',
    'cancelled at once | cancelled later',
  ])
})

it('has no holes beside a single side, and a turn of nothing', () => {
  expect(drawn([user('Q'), answer('1')], null)).toEqual(['Q (both)', '1 | -'])
  expect(drawn([], null)).toEqual([' (both)'])
  expect(drawn([], [])).toEqual([' (both)'])
})
