import { expect, it } from 'vitest'
import { questionWords } from './question-words.ts'

it('33: says each thing that a person is asked about', () => {
  const action_requests = [
    { name: 'refund', args: { order_id: 4411 } },
    { name: 'send_mail', args: { to: 'ana' }, description: 'Write to Ana?' },
  ]
  const review_configs = action_requests.map(({ name }) => ({
    action_name: name,
    allowed_decisions: ['approve', 'reject'],
  }))
  expect(questionWords({ action_requests, review_configs })).toEqual([
    'refund {"order_id":4411}',
    'Write to Ana?',
  ])
  expect(questionWords('Sure?')).toEqual(['Sure?'])
  expect(questionWords({ size: 3 })).toEqual(['{"size":3}'])
})
