import { describe, expect, it } from 'vitest'
import { Case } from '../../../../contract/qa/cases.ts'
import { keyOfWords, madeCase } from './made-case.ts'

describe('keyOfWords', () => {
  it.each([
    ['Where is my order?', 'where-is-my-order'],
    ['Größe: “L” or don’t', 'gro-e-l-or-dont'],
    ['', 'case'],
    ['你好', 'case'],
    ['How do I deploy from a private repository of mine?', 'how-do-i-deploy-from-a-private'],
    ['x'.repeat(60), 'x'.repeat(40)],
  ])('makes of %j the key %s', (text, key) => {
    expect(keyOfWords(text)).toBe(key)
    expect(Case.shape.key.safeParse(key).success).toBe(true)
  })
})

describe('madeCase', () => {
  const typed = {
    key: 'a',
    words: 'Hello',
    isInput: false,
    expected: ' Greets. ',
    tags: ' refund, short ,, refund',
    before: null,
  }

  it('is a case of one turn that the contract takes, with where it came from', () => {
    const made = madeCase(typed, { run_id: 'r' })
    expect(made).toMatchObject({
      turns: [{ do: 'send', text: 'Hello' }],
      expected: 'Greets.',
      tags: ['refund', 'short'],
      origin: { run_id: 'r' },
    })
    expect(Case.safeParse(made).success).toBe(true)
  })

  it('begins as a thread was, where that is given', () => {
    const made = madeCase({ ...typed, before: { messages: [] } }, {})
    expect(made?.start).toEqual({ kind: 'state', values: { messages: [] } })
    expect(madeCase(typed, {})?.start).toEqual({ kind: 'empty' })
  })

  it('begins with an input as it is, and is none where that is not JSON', () => {
    const input = { ...typed, isInput: true }
    expect(madeCase({ ...input, words: '{"a":1}' }, {})?.turns).toEqual([
      { do: 'send', input: { a: 1 } },
    ])
    expect(madeCase({ ...input, words: '{"a":' }, {})).toBeNull()
  })
})
