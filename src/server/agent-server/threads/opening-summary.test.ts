import { expect, it } from 'vitest'
import { openingSummary } from './opening-summary.ts'

it('shows how a conversation begins, whatever form its messages have', () => {
  const summary = { first_message: 'Hello', last_message: null, message_count: 0 }
  expect(openingSummary({ messages: [{ role: 'user', content: 'Hello' }] })).toEqual(summary)
  expect(openingSummary({ messages: 'Hello' })).toEqual(summary)
  expect(openingSummary({ messages: [['user', 'Hello']] })).toEqual(summary)
  const system = { role: 'system', content: 'You are kind.' }
  expect(openingSummary({ messages: [system, { role: 'user', content: 'Hello' }] })).toEqual(
    summary,
  )
  const parts = [{ type: 'text', text: 'Hello' }]
  expect(openingSummary({ messages: [{ type: 'human', content: parts }] })).toEqual(summary)
})

it('cuts long beginnings, and has nothing to show without a message', () => {
  const long = openingSummary({ messages: [{ content: 'x'.repeat(500) }] })
  expect(long?.first_message).toHaveLength(200)
  for (const input of [null, undefined, 'text', { steps: 3 }, { messages: [{}] }]) {
    expect(openingSummary(input)).toBeNull()
  }
})
