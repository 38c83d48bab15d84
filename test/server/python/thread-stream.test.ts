/** The vendor's client in Python, unchanged, reads threads of graphs in each language by the streaming protocol. */
import { afterEach, expect, it } from 'vitest'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { apiKey } from '../agent-server/serve-fixtures.ts'
import { toldBy } from './python-client.ts'

let h: Harness
afterEach(async () => {
  await h?.close()
})

it.each([
  ['javascript', 'sse'],
  ['javascript', 'websocket'],
  ['python', 'sse'],
  ['python', 'websocket'],
] as const)(
  'starts, stops, answers and joins again runs of a graph in %s by %s',
  async (language, transport) => {
    h = await startHarness({ graphs: { conversation: './conversation.ts:graph' }, language })
    const script = toldBy('thread_stream.py', h.url, apiKey, h.gates.url, transport)
    const again = Promise.all([h.gates.arrived('again'), h.gates.arrived('joined')]).then(() => {
      h.gates.open('joined')
      h.gates.open('again')
    })
    const told = await script
    await again
    expect(told).toEqual({
      talked: {
        words: ['You ', 'said: ', 'one'],
        output: ['one', 'You said: one'],
        messages: ['You said: two'],
        'last state': ['one', 'two', 'three'].flatMap((text) => [text, `You said: ${text}`]),
        status: 'success',
      },
      stopped: { words: ['You '], status: 'interrupted' },
      answered: {
        asked: [{ question: 'Let them: may I go?' }],
        output: ['may I go', expect.stringContaining('They may')],
      },
      rejoined: {
        before: ['You '],
        after: ['You ', 'said: ', 'gate:again'],
        output: ['gate:again', 'You said: gate:again'],
      },
    })
    expect(h.errors).toEqual([])
  },
)
