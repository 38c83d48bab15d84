import { expect, it } from 'vitest'
import { firstText, inputMessages } from './input-messages.ts'

const written = (name: string, kwargs: object) => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', name],
  kwargs,
})

it.each([
  ['a text', 'Hello', [{ type: 'human', content: 'Hello' }]],
  ['texts', ['Hello'], [{ type: 'human', content: 'Hello' }]],
  ['pairs', [['user', 'Hello']], [{ type: 'user', content: 'Hello' }]],
  ['one object', { type: 'human', content: 'Hello' }, [{ type: 'human', content: 'Hello' }]],
  [
    'a role and an id',
    [{ role: 'user', content: 'Hello', id: 'm' }],
    [{ role: 'user', type: 'user', content: 'Hello', id: 'm' }],
  ],
  [
    'objects of the library',
    [written('HumanMessage', { content: 'Hello', id: 'm' }), written('AIMessageChunk', {})],
    [{ type: 'human', content: 'Hello', id: 'm' }, { type: 'ai' }],
  ],
  ['no messages', [null, 3, [1, 2], { type: 7 }], []],
])('reads messages that were sent as %s', (_shape, messages, read) => {
  expect(inputMessages({ messages })).toEqual(read)
})

it.each([null, undefined, 'text', 3, {}, { steps: 3 }])('finds none in %j', (input) => {
  expect(inputMessages(input)).toEqual([])
})

it('begins with what a person says, not with what the agent is told before', () => {
  const system = { type: 'system', content: 'You are kind.' }
  expect(firstText([system, { type: 'user', content: 'Hello' }])).toBe('Hello')
  expect(firstText([system])).toBe('You are kind.')
  expect(firstText([{ type: 'human', content: ' ' }])).toBeNull()
})
