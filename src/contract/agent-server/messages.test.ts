import { describe, expect, it } from 'vitest'
import { messagesOf, messageText } from './messages.ts'

describe('messageText', () => {
  it.each([
    ['text', 'Hello', 'Hello'],
    [
      'parts',
      [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
      ],
      'Hello',
    ],
    [
      'parts that are no text',
      [{ type: 'image_url', image_url: 'x' }, 'Hi', null, { text: 7 }],
      'Hi',
    ],
    [
      'a thought and an answer',
      [
        { type: 'text', text: 'Hm.', thought: true },
        { type: 'text', text: 'Hi', thought: false },
      ],
      'Hi',
    ],
    ['a thought in a part of its kind', [{ type: 'reasoning', text: 'Hm.' }, 'Hi'], 'Hi'],
    [
      'texts around a picture, which parts their words',
      ['See', { type: 'image_url', image_url: 'x' }, 'this, ', { type: 'file' }, 'and that'],
      'See this, and that',
    ],
    [
      'texts around a call, which parts none',
      ['Hel', { type: 'tool_use', name: 'x' }, 'lo'],
      'Hello',
    ],
    ['nothing', null, ''],
    ['an object', { text: 'no' }, ''],
  ])('of %s', (_what, content, text) => {
    expect(messageText(content)).toBe(text)
  })
})

describe('messagesOf', () => {
  it('keeps what is a message, of whatever type', () => {
    const messages = [
      { type: 'human', content: 'Hi', id: '1' },
      {
        type: 'AIMessageChunk',
        content: [],
        tool_calls: [{ name: 'search', args: '{"q' }],
        extra: 1,
      },
      { type: 'remove', id: '1', content: '' },
    ]
    expect(messagesOf({ messages: [...messages, null, 'text', { content: 'no type' }] })).toEqual(
      messages,
    )
  })

  it.each([null, undefined, {}, { messages: 'text' }, 'text', 7])('is empty for %j', (values) => {
    expect(messagesOf(values)).toEqual([])
  })
})
