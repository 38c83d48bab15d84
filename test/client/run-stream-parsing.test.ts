// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/contract/agent-server/run-events.ts'
import { answering, rawServer } from './raw-server.ts'
import { start } from './stream-helpers.ts'

const event = (name: string, data: unknown, id: string | null = null): RunEvent => ({
  id,
  event: name,
  data,
})

const lineEnds = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
] as const

const serve = (lines: string, lineEnd = '\n') =>
  rawServer(answering(200, 'text/event-stream', lines.replaceAll('\n', lineEnd)))

/** What goes over the wire, and what a listener is told. */
const shapes: [string, string, RunEvent[]][] = [
  ['a line of data', 'event: values\ndata: {"n":1}\nid: 3\n\n', [event('values', { n: 1 }, '3')]],
  [
    'JSON over many lines, with the id behind it',
    'event: metadata\ndata: {\ndata:   "run_id": "r",\ndata:   "attempt": 1\ndata: }\nid: 0\n\n',
    [event('metadata', { run_id: 'r', attempt: 1 }, '0')],
  ],
  ['the id first', 'id: 0\nevent: a\ndata: 1\n\n', [event('a', 1, '0')]],
  ['no id', 'event: a\ndata: 1\n\n', [event('a', 1)]],
  [
    'an id for one event and none for the next',
    'id: 4\ndata: 1\n\ndata: 2\n\n',
    [event('message', 1, '4'), event('message', 2)],
  ],
  [
    'a subgraph',
    'event: updates|writer:6bde\ndata: {"draft":{}}\n\n',
    [event('updates|writer:6bde', { draft: {} })],
  ],
  [
    'a list',
    'event: messages\ndata: [{"id":"m","type":"ai"},{"step":1}]\n\n',
    [event('messages', [{ id: 'm', type: 'ai' }, { step: 1 }])],
  ],
  [
    'C1 whole numbers of any length',
    'event: values\ndata: {"order":9007199254740993}\n\n',
    [event('values', { order: 9007199254740993n })],
  ],
  [
    'a question to a person',
    'event: values\ndata: {"__interrupt__":[{"id":"i","value":null}]}\n\n',
    [event('values', { __interrupt__: [{ id: 'i', value: null }] })],
  ],
  [
    '§6 feedback',
    'event: feedback\ndata: {"user_score":"http://t/api/v1/feedback/tokens/x"}\n\n',
    [event('feedback', { user_score: 'http://t/api/v1/feedback/tokens/x' })],
  ],
  [
    'an unknown event',
    'event: something/new\ndata: {"a":[]}\n\n',
    [event('something/new', { a: [] })],
  ],
  ['a bare string', 'event: error\ndata: "Run not found"\n\n', [event('error', 'Run not found')]],
  ['data that is no JSON', 'event: custom\ndata: {half\n\n', [event('custom', '{half')]],
  [
    'text over lines',
    'event: custom\ndata: one\ndata: \ndata: two\n\n',
    [event('custom', 'one\n\ntwo')],
  ],
  [
    'a number, true and null',
    'data: 7\n\ndata: true\n\ndata: null\n\n',
    [event('message', 7), event('message', true), event('message', null)],
  ],
  [
    'an event without data',
    'event: end\ndata:\n\nevent: end\n\n',
    [event('end', ''), event('end', '')],
  ],
  ['no blank behind the colon', 'event:a\ndata:{"n":1}\nid:2\n\n', [event('a', { n: 1 }, '2')]],
  ['colons in data', 'data: "a: b: c"\n\n', [event('message', 'a: b: c')]],
  [
    'fields that are not known',
    'colour: red\nretry: 5\ndata: 1\nlonely\n\n',
    [event('message', 1)],
  ],
  ['letters of several bytes', 'data: "für 日本 👋"\n\n', [event('message', 'für 日本 👋')]],
  ['a line break in a string', 'data: "a\\r\\nb"\n\n', [event('message', 'a\r\nb')]],
  [
    'an event that the end cuts off',
    'data: 1\n\nevent: values\ndata: {"n":2}\n',
    [event('message', 1)],
  ],
  ['nothing at all', '', []],
]

describe.each(lineEnds)('with %s', (_name, lineEnd) => {
  it.each(shapes)('reads %s', async (_what, lines, events) => {
    const server = await serve(lines, lineEnd)
    expect(await start(server)).toMatchObject({ events, heartbeats: 0, error: undefined })
    expect(server.requests).toHaveLength(1)
  })

  it('tells comments as heartbeats and nothing else', async () => {
    const server = await serve(': hb\n\n:\n\ndata: 1\n: amid\nid: 1\n\n: hb\n\nid: 9\n\n', lineEnd)
    expect(await start(server)).toMatchObject({
      events: [event('message', 1, '1')],
      heartbeats: 4,
      error: undefined,
    })
  })

  it('reads the same wherever the network cuts the stream', async () => {
    const bytes = Buffer.from(corpus.replaceAll('\n', lineEnd))
    const server = await gatedServer()
    const cuts = [...bytes.keys()].map((at) => [bytes.subarray(0, at), bytes.subarray(at)])
    const byteByByte = [...bytes.keys()].map((at) => bytes.subarray(at, at + 1))
    for (const parts of [byteByByte, ...cuts]) {
      const { events, heartbeats, error } = await start(server.sending(parts))
      expect({ parts: parts.map(String), events, heartbeats, error }).toEqual({
        parts: parts.map(String),
        events: corpusEvents,
        heartbeats: 2,
        error: undefined,
      })
    }
    expect(server.requests).toHaveLength(bytes.length + 1)
  })
})

const corpus = `: open

event: metadata
data: {
data:   "run_id": "r"
data: }
id: 0

event: values|sub:1
data: {"text":"für 👋","empty":""}
id: 1

: hb

data: no json

event: end

`
const corpusEvents = [
  event('metadata', { run_id: 'r' }, '0'),
  event('values|sub:1', { text: 'für 👋', empty: '' }, '1'),
  event('message', 'no json'),
  event('end', ''),
]

/**
 * Sends a body in parts, each once the one before has reached the reader, so that the network cannot
 * join them again.
 */
async function gatedServer() {
  let sendNext = () => {}
  let parts: Uint8Array[] = []
  const server = await rawServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    sendNext = () => {
      const part = parts.shift()
      if (part) response.write(part)
      else response.end()
    }
  })
  /** The real fetch; what it brings is passed on as it comes, and counted. */
  const sending = (wanted: Uint8Array[]) => ({
    baseUrl: server.baseUrl,
    async fetch(url: RequestInfo | URL, init?: RequestInit) {
      parts = wanted.filter(({ length }) => length > 0)
      const ends = parts.map((_, index) => totalLength(parts.slice(0, index + 1)))
      let received = 0
      const response = await fetch(url, init)
      sendNext()
      const counter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          controller.enqueue(chunk)
          received += chunk.length
          if (ends.includes(received)) sendNext()
        },
      })
      return new Response(response.body?.pipeThrough(counter), response)
    },
  })
  return { requests: server.requests, sending }
}

const totalLength = (parts: Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0)
