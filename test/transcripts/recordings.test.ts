// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { call } from '../../src/client/api.ts'
import { ApiError } from '../../src/client/api-error.ts'
import { joinRunStream, startRunStream } from '../../src/client/run-stream.ts'
import * as assistants from '../../src/contract/agent-server/assistants.ts'
import * as graphs from '../../src/contract/agent-server/graphs.ts'
import {
  FeedbackUrls,
  RunErrorData,
  type RunEvent,
  RunMetadataData,
} from '../../src/contract/agent-server/run-events.ts'
import * as runs from '../../src/contract/agent-server/runs.ts'
import * as statelessRuns from '../../src/contract/agent-server/stateless-runs.ts'
import * as threadStates from '../../src/contract/agent-server/thread-states.ts'
import * as threads from '../../src/contract/agent-server/threads.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { rawServer } from '../client/raw-server.ts'
import { type Followed, follow, run_id, thread_id } from '../client/stream-helpers.ts'
import { type Exchange, readRecording, recordings } from './recordings.ts'

const exchanges = recordings.flatMap(readRecording)
const isStream = ({ headers }: Exchange) => headers['content-type'] === 'text/event-stream'
const nameOf = ({ file, number, method, path }: Exchange) => `${file} ${number} ${method} ${path}`

/** A server that gives the recorded answers again, byte for byte and chunk for chunk, in turn. */
async function replay(recorded: readonly Exchange[]) {
  const waiting = [...recorded]
  return rawServer((response) => {
    const next = waiting.shift()
    if (!next) return response.writeHead(501).end()
    const { 'content-type': type = '', 'content-location': location } = next.headers
    response.writeHead(next.status, {
      'content-type': type,
      ...(location && { 'content-location': location }),
    })
    let sent = 0
    for (const size of next.chunks) {
      response.write(next.body.subarray(sent, sent + size))
      sent += size
    }
    return response.end(next.body.subarray(sent))
  })
}

/** Answers hold the fields asked for and no others: parts of a record, which no schema stands for. */
const asksForFields = ({ requestBody }: Exchange) => requestBody.includes('"select":')

/** The events of a recorded body, read in the plainest way: these bodies have LF ends and blocks. */
function eventsOf({ body }: Exchange): RunEvent[] {
  const blocks = body.toString().split('\n\n').slice(0, -1)
  return blocks.map((block) => {
    const lines = block.split('\n')
    const values = (field: string) =>
      lines
        .filter((line) => line.startsWith(`${field}: `))
        .map((line) => line.slice(field.length + 2))
    const [id = null] = values('id')
    return { id, event: values('event').join(), data: JSON.parse(values('data').join('\n')) }
  })
}

function expectWellFormed({ events, opened }: Followed, exchange: Exchange) {
  const ids = events.flatMap(({ id }) => (id === null ? [] : [Number(id)]))
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  for (const { event, data } of events) {
    if (event === 'metadata') {
      const { run_id } = RunMetadataData.parse(data)
      // Runs without a thread of their own have a location of another form.
      if (exchange.headers['content-location']?.startsWith('/threads/'))
        expect(opened).toMatchObject([{ run_id }])
    } else if (event === 'feedback') {
      expect(Object.keys(FeedbackUrls.parse(data)).length).toBeGreaterThan(0)
    } else if (event === 'error') {
      expect(data === 'Run not found' || RunErrorData.safeParse(data).success).toBe(true)
    } else if (event !== 'custom') {
      expect(data).toBeTypeOf('object')
    }
  }
}

const endpoints: Endpoint[] = [assistants, graphs, threads, threadStates, runs, statelessRuns]
  .flatMap((nouns) => Object.values(nouns))
  .filter((value): value is Endpoint => typeof value === 'object' && 'path' in value)

/** The endpoint of a recorded request with the values of its path; undefined where the contract has none. */
function endpointOf({ method, path }: Exchange) {
  const [pathname = ''] = path.split('?')
  for (const endpoint of endpoints) {
    const pattern = endpoint.path.replaceAll('{', '(?<').replaceAll('}', '>[^/]+)')
    const match = new RegExp(`^${pattern}$`).exec(pathname)
    if (match && endpoint.method === method) return { endpoint, params: match.groups }
  }
  return undefined
}

describe.skipIf(recordings.length === 0)(
  'recordings of another agent server (skipped where shared/reference/transcripts is not at hand)',
  () => {
    it('hold streams and answers of every kind that the client reads', () => {
      expect(exchanges.filter(isStream).length).toBeGreaterThan(100)
      const read = exchanges.filter((exchange) => !isStream(exchange)).map(endpointOf)
      expect(new Set(read.map((found) => found?.endpoint.name))).toEqual(
        new Set([
          undefined,
          'getServerHealth',
          'getServerInfo',
          'searchAssistants',
          'countAssistants',
          'getAssistant',
          'getAssistantGraph',
          'getAssistantSchemas',
          'getAssistantSubgraphs',
          'listAssistantVersions',
          'createThread',
          'searchThreads',
          'countThreads',
          'getThread',
          'patchThread',
          'deleteThread',
          'copyThread',
          'joinThreadStream',
          'getThreadState',
          'getThreadStateAt',
          'findThreadState',
          'updateThreadState',
          'getThreadHistory',
          'searchThreadHistory',
          'createRun',
          'createRunWait',
          'createRunStream',
          'createRunBatch',
          'createStatelessRun',
          'createStatelessWait',
          'listRuns',
          'getRun',
          'joinRun',
          'deleteRun',
          'cancelRun',
          'cancelRuns',
        ]),
      )
    })

    it.each(recordings)('%s: streams', async (file) => {
      const recorded = exchanges.filter((exchange) => exchange.file === file && isStream(exchange))
      const server = await replay(recorded)
      for (const exchange of recorded) {
        const followed = await follow((listener) =>
          exchange.method === 'POST'
            ? startRunStream(server, { thread_id, body: { assistant_id: 'a' } }, listener)
            : joinRunStream(server, { thread_id, run_id }, listener),
        )
        expect({ name: nameOf(exchange), ...followed }).toMatchObject({
          name: nameOf(exchange),
          error: undefined,
          events: eventsOf(exchange),
        })
        expectWellFormed(followed, exchange)
      }
      expect(server.requests).toHaveLength(recorded.length)
    })

    it.each(recordings)('%s: answers', async (file) => {
      const recorded = exchanges.filter(
        (exchange) =>
          exchange.file === file &&
          exchange.isWhole &&
          !isStream(exchange) &&
          !asksForFields(exchange) &&
          endpointOf(exchange),
      )
      const server = await replay(recorded)
      for (const exchange of recorded) {
        const found = endpointOf(exchange)
        if (!found) continue
        const body = exchange.body.toString().trim()
        const answer = await call(server, found.endpoint, { params: found.params }).catch(
          (error: unknown) => error,
        )
        if (exchange.status >= 400) {
          expect(answer, nameOf(exchange)).toBeInstanceOf(ApiError)
          expect(answer).toMatchObject({ kind: 'http', status: exchange.status })
          expect((answer as ApiError).serverText, nameOf(exchange)).toMatch(/\w/)
        } else {
          expect(answer, nameOf(exchange)).toEqual(body === '' ? undefined : JSON.parse(body))
        }
      }
      expect(server.requests).toHaveLength(recorded.length)
    })
  },
)
