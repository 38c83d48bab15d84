import { expect, it } from 'vitest'
import { type Conversation, emptyConversation } from './conversation-types.ts'
import { foldNewest } from './fold-newest.ts'
import { shownCalls } from './parts/tool-calls.ts'

type Told = [event: string, data: unknown]

function fold(events: readonly Told[], from: Conversation = emptyConversation): Conversation {
  return events.reduce(
    (folded, [event, data], index) =>
      foldNewest(folded, { id: String(index), event, data }, { run_id: 'r', at: index }),
    from,
  )
}

const says =
  (call: string, namespace: string) =>
  (event: string, fields: object = {}): Told => [
    `messages|${namespace}`,
    { event, run_id: call, ...fields },
  ]
const agent = says('call-1', 'agent:1')
const begins = agent('message-start', { id: 'm' })
const block = (index: number, content: object) => agent('content-block-start', { index, content })
const grows = (index: number, delta: object) => agent('content-block-delta', { index, delta })
const ends = (index: number, content: object) => agent('content-block-finish', { index, content })
const contents = ({ messages }: Conversation) => messages.map(({ message }) => message.content)

it('36: blocks of a message grow beside each other, each at its place', () => {
  const half = fold([
    begins,
    block(0, { type: 'reasoning', reasoning: '' }),
    grows(0, { type: 'reasoning-delta', reasoning: 'Hm' }),
    block(1, { type: 'text', text: 'It' }),
    grows(1, { type: 'text-delta', text: ' rains' }),
    grows(0, { type: 'reasoning-delta', reasoning: 'm.' }),
  ])
  expect(half.messages[0]).toMatchObject({ id: 'm', kind: 'ai', origin: 'stream', run_id: 'r' })
  expect(contents(half)).toEqual([
    [
      { type: 'reasoning', reasoning: 'Hmm.' },
      { type: 'text', text: 'It rains' },
    ],
  ])
  expect(half.pace).toMatchObject({ characters: 6 })
  const kept = { id: 'm', type: 'ai', content: [{ type: 'text', text: 'It rains.' }] }
  const whole = fold([agent('message-finish'), ['values', { messages: [kept] }]], half)
  expect(whole.messages).toMatchObject([{ origin: 'state', message: kept }])
})

it('36: what grows in ways that are not known comes whole with its end', () => {
  const told = fold([
    begins,
    block(0, { type: 'text', text: '' }),
    grows(0, { type: 'hologram-delta', light: 'blue' }),
    ends(0, { type: 'text', text: 'Whole.' }),
  ])
  expect(contents(told)).toEqual([[{ type: 'text', text: 'Whole.' }]])
})

it('36: a call is written as it comes, and its result stands there before the step is done', () => {
  const call = { type: 'tool_call_chunk', id: 'c', name: 'weather' }
  const half = fold([
    begins,
    block(0, { ...call, args: '' }),
    grows(0, { type: 'block-delta', fields: { ...call, args: '{"city":' } }),
  ])
  const shown = ({ messages }: Conversation) => messages.flatMap(shownCalls)
  expect(shown(half)).toMatchObject([{ id: 'c', name: 'weather', args: '{"city":' }])
  const result = { type: 'tool', id: 't', tool_call_id: 'c', content: 'Rain' }
  const carriedOut = fold(
    [
      ends(0, { ...call, type: 'tool_call', args: { city: 'Paris' } }),
      ['tools|tools:2', { event: 'tool-started', tool_call_id: 'c', input: '{"city":"Paris"}' }],
      ['tools|tools:2', { event: 'tool-finished', tool_call_id: 'c', output: result }],
    ],
    half,
  )
  expect(shown(carriedOut)).toMatchObject([{ id: 'c', args: { city: 'Paris' } }])
  expect(contents(carriedOut)).toEqual([[], 'Rain'])
})

it('36, C4: what an agent within a tool says is no answer of the thread', () => {
  const call = { type: 'tool_call', id: 'c', name: 'ask', args: {} }
  const inner = says('call-2', 'tools:2|think:3')
  const told = fold([
    begins,
    block(0, call),
    ['values', { messages: [{ id: 'm', type: 'ai', content: '', tool_calls: [call] }] }],
    inner('message-start', { id: 'i' }),
    inner('content-block-start', { index: 0, content: { type: 'text', text: 'Notes' } }),
  ])
  expect(told.messages.map(({ id }) => id)).toEqual(['m'])
  expect(told.inner).toMatchObject([{ id: 'i', within: { calls: ['c'], speaker: 'think' } }])
})

it('36: two calls of a model at once are two messages', () => {
  const [one, other] = [says('call-1', 'a:1'), says('call-2', 'b:2')]
  const text = (words: string) => ({ index: 0, content: { type: 'text', text: words } })
  const told = fold([
    one('message-start', { id: 'm1' }),
    other('message-start', { id: 'm2', role: 'human' }),
    other('content-block-start', text('two')),
    one('content-block-start', text('one')),
    one('usage', { usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 } }),
  ])
  expect(told.messages.map(({ kind }) => kind)).toEqual(['ai', 'human'])
  expect(told.messages[0]?.message).toMatchObject({
    content: [{ type: 'text', text: 'one' }],
    usage_metadata: { total_tokens: 7 },
  })
})

