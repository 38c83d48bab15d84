import { expect, it } from 'vitest'
import { besideForm, resumeValue } from './interrupt-shape.ts'

it('shows a sentence beside a form, and anything else that is not its schema', () => {
  const response_schema = { type: 'object' }
  expect(besideForm({ question: 'How?', response_schema })).toBe('How?')
  expect(besideForm({ question: 'How?', order: 4411, response_schema })).toEqual({
    question: 'How?',
    order: 4411,
  })
  expect(besideForm('How?')).toBe('How?')
})

it('names the question when there are several, or when the answer is empty', () => {
  const one = { id: 'q1' }
  expect(resumeValue(one, [one], 'yes')).toBe('yes')
  expect(resumeValue(one, [one, { id: 'q2' }], 'yes')).toEqual({ q1: 'yes' })
  expect(resumeValue(one, [one], false)).toEqual({ q1: false })
  expect(resumeValue({}, [{}], false)).toBe(false)
})
