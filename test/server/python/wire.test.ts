/**
 * Equal graphs in both languages tell the same. What is left out by `plainEvents`, and what is not compared here,
 * is listed in docs/python.md.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../agent-server/harness.ts'
import { plainEvents, plainValue } from './plain-events.ts'

const graphs = {
  steps: './steps.ts:graph',
  nested: './nested.ts:graph',
  talk: './modes.ts:talk',
  approve: './approve.ts:graph',
  questions: './modes.ts:questions',
  deep: './patterns.ts:deep',
  commands: './patterns.ts:commands',
  fanOut: './patterns.ts:fanOut',
  troubled: './troubled.ts:graph',
}
type Graph = keyof typeof graphs

let script: Harness
let python: Harness
beforeAll(async () => {
  script = await startHarness({ graphs, language: 'javascript' })
  const { database } = script
  python = await startHarness({ graphs, language: 'python', database })
})
afterAll(async () => {
  await script?.close()
  await python?.close()
})

const inputs: Record<Graph, object> = {
  steps: { log: ['before'] },
  nested: {},
  talk: { messages: [{ role: 'user', content: 'hi' }] },
  approve: {},
  questions: {},
  deep: {},
  commands: { trail: ['left'] },
  fanOut: { items: ['a', 'b', 'c'] },
  troubled: { trouble: 'throw' },
}

/** The events of a run, and the state that it leaves, without what differs from run to run. */
async function told(h: Harness, graph: Graph, mode: string, more: object) {
  const thread = await h.thread()
  const body = { assistant_id: graph, input: inputs[graph], stream_mode: mode, ...more }
  const stream = await h.stream('POST', `/threads/${thread}/runs/stream`, body)
  const events = plainEvents(await stream.rest()).filter(({ data }) => !isEmptyPiece(data))
  const { body: state } = await h.call('GET', `/threads/${thread}/state?subgraphs=true`)
  const { status } = await h.getThread(thread)
  return { events: inOrder(graph, events), state: plainValue(state), status }
}

/** Steps that work at the same time end in any order. */
function inOrder(graph: Graph, events: ReturnType<typeof plainEvents>) {
  if (graph !== 'questions' && graph !== 'fanOut') return events
  const text = (event: object) => JSON.stringify(event)
  return events.toSorted((a, b) => text(a).localeCompare(text(b)))
}

/** Python's last piece of a message says nothing. */
function isEmptyPiece(data: unknown): boolean {
  const [piece] = Array.isArray(data) ? (data as unknown[]) : []
  return typeof piece === 'object' && piece !== null && 'type' in piece && !('content' in piece)
}

const everywhere = ['values', 'updates', 'custom', 'tasks', 'checkpoints', 'debug']
const cases = (Object.keys(graphs) as Graph[]).flatMap((graph) =>
  everywhere
    // JavaScript does not tell the error of a step in its own end, but in that of the run.
    .filter((mode) => graph !== 'troubled' || (mode !== 'tasks' && mode !== 'debug'))
    .map((mode) => [graph, mode] as const),
)

it.each(cases)('%s in the mode %s', async (graph, mode) => {
  for (const more of [{}, { stream_subgraphs: true }]) {
    expect(await told(python, graph, mode, more)).toEqual(await told(script, graph, mode, more))
  }
})

it.each(['messages', 'messages-tuple'])('messages of every origin in the mode %s', async (mode) => {
  const own = await told(python, 'talk', mode, {})
  const other = await told(script, 'talk', mode, {})
  expect(own.events.map(({ event }) => event)).toEqual(other.events.map(({ event }) => event))
  const messages = (events: { data: unknown }[]) =>
    events.map(({ data }) => (mode === 'messages' ? data : (data as unknown[])[0]))
  expect(messages(own.events)).toEqual(messages(other.events))
})

it('what a model thought is not what was said, in lists of threads either (C14)', async () => {
  const said = [
    '<think>Whom do I greet?</think>\n\nWelcome.',
    [
      { type: 'text', text: 'Whom do I greet?', thought: true },
      { type: 'text', text: 'Welcome.' },
    ],
    '<think>Whom',
    '[THINK]Whom do I greet?[/THINK]Welcome.',
    'Whom do I greet?\n</think>Welcome.',
    '```\n</think>\n```',
    ['Wel', { type: 'image_url', image_url: { url: 'data:image/png;base64,' } }, 'come.'],
  ]
  for (const h of [script, python]) {
    const first = async (messages: object[]) => {
      const thread = await h.thread()
      const run = await h.run(thread, { assistant_id: 'talk', input: { messages } })
      await h.ended(run)
      return (await h.getThread(thread)).summary?.first_message
    }
    const next = { type: 'ai', content: 'Next.' }
    const firsts = await Promise.all(said.map((content) => first([{ type: 'ai', content }, next])))
    // A picture parts the words around it.
    const welcome = 'Welcome.'
    const code = said[5]
    expect(firsts).toEqual([welcome, welcome, 'Next.', welcome, welcome, code, 'Wel come.'])
    const asked = { type: 'human', content: '<think> is a tag' }
    const system = { type: 'system', content: 'A summary.' }
    expect(await first([system, next, asked])).toBe(asked.content)
  }
})
