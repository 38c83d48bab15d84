import { expect, it } from 'vitest'
import { foldEvent } from './conversation.ts'
import { type Conversation, emptyConversation } from './conversation-types.ts'
import { endRun, forgetStreamed } from './runs/conversation-runs.ts'

const live = { run_id: 'r', at: 1 }
type Told = [event: string, data: unknown]

const fold = (events: readonly Told[], from: Conversation = emptyConversation) =>
  events.reduce((folded, [event, data]) => foldEvent(folded, { id: null, event, data }, live), from)

const at = (path: string) => ({ langgraph_node: path, langgraph_checkpoint_ns: path })
const human = { id: 'h', type: 'human', content: 'Why?' }
const caller = {
  id: 'a',
  type: 'ai',
  content: '',
  tool_calls: [{ id: 't', name: 'ask', args: {} }],
}
const result = { id: 'r', type: 'tool', content: 'done', tool_call_id: 't' }
const answer = { id: 'b', type: 'ai', content: 'The moon.' }
const piece = (id: string, content: string, path: string): Told => [
  'messages',
  [{ id, type: 'AIMessageChunk', content }, at(path)],
]
const asked: Told[] = [
  ['values', { messages: [human] }],
  ['messages', [caller, at('agent:1')]],
  ['values', { messages: [human, caller] }],
]
const own = ({ messages }: Conversation) => messages.map(({ id }) => id)
const inner = (folded: Conversation) =>
  folded.inner.map(({ id, message, within }) => [id, message.content, within.calls])

it('C4: inner words never stand among the thread’s messages, and stay at the run’s end', () => {
  const half = fold([
    ...asked,
    piece('i', 'Not', 'tools:2|think:3'),
    piece('i', 'es', 'tools:2|think:3'),
  ])
  expect(own(half)).toEqual(['h', 'a'])
  expect(inner(half)).toEqual([['i', 'Notes', ['t']]])
  const ended = endRun(
    fold(
      [
        ['messages', [result, at('tools:2')]],
        piece('b', 'The moon.', 'agent:4'),
        ['values', { messages: [human, caller, result, answer] }],
      ],
      half,
    ),
    'done',
    9,
    false,
  )
  expect(own(ended)).toEqual(['h', 'a', 'r', 'b'])
  expect(inner(ended)).toEqual([['i', 'Notes', ['t']]])
})

it('C4: the mode `messages` tells who speaks in an event of its own', () => {
  const folded = fold([
    ['values', { messages: [human] }],
    ['messages/metadata', { a: { metadata: at('agent:1') } }],
    ['messages/partial', [caller]],
    ['messages/complete', [caller]],
    ['values', { messages: [human, caller] }],
    ['messages/metadata', { i: { metadata: at('tools:2|think:3') } }],
    ['messages/partial', [{ id: 'i', type: 'ai', content: 'No' }]],
    ['messages/partial', [{ id: 'i', type: 'ai', content: 'Notes' }]],
    ['messages/complete', [result]],
    ['messages/metadata', { b: { metadata: at('agent:4') } }],
    ['messages/partial', [answer]],
  ])
  expect(own(folded)).toEqual(['h', 'a', 'r', 'b'])
  expect(inner(folded)).toEqual([['i', 'Notes', ['t']]])
})

it('C4: what is told again from the start is not heard twice', () => {
  const events = [...asked, piece('i', 'Notes', 'tools:2|think:3')]
  expect(inner(fold(events, forgetStreamed(fold(events))))).toEqual([['i', 'Notes', ['t']]])
  expect(inner(fold(events, endRun(fold(events), 'cut', 9, true)))).toEqual([['i', 'Notes', ['t']]])
})

it('C4: what turns up in the thread was its own all the time', () => {
  const written = { id: 'i', type: 'ai', content: 'Notes' }
  const folded = fold([
    ...asked,
    piece('i', 'Notes', 'write:2'),
    ['values', { messages: [human, caller, written] }],
  ])
  expect(own(folded)).toEqual(['h', 'a', 'i'])
  expect(folded.inner).toEqual([])
})
