import { expect, it } from 'vitest'
import { type AttemptFacts, judge } from './checks.ts'

const facts = (answer: string): AttemptFacts => ({
  answer,
  values: {},
  tools: [],
  runStatus: 'success',
  threadStatus: 'idle',
  seconds: 1,
  tokens: null,
})

it('a pattern that would stop the process fails with a sentence, whether it is to fit or not', async () => {
  for (const not of [undefined, true]) {
    const check = { check: 'matches' as const, pattern: '^.*(a+)+\\*\\. $', not }
    const result = await judge(check, facts('a'.repeat(34)))
    expect(result).toMatchObject({
      passed: false,
      found: expect.stringMatching(/takes too long: write it without repetitions/),
    })
  }
  const fine = { check: 'matches' as const, pattern: 'refunded €\\d+', flags: 'i' }
  expect((await judge(fine, facts('Refunded €84.'))).passed).toBe(true)
})
