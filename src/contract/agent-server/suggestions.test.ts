import { expect, it } from 'vitest'
import { offerOf } from './suggestions.ts'

it('33.5: what an assistant can be asked is read from its metadata and its description', () => {
  const description =
    'Answers from the handbook.\n\n- How do I stop a run?\n* Who pays?  \n- Who pays?'
  expect(offerOf({ description, metadata: { suggestions: ['Hello?'] } })).toEqual({
    about: 'Answers from the handbook.',
    suggestions: ['Hello?', 'How do I stop a run?', 'Who pays?'],
  })
})

it('offers nothing where nothing is said, or something else is meant', () => {
  const none = { about: '', suggestions: [] }
  for (const suggestions of [undefined, null, 7, { a: 1 }, [null, 3, '', ' ', 'x'.repeat(201)]]) {
    expect(offerOf({ description: null, metadata: { suggestions } })).toEqual(none)
  }
  expect(offerOf({})).toEqual(none)
  const many = Array.from({ length: 20 }, (_x, n) => `- ${n}`).join('\n')
  expect(offerOf({ description: many }).suggestions).toHaveLength(6)
})
