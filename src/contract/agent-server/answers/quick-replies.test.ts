import { expect, it } from 'vitest'
import { quickReplies } from './quick-replies.ts'

const repliesOf = (quick_replies: unknown) => quickReplies({ additional_kwargs: { quick_replies } })

it('quick replies are texts, or labels with a text of their own', () => {
  expect(repliesOf(['Yes', { label: ' No ' }, { label: 'Later', text: 'Ask me later' }])).toEqual([
    { label: 'Yes', text: 'Yes' },
    { label: 'No', text: 'No' },
    { label: 'Later', text: 'Ask me later' },
  ])
})

it('what does not fit the schema is passed over', () => {
  const wrong = [
    '',
    7,
    null,
    {},
    { label: '' },
    { text: 'x' },
    { label: 'x', text: 7 },
    'y'.repeat(81),
  ]
  expect(repliesOf([...wrong, 'Yes', 'Yes'])).toEqual([{ label: 'Yes', text: 'Yes' }])
  expect(repliesOf(Array.from({ length: 20 }, (_, index) => `${index}`))).toHaveLength(8)
  for (const message of [null, undefined, {}, { additional_kwargs: null }]) {
    expect(quickReplies(message)).toEqual([])
  }
  expect(repliesOf('Yes')).toEqual([])
})
