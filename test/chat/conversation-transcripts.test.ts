import { describe, expect, it } from 'vitest'
import { foldEvent, foldState } from '../../src/chat/conversation/conversation.ts'
import {
  type Conversation,
  emptyConversation,
} from '../../src/chat/conversation/conversation-types.ts'
import { endRun } from '../../src/chat/conversation/runs/conversation-runs.ts'
import { type Message, messagesOf } from '../../src/contract/agent-server/messages.ts'
import { ThreadState } from '../../src/contract/agent-server/threads.ts'
import {
  type Exchange,
  eventsOf,
  isStream,
  readRecording,
  recordings,
} from '../transcripts/recordings.ts'

const context = { run_id: 'run', at: 1 }

function foldStream(conversation: Conversation, exchange: Exchange | undefined): Conversation {
  if (!exchange) throw new Error('The recording is not there.')
  return eventsOf(exchange).reduce(
    (folded, event) => foldEvent(folded, event, context),
    conversation,
  )
}

interface Essence {
  type: string
  content: unknown
  calls: unknown
}

function essence(message: Message): Essence {
  const calls = (message.tool_calls ?? []).map(({ name, args }) => ({ name, args }))
  return { type: message.type, content: message.content, calls }
}

/** A streamed run and the state that was read after it, before anything else was sent to the thread. */
function recordedRuns(): { name: string; stream: Exchange; state: ThreadState }[] {
  return recordings.flatMap((name) => {
    const exchanges = readRecording(name)
    return exchanges.flatMap((exchange, index) => {
      const thread = /^\/threads\/([^/]+)\/runs\/stream$/.exec(exchange.path)?.[1]
      if (!thread || exchange.status !== 200) return []
      const rest = exchanges.slice(index + 1)
      const next = rest.findIndex((other) => other.path.includes(thread) && other.method !== 'GET')
      const reads = next < 0 ? rest : rest.slice(0, next)
      const read = reads.find(
        (other) => other.path.startsWith(`/threads/${thread}/state`) && other.status === 200,
      )
      if (!read) return []
      const state = ThreadState.parse(JSON.parse(read.body.toString()))
      return [{ name, stream: exchange, state }]
    })
  })
}

describe('recorded streams', () => {
  it('folds every recorded event without a throw and knows every kind', () => {
    const kinds: Record<string, number> = {}
    let events = 0
    for (const exchange of recordings.flatMap(readRecording).filter(isStream)) {
      events += eventsOf(exchange).length
      Object.assign(kinds, foldStream(emptyConversation, exchange).unknownKinds)
    }
    expect(events).toBeGreaterThan(150)
    expect(kinds).toEqual({})
  })

  it('ends a stream of values, updates and tuples with what the values said last', () => {
    const [exchange] = readRecording('several-modes.txt').filter(isStream)
    if (!exchange) throw new Error('The recording is not there.')
    const events = eventsOf(exchange)
    const last = events.findLast((event) => event.event === 'values')
    const folded = foldStream(emptyConversation, exchange)
    expect(folded.messages.map((item) => essence(item.message))).toEqual(
      messagesOf(last?.data).map(essence),
    )
    expect(folded.messages).toHaveLength(2)
    expect(folded.messages.every((item) => item.origin === 'state')).toBe(true)
    expect(folded.steps.map((step) => [step.node, step.status])).toEqual([['respond', 'done']])
  })

  it('streams tuples alone to the whole text', () => {
    const [exchange] = readRecording('tuples.txt').filter(isStream)
    const folded = foldStream(emptyConversation, exchange)
    expect(folded.messages.at(-1)?.message.content).toBe('Hello')
  })

  it.each(['tuples.txt', 'another-server.txt'])('pairs calls and results of tools: %s', (file) => {
    const exchange = readRecording(file).filter(isStream)[1]
    const folded = foldStream(emptyConversation, exchange)
    const kinds = folded.messages.map((item) => item.kind)
    expect(kinds).toEqual(['ai', 'tool', 'ai'])
    expect(folded.messages[1]?.message.tool_call_id).toBe(
      folded.messages[0]?.message.tool_calls?.[0]?.id,
    )
  })

  it.each([
    ['question.txt', 0],
    ['another-server.txt', 2],
  ])('asks the recorded question, and a state without one takes it away: %s', (file, number) => {
    const exchange = readRecording(file).filter(isStream)[number]
    const folded = foldStream(emptyConversation, exchange)
    expect(folded.interrupts).toHaveLength(1)
    expect(folded.values).not.toHaveProperty('__interrupt__')
    const state = { values: {}, next: [], tasks: [] }
    expect(foldState(folded, state, context).interrupts).toEqual([])
  })

  it.each([
    ['cancel-interrupt.txt', 'UserInterrupt', /were kept/],
    ['cancel-rollback.txt', 'UserRollback', /rolled back/],
    ['another-server.txt', 'Error', /^interrupt$/],
    ['failure.txt', 'TypeError', /^planned failure$/],
  ])('shows a recorded cancel as a failure that names the cancel: %s', (file, name, message) => {
    const streams = readRecording(file).filter(isStream)
    const failures = streams.map((exchange) => foldStream(emptyConversation, exchange).failure)
    expect(failures).toContainEqual({ name, message: expect.stringMatching(message) })
  })

  const runs = recordedRuns()

  it('has recordings with a state to compare with', () => {
    expect(runs.length).toBeGreaterThan(10)
  })

  it.each(runs.map((run, index) => [`${run.name} #${index}`, run] as const))(
    'equals the state read afterwards: %s',
    (_title, { stream, state }) => {
      const streamed = foldStream(emptyConversation, stream)
      const modes = String(JSON.parse(stream.requestBody).stream_mode ?? 'values')
      const told = messagesOf(state.values).map(essence)
      const isWhole = !streamed.failure && /values/.test(modes)
      if (isWhole) expect(streamed.messages.map((item) => essence(item.message))).toEqual(told)
      const ended = foldState(endRun(streamed, 'done', 1, false), state, context)
      expect(ended.messages.map((item) => essence(item.message))).toEqual(told)
      expect(ended.values).toEqual(state.values)
    },
  )
})
