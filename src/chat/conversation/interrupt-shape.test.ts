import { expect, it } from 'vitest'
import { actionQuestion, actionResume, besideForm, resumeValue } from './interrupt-shape.ts'

const value = [
  {
    action_request: { action: 'refund', args: { amount: 84 } },
    config: { allow_accept: true, allow_edit: true, allow_respond: false, allow_ignore: false },
    description: 'Refund?',
  },
]

it('reads the shape of agent inboxes', () => {
  expect(actionQuestion(value)).toEqual({
    action: 'refund',
    args: { amount: 84 },
    description: 'Refund?',
    may: { accept: true, edit: true, respond: false, ignore: false },
  })
})

it.each([null, 'Go on?', 42, [], [value[0], value[0]], { question: 'Which?' }])(
  'leaves other shapes to JSON: %j',
  (other) => expect(actionQuestion(other)).toBeNull(),
)

it('shows a sentence beside a form, and anything else that is not its schema', () => {
  const response_schema = { type: 'object' }
  expect(besideForm({ question: 'How?', response_schema })).toBe('How?')
  expect(besideForm({ question: 'How?', order: 4411, response_schema })).toEqual({
    question: 'How?',
    order: 4411,
  })
  expect(besideForm('How?')).toBe('How?')
})

it('answers a list with a list', () => {
  const answer = { type: 'accept', args: null } as const
  expect(actionResume(value, answer)).toEqual([answer])
  expect(actionResume(value[0], answer)).toEqual(answer)
})

it('names the question when there are several, or when the answer is empty', () => {
  const one = { id: 'q1' }
  expect(resumeValue(one, [one], 'yes')).toBe('yes')
  expect(resumeValue(one, [one, { id: 'q2' }], 'yes')).toEqual({ q1: 'yes' })
  expect(resumeValue(one, [one], false)).toEqual({ q1: false })
  expect(resumeValue({}, [{}], false)).toBe(false)
})
