import { describe, expect, it } from 'vitest'
import type { Message } from '../../../contract/agent-server/messages.ts'
import { appendDelta } from '../message-delta.ts'
import { answerBlocks } from './content-blocks.ts'
import { isReasoning, reasoningOf } from './reasoning.ts'

/** A message as each provider's package sends it piece by piece, for the same two sentences. */
const shapes: Record<string, (text: string, index: number) => Partial<Message>> = {
  'thinking of a part': (thinking) => ({ content: [{ type: 'thinking', index: 0, thinking }] }),
  'reasoning of a part': (reasoning) => ({ content: [{ type: 'reasoning', index: 0, reasoning }] }),
  'a part’s summary': (text) => ({
    content: [{ type: 'reasoning', index: 0, summary: [{ index: 0, type: 'summary_text', text }] }],
  }),
  'a summary without numbers': (text) => ({
    content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text }] }],
  }),
  'reasoning_content of a part': (text) => ({
    content: [{ type: 'reasoning_content', index: 0, reasoning_content: { text } }],
  }),
  'a list of thinking': (text) => ({
    content: [{ type: 'thinking', index: 0, thinking: [{ type: 'text', text }] }],
  }),
  'reasoningText of a part': (text) => ({
    content: [{ type: 'reasoning_content', reasoningText: { text, signature: 's' } }],
  }),
  'reasoning_content beside the content': (text) => ({
    content: '',
    additional_kwargs: { reasoning_content: text },
  }),
  'reasoning beside the content': (text) => ({
    content: '',
    additional_kwargs: { reasoning: text },
  }),
  'details beside the content': (text, index) => ({
    content: '',
    additional_kwargs: {
      reasoning_details: [{ type: 'reasoning.text', index: 0, text, ...(index && { id: 'd' }) }],
    },
  }),
  'summaries of details beside the content': (summary) => ({
    content: '',
    additional_kwargs: { reasoning_details: [{ type: 'reasoning.summary', summary }] },
  }),
  'thinking blocks beside the content': (thinking) => ({
    content: '',
    additional_kwargs: { thinking_blocks: [{ type: 'thinking', thinking, signature: 's' }] },
  }),
  'text of a part': (text) => ({ content: [{ type: 'reasoning', index: 0, text }] }),
  'a part of another standard': (text) => ({
    content: [
      {
        type: 'non_standard',
        value: { type: 'reasoning', summary: [{ type: 'summary_text', text }] },
      },
    ],
  }),
  'a text that is a thought': (text) => ({ content: [{ type: 'text', text, thought: true }] }),
  'a summary beside the content': (text) => ({
    content: '',
    additional_kwargs: {
      reasoning: { id: 'r1', summary: [{ index: 0, type: 'summary_text', text }] },
    },
  }),
}

describe('what a model thought is read in every published shape (C14)', () => {
  it.each(Object.entries(shapes))('%s, whole and in pieces', (_shape, message) => {
    const pieces = ['They ask ', 'for a refund. ', 'Is it allowed?'].map(
      (text, index) => ({ id: 'a1', type: 'ai', ...message(text, index) }) as Message,
    )
    const whole = message('They ask for a refund. Is it allowed?', 0) as Message
    expect(reasoningOf(whole)).toBe('They ask for a refund. Is it allowed?')
    const [first = whole, ...rest] = pieces
    const streamed = rest.reduce(appendDelta, first)
    expect(reasoningOf(streamed)).toBe('They ask for a refund. Is it allowed?')
    const answered = appendDelta(streamed, { id: 'a1', type: 'ai', content: 'Yes.' } as Message)
    expect(reasoningOf(answered)).toBe('They ask for a refund. Is it allowed?')
    expect(answerBlocks(answered.content)).toEqual([{ kind: 'text', text: 'Yes.' }])
  })

  it('tags at the beginning of a text', () => {
    const pieces = ['<think>They ask ', 'for a refund.', '</think>', '\n\nYes, ', '<think>.']
    const [first, ...rest] = pieces.map((content) => ({ id: 'a1', type: 'ai', content }) as Message)
    const [second, ...last] = rest
    const thinking = appendDelta(first as Message, second as Message)
    expect(reasoningOf(thinking)).toBe('They ask for a refund.')
    expect(answerBlocks(thinking.content)).toEqual([])
    const answered = last.reduce(appendDelta, thinking)
    expect(reasoningOf(answered)).toBe('They ask for a refund.')
    expect(answerBlocks(answered.content)).toEqual([{ kind: 'text', text: 'Yes, <think>.' }])
  })

  it('what is no thought is none, and what cannot be read is no part to be shown', () => {
    expect(reasoningOf({ content: 'Yes.', additional_kwargs: { model: 'x' } })).toBe('')
    expect(isReasoning({ type: 'text', text: 'Yes.' })).toBe(false)
    expect(isReasoning({ type: 'redacted_thinking', data: 'abc' })).toBe(true)
    const wrapped = (value: unknown) => isReasoning({ type: 'non_standard', value })
    expect(wrapped({ type: 'redacted_thinking', data: 'abc' })).toBe(true)
    expect(wrapped({ type: 'chart', data: 'abc' })).toBe(false)
    expect(isReasoning({ type: 'reasoning', id: 'r1', summary: [] })).toBe(true)
  })

  it('two calls of a tool without numbers stay two', () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'find', input: { text: id } })
    const before = { id: 'a1', type: 'ai', content: [call('c1')] } as Message
    const { content } = appendDelta(before, { ...before, content: [call('c2')] } as Message)
    expect(content).toEqual([call('c1'), call('c2')])
  })
})