it('36: steps by what they wrote, and why a run failed', () => {
  const told = fold([
    ['lifecycle', { event: 'running', graph_name: 'root' }],
    ['updates', { node: 'agent', values: { messages: [{ id: 'm', type: 'ai', content: 'Hi' }] } }],
    ['lifecycle|tools:1', { event: 'failed', graph_name: 'tools' }],
    ['lifecycle', { event: 'failed', error: '{"error":"Error","message":"The disk is full."}' }],
  ])
  expect(told.steps).toMatchObject([{ node: 'agent', status: 'done' }])
  expect(contents(told)).toEqual(['Hi'])
  expect(told.failure).toEqual({ name: 'Error', message: 'The disk is full.' })
  expect(told.unknownKinds).toEqual({})
})

it('36: an attempt that begins again says everything again', () => {
  const half = fold([begins, block(0, { type: 'text', text: 'Ha' })])
  const again = fold([['metadata', { run_id: 'r', attempt: 2 }]], half)
  expect(again.messages).toEqual([])
  const late = fold([grows(0, { type: 'text-delta', text: 'lf' })], again)
  expect(late.messages).toEqual([])
})

it.each<[string, Told[]]>([
  ['an end of nothing', [agent('message-finish'), ends(0, { type: 'text', text: 'x' })]],
  ['a beginning without an id', [agent('message-start'), block(0, { type: 'text', text: 'x' })]],
  ['a growth of nothing', [begins, grows(0, { type: 'text-delta', text: 'x' })]],
  ['odd indexes', [begins, block(-1, { type: 'text' }), block(1e9, { type: 'text', text: 'x' })]],
  ['no index', [begins, agent('content-block-start', { content: { type: 'text', text: 'x' } })]],
  ['no objects', [begins, agent('content-block-start', { index: 0, content: 'x' }), grows(0, [])]],
  ['a call that broke off', [begins, agent('error', { message: 'overloaded' })]],
  ['a tool without an output', [begins, ['tools', { event: 'tool-finished', output: null }]]],
])('36: %s says nothing and breaks nothing', (_what, events) => {
  expect(contents(fold(events)).flat()).toEqual([])
})

/** As the published Python server hands on what was begun in the newest protocol. */
const envelope = (method: string, params: object): Told => [
  method,
  { type: 'event', method, params: { namespace: [], timestamp: 1, ...params }, seq: 1 },
]
const unnamed = (event: string, fields: object = {}) =>
  envelope('messages', { data: { event, ...fields } })
const text = (words: string) => ({ index: 0, content: { type: 'text', text: words } })
const longer = (words: string) => ({ index: 0, delta: { type: 'text-delta', text: words } })
const asked = { id: 'h', type: 'human', content: 'Hi' }

it('36: whole envelopes are read as what is in them', () => {
  const half = fold([
    envelope('values', { data: { messages: [asked] }, interrupts: [] }),
    unnamed('message-start', { role: 'ai', id: 'm' }),
    unnamed('content-block-start', text('')),
    unnamed('content-block-delta', longer('It rains')),
  ])
  expect(half.values).toEqual({ messages: [asked] })
  expect(contents(half)).toEqual(['Hi', [{ type: 'text', text: 'It rains' }]])
  const told = fold(
    [
      envelope('updates', { node: 'agent', data: { count: 1 } }),
      envelope('lifecycle', { data: { event: 'failed', namespace: ['writer:1'] } }),
      envelope('values', {
        data: { messages: [asked] },
        interrupts: [{ id: 'q', value: 'Sure?' }],
      }),
    ],
    half,
  )
  expect(told.steps).toMatchObject([{ node: 'agent', status: 'done' }])
  expect(told.interrupts).toEqual([{ id: 'q', value: 'Sure?' }])
  expect(told.failure).toBe(null)
})

it('36: what a graph within says stays within, and its values are not the thread’s', () => {
  const namespace = ['writer:1']
  const told = fold([
    envelope('values', { data: { messages: [asked] } }),
    ['values|writer:1', { type: 'event', method: 'values', params: { namespace, data: {} } }],
  ])
  expect(told.values).toEqual({ messages: [asked] })
})

it('36: blocks of two messages at once that nothing tells apart wait for the values', () => {
  const half = fold([
    unnamed('message-start', { id: 'm1' }),
    unnamed('content-block-start', text('al')),
    unnamed('message-start', { id: 'm2' }),
    unnamed('content-block-start', text('')),
    unnamed('content-block-delta', longer('uno')),
    unnamed('content-block-delta', longer('pha')),
    unnamed('message-finish'),
    unnamed('content-block-finish', text('dos')),
  ])
  expect(contents(half)).toEqual([[{ type: 'text', text: 'al' }]])
  const next = fold(
    [
      envelope('values', { data: { messages: [{ id: 'm1', type: 'ai', content: 'alpha' }] } }),
      unnamed('message-start', { id: 'm3' }),
      unnamed('content-block-start', text('And on')),
    ],
    half,
  )
  expect(contents(next)).toEqual(['alpha', [{ type: 'text', text: 'And on' }]])
})

it('36, C4: what is said without a place while a tool is at work is said within it', () => {
  const call = { id: 'c', name: 'ask', args: {} }
  const caller = { id: 'a', type: 'ai', content: '', tool_calls: [call] }
  const told = fold([
    envelope('values', { data: { messages: [asked, caller] } }),
    unnamed('message-start', { id: 'i' }),
    unnamed('content-block-start', text('Notes')),
  ])
  expect(told.messages.map(({ id }) => id)).toEqual(['h', 'a'])
  expect(told.inner).toMatchObject([{ id: 'i', within: { calls: ['c'] } }])
})
