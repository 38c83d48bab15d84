import { describe, expect, it } from 'vitest'
import { saidIn } from './said-in.ts'

describe('saidIn', () => {
  it.each([
    ['a role', { messages: [{ role: 'user', content: 'Where is it?' }] }],
    ['a type', { messages: [{ type: 'human', content: 'Where is it?', id: '1' }] }],
    ['parts', { messages: [{ type: 'human', content: [{ type: 'text', text: 'Where is it?' }] }] }],
  ])('takes the words of a message with %s', (_, input) => {
    expect(saidIn(input)).toEqual({ text: 'Where is it?' })
  })

  it.each([
    ['more than messages', { messages: [{ role: 'user', content: 'Hello' }], language: 'de' }],
    [
      'several messages',
      {
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Hello' },
        ],
      },
    ],
    [
      'a picture',
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Hello' }, { type: 'image_url' }] },
        ],
      },
    ],
  ])('keeps the whole input where it has %s', (_, input) => {
    expect(saidIn(input)).toEqual({ text: 'Hello', input })
  })

  it('keeps an input without messages, and has nothing of a run without input', () => {
    expect(saidIn({ trouble: 'throw' })).toEqual({ text: '', input: { trouble: 'throw' } })
    expect(saidIn('go')).toEqual({ text: '', input: 'go' })
    expect(saidIn(null)).toEqual({ text: '' })
  })
})
