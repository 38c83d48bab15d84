import { expect, it } from 'vitest'
import { readCaseFile } from '../read-case-file.ts'

it('sends what the user says and expects the last answer', () => {
  const conversation = {
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello!', tool_calls: [{ id: '1' }] },
      { role: 'tool', content: 'x' },
      { role: 'user', content: [{ type: 'text', text: 'Cancel it' }, { type: 'image_url' }] },
      { role: 'assistant', content: 'Done.' },
    ],
    tools: [],
  }
  const read = readCaseFile({ text: `${JSON.stringify(conversation)}\n` })
  expect(read).toMatchObject({ format: 'chat_jsonl', faults: [] })
  expect(read.cases[0]?.case).toMatchObject({
    key: 'hi',
    turns: [
      { do: 'send', text: 'Hi' },
      { do: 'send', text: 'Cancel it' },
    ],
    expected: 'Done.',
  })
  expect(read.left_out).toEqual([
    'System messages are not taken over: line 1.',
    'Answers of the assistant before its last one are not taken over: line 1.',
    'Calls of tools are not taken over: line 1.',
    'Messages of “tool” are not taken over: line 1.',
    'Parts of messages that are no text are not taken over: line 1.',
    '“tools” is not taken over: line 1.',
  ])
})

it('expects nothing where the user has the last word', () => {
  const messages = [
    { role: 'assistant', content: 'Hello, how can I help?' },
    { role: 'user', content: 'Cancel' },
  ]
  const read = readCaseFile({ text: JSON.stringify({ messages }) })
  expect(read.cases[0]?.case.expected).toBe('')
})

it('names the place of what is no conversation', () => {
  const lines = [
    '{"messages":[{"role":"user","content":"Hi"}]}',
    '{"messages":"Hi"}',
    '{"messages":[{"role":"system","content":"Be short."}]}',
    '{"messages":[{"role":"user","content":"Hi"}}',
    '{"text":"Hi"}',
  ]
  const read = readCaseFile({ text: lines.join('\r\n') })
  expect(read.cases.map(({ line }) => line)).toEqual([1])
  expect(read.faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 13],
    [3, 13],
    [4, 44],
    [5, 1],
  ])
  expect(read.faults[1]?.message).toBe('The user says nothing here.')
})

it('33.3.9: says that the expected answer had parts that are no text', () => {
  const answer = [
    { type: 'text', text: 'Here.' },
    { type: 'image_url', image_url: 'x' },
  ]
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: answer },
  ]
  const { cases, left_out } = readCaseFile({ text: JSON.stringify({ messages }) })
  expect(cases[0]?.case.expected).toBe('Here.')
  expect(left_out).toEqual(['Parts of messages that are no text are not taken over: line 1.'])
})
