import { describe, expect, it } from 'vitest'
import { visibleStream } from './visible-events.ts'

const closed = { shows_tool_details: false, shows_components: false }

async function through(pieces: string[], embed = closed, after: string | null = null) {
  const seen: string[] = []
  const input = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const output = input.pipeThrough(visibleStream(embed, (event) => seen.push(event), after))
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
      ...closed,
      shows_tool_details: true,
    })
    expect(text).toContain('a row')
  })

  it('a dropped event leaves its id, so that the place in the stream is kept', async () => {
    expect((await through([block('updates', {}, '41')])).text).toBe('id: 41\n\n')
  })

  it('keeps what a model thinks in tags to itself, also for a client that comes back (C14)', async () => {
    const pieces = ['<thi', 'nk>SECRET', ' thought</th', 'ink>', 'Y', 'es.']
    const blocks = pieces.map((content, at) =>
      block('messages', [{ type: 'AIMessageChunk', id: 'm', content }, {}], String(at)),
    )
    const said = ({ text }: { text: string }) =>
      [...text.matchAll(/"content":"([^"]*)"/g)].map(([, words]) => words).join('')
    expect(said(await through(blocks))).toBe('Yes.')
    expect(said(await through(blocks, closed, '1'))).toBe('Yes.')
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

  const spoken = (id: string, path: string, content: string) =>
    block('messages', [{ type: 'ai', id, content }, metadataOf(path)], '3')
  const metadataOf = (path: string) => ({
    langgraph_node: path.split(':')[0],
    langgraph_checkpoint_ns: path,
  })
  const asked = {
    messages: [
      { type: 'human', id: 'h', content: 'Why?' },
      { type: 'ai', id: 'a', content: '', tool_calls: [{ id: 't', name: 'ask', args: {} }] },
    ],
  }

  it('C4: keeps what is said within a tool call with the operator, and the answer after it not', async () => {
    const { text } = await through([
      block('values', asked, '2'),
      block('values', { __interrupt__: [] }, '2'),
      spoken('i', 'tools:1|think:2', 'SECRET'),
      block('messages', [
        { type: 'tool', id: 'r', tool_call_id: 't', content: '' },
        metadataOf('tools:1'),
      ]),
      spoken('b', 'agent:3', 'The moon'),
    ])
    expect(text).not.toContain('SECRET')
    expect(text).toContain('id: 3\n\n')
    expect(text).toContain('The moon')
  })

  it('C4: who comes back in the middle is told what is new, and no inner words', async () => {
    const values = block('values', asked, '2')
    const rest = [
      block('messages', [{ type: 'ai', id: 'i', content: 'SECRET' }, metadataOf('tools:1')], '3'),
      'event: end\ndata: null\n\n',
    ]
    expect((await through([values, ...rest], closed, '2')).text).toBe(
      'id: 3\n\nevent: end\ndata: {}\n\n',
    )
    expect((await through([values, ...rest], closed, '3')).text).toBe('event: end\ndata: {}\n\n')
  })

  it('C4: ids of two numbers have their order as well', async () => {
    const events = ['17-0', '17-1', '18-0'].map((id) => block('end', null, id))
    expect((await through(events, closed, '17-0')).text.match(/id: .*/g)).toEqual([
      'id: 17-1',
      'id: 18-0',
    ])
  })

  it('drops what is not JSON', async () => {
    const { text, seen } = await through(['event: messages\ndata: SECRET\n\n'])
    expect(text).toBe('')
    expect(seen).toEqual(['messages'])
  })
})
