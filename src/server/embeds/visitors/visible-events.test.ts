import { describe, expect, it } from 'vitest'
import { visibleStream } from './visible-events.ts'

const closed = { shows_tool_details: false }

async function through(pieces: string[], embed = closed) {
  const seen: string[] = []
  const input = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const output = input.pipeThrough(visibleStream(embed, (event) => seen.push(event)))
  let text = ''
  for await (const piece of output) text += piece
  return { text, seen }
}

const block = (event: string, data: unknown, id = '1') =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

describe('a stream on its way to a visitor', () => {
  it('lets answers, feedback and the end through, with their ids', async () => {
    const message = [{ type: 'AIMessageChunk', id: 'm', content: 'Hel' }, { langgraph_node: 'x' }]
    const { text } = await through([block('messages', message, '7')])
    expect(text).toBe(
      'id: 7\nevent: messages\ndata: [{"id":"m","type":"AIMessageChunk","content":"Hel"},{}]\n\n',
    )
    expect((await through([block('feedback', { up: 'https://x' })])).text).toContain('https://x')
    expect((await through([block('end', null)])).text).toContain('event: end')
  })

  it('keeps the system’s instructions, other state, tools and inner failures with the operator', async () => {
    const values = {
      messages: [
        { type: 'system', content: 'SECRET prompt' },
        { type: 'human', content: 'Hi' },
        {
          type: 'ai',
          content: [
            { type: 'reasoning', text: 'SECRET thought' },
            { type: 'text', text: 'Yes' },
          ],
          tool_calls: [{ id: 't', name: 'lookup', args: { q: 'SECRET query' } }],
          response_metadata: { model: 'SECRET model' },
        },
        { type: 'tool', name: 'lookup', tool_call_id: 't', content: 'SECRET row' },
      ],
      customer: 'SECRET record',
    }
    const { text } = await through([
      block('values', values),
      block('updates', { node: 'SECRET update' }),
      block('custom', 'SECRET event'),
      block('messages|sub:1', [{ type: 'ai', content: 'SECRET draft' }, {}]),
      block('error', { error: 'TypeError', message: 'SECRET at 10.0.0.3' }),
    ])
    expect(text).not.toContain('SECRET')
    expect(text).toContain('"Hi"')
    expect(text).toContain('"name":"lookup"')
    expect(text).toContain('The answer failed.')
  })

  it('shows tools where the embed says so', async () => {
    const tool = { type: 'tool', name: 'lookup', tool_call_id: 't', content: 'a row' }
    const { text } = await through([block('values', { messages: [tool] })], {
      shows_tool_details: true,
    })
    expect(text).toContain('a row')
  })

  it('a dropped event leaves its id, so that the place in the stream is kept', async () => {
    expect((await through([block('updates', {}, '41')])).text).toBe('id: 41\n\n')
  })

  it('tells a stop apart from a failure', async () => {
    const stop = { error: 'UserInterrupt', message: 'Cancelled.' }
    expect((await through([block('error', stop)])).text).toContain('UserInterrupt')
  })

  it('does not mind where pieces break, how lines end, or comments', async () => {
    const whole = `: heartbeat\r\n\r\n${block('end', null).replaceAll('\n', '\r\n')}`
    const expected = (await through([whole])).text
    expect(expected).toBe(': heartbeat\n\nid: 1\nevent: end\ndata: {}\n\n')
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect((await through([whole.slice(0, cut), whole.slice(cut)])).text).toBe(expected)
    }
  })

  it('drops what is not JSON', async () => {
    const { text, seen } = await through(['event: messages\ndata: SECRET\n\n'])
    expect(text).toBe('')
    expect(seen).toEqual(['messages'])
  })
})
