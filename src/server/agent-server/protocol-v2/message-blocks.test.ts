import { expect, it } from 'vitest'
import { MessageBlocks } from './message-blocks.ts'
import type { Told } from './recorded-event.ts'

const at = ['agent:1']
const read = (told: Iterable<Told>) =>
  [...told].map(({ namespace, data }) => {
    expect(namespace).toEqual(at)
    const { run_id, ...event } = JSON.parse(data)
    expect(run_id).toBe('7')
    return event
  })
const piece = (more: object) => ({ id: 'run-7', type: 'AIMessageChunk', content: '', ...more })
const deltas = (events: { event: string }[]) =>
  events.filter(({ event }) => event === 'content-block-delta')

it('words and the arguments of a tool come in pieces, and end as whole blocks', () => {
  const blocks = new MessageBlocks()
  const call = (more: object) => ({ tool_call_chunks: [{ index: 0, ...more }] })
  const told = [
    ...read(blocks.of(piece({ content: 'Let me ' }), at)),
    ...read(blocks.of(piece({ content: 'look.' }), at)),
    ...read(blocks.of(piece(call({ id: 'c-1', name: 'find', args: '{"city"' })), at)),
    ...read(blocks.of(piece(call({ args: ':"Paris"}' })), at)),
    ...read(blocks.of(piece({ usage_metadata: { input_tokens: 1, total_tokens: 3 } }), at)),
    ...read(blocks.of(piece({ usage_metadata: { output_tokens: 2, total_tokens: 1 } }), at)),
    ...read(blocks.finishIn(() => true)),
  ]
  const chunk = { type: 'tool_call_chunk', id: 'c-1', name: 'find' }
  const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 4 }
  expect(told).toEqual([
    { event: 'message-start', id: 'run-7' },
    { event: 'content-block-start', index: 0, content: { type: 'text', text: '' } },
    { event: 'content-block-delta', index: 0, delta: { type: 'text-delta', text: 'Let me ' } },
    { event: 'content-block-delta', index: 0, delta: { type: 'text-delta', text: 'look.' } },
    { event: 'content-block-start', index: 1, content: { ...chunk, args: '' } },
    {
      event: 'content-block-delta',
      index: 1,
      delta: { type: 'block-delta', fields: { ...chunk, args: '{"city"' } },
    },
    {
      event: 'content-block-delta',
      index: 1,
      delta: { type: 'block-delta', fields: { ...chunk, args: '{"city":"Paris"}' } },
    },
    { event: 'usage', usage },
    {
      event: 'content-block-finish',
      index: 0,
      content: { type: 'text', text: 'Let me look.' },
    },
    {
      event: 'content-block-finish',
      index: 1,
      content: { type: 'tool_call', id: 'c-1', name: 'find', args: { city: 'Paris' } },
    },
    { event: 'message-finish', reason: 'stop', usage },
  ])
  expect(read(blocks.of(piece({ content: 'late' }), at))).toEqual([])
})

it('arguments that are no JSON make a faulty call; what is not text comes whole', () => {
  const blocks = new MessageBlocks()
  const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
  const message = {
    id: '7',
    type: 'ai',
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'Here.' },
      image,
      { type: 'tool_use', id: 'c-1' },
      { type: 'strange', of: 1 },
    ],
    tool_calls: [{ id: 'c-1', name: 'find', args: { a: 1 } }],
  }
  const finished = read(blocks.of(message, at)).filter(
    ({ event }) => event === 'content-block-finish',
  )
  expect(finished.map(({ content }) => content)).toEqual([
    { type: 'reasoning', reasoning: 'Hm.' },
    { type: 'text', text: 'Here.' },
    { ...image, mime_type: 'image/png' },
    { type: 'non_standard', value: { type: 'strange', of: 1 } },
    { type: 'tool_call', id: 'c-1', name: 'find', args: { a: 1 } },
  ])
  const broken = new MessageBlocks()
  const calls = [{ index: 0, id: 'c-2', name: 'find', args: '{"city":' }]
  expect(deltas(read(broken.of(piece({ tool_call_chunks: calls }), at)))).toHaveLength(1)
  expect(read(broken.finishIn(() => true))).toContainEqual(
    expect.objectContaining({
      content: expect.objectContaining({ type: 'invalid_tool_call', args: '{"city":' }),
    }),
  )
})

it('a message whose process is gone comes to nothing, and the next attempt may say it again', () => {
  const blocks = new MessageBlocks()
  read(blocks.of(piece({ content: 'half' }), at))
  expect(read(blocks.breakOff('gone'))).toEqual([{ event: 'error', message: 'gone' }])
  expect(read(blocks.of(piece({ content: 'half' }), at))[0]).toEqual({
    event: 'message-start',
    id: 'run-7',
  })
})
