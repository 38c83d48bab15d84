import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldEvent, foldState } from '../../src/chat/conversation/conversation.ts'
import { emptyConversation } from '../../src/chat/conversation/conversation-types.ts'
import { EventLog } from '../../src/chat/conversation/event-log.ts'
import { endRun } from '../../src/chat/conversation/runs/conversation-runs.ts'
import { buildTurns } from '../../src/chat/conversation/turns.ts'
import type { Message } from '../../src/contract/agent-server/messages.ts'
import type { ThreadState } from '../../src/contract/agent-server/threads.ts'
import { fuzzed, ids, messages } from './hostile.ts'

const kinds = [
  'metadata',
  'messages',
  'messages/partial',
  'messages/complete',
  'messages/metadata',
  'values',
  'updates',
  'tasks',
  'custom',
  'error',
  'feedback',
  'hologram',
  'values|inner:1',
  'updates|inner:1',
  'messages|inner:1|deep:2',
  'tasks|inner:1',
  'debug',
  'checkpoints',
]
const datas = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  messages,
  fc.tuple(messages, fc.jsonValue()),
  fc.record({ messages: fc.oneof(fc.array(messages, { maxLength: 4 }), fc.jsonValue()) }),
  fc.record({ agent: fc.record({ messages: fc.array(messages, { maxLength: 3 }) }) }),
  fc.record({ __interrupt__: fc.oneof(fc.jsonValue(), fc.array(fc.record({ id: ids }))) }),
  fc.record({ id: ids, name: ids, result: fc.jsonValue(), interrupts: fc.jsonValue() }),
)
const events = fc.record({
  id: fc.oneof(fc.constant(null), fc.nat(30).map(String)),
  event: fc.oneof(fc.constantFrom(...kinds), fc.string()),
  data: datas,
})

it('any events in any order: no throw, every message once, nothing that grows without bound', () => {
  fc.assert(
    fc.property(fc.array(events, { maxLength: 60 }), fc.array(messages), (list, final) => {
      const log = new EventLog()
      let conversation = emptyConversation
      for (const event of list) {
        if (!log.accept(event, 1)) continue
        conversation = foldEvent(conversation, event, { run_id: 'r', at: 1 })
        const named = conversation.messages.flatMap((item) => item.id ?? [])
        expect(new Set(named).size).toBe(named.length)
      }
      expect(conversation.custom.length).toBeLessThanOrEqual(200)
      buildTurns(conversation.messages)
      const state = { values: { messages: final }, next: [], tasks: [] } as ThreadState
      const ended = foldState(endRun(conversation, 'done', 2, false), state, {
        run_id: 'r',
        at: 2,
      })
      // The state wins over whatever was streamed.
      expect(ended.messages.every((item) => item.origin === 'state')).toBe(true)
    }),
    fuzzed(300),
  )
})

it('a run that never ends, of ever new kinds, nodes, tasks and messages, fills no memory', () => {
  const log = new EventLog()
  let conversation = emptyConversation
  const messages = Array.from({ length: 500 }, (_x, n) => ({
    id: `m${n}`,
    type: 'ai',
    content: '',
  }))
  for (let n = 0; n < 6_000; n += 1) {
    const many: [string, unknown][] = [
      [`kind-${n}`, n],
      ['custom', { n }],
      ['updates', { [`node-${n}`]: { messages: [] } }],
      [
        'messages',
        [
          { id: 'm1', type: 'ai', content: '' },
          { langgraph_node: 'a', langgraph_step: n },
        ],
      ],
      ['values', { messages }],
    ]
    const [event, data] = many[n % many.length] ?? ['', null]
    log.accept({ id: String(n), event, data }, n)
    conversation = foldEvent(conversation, { id: String(n), event, data }, { run_id: 'r', at: n })
    if (n < 3_000) continue
    const task = { id: `t${n}`, name: 'work' }
    conversation = foldEvent(
      conversation,
      { id: null, event: 'tasks', data: task },
      { run_id: 'r', at: n },
    )
  }
  expect(Object.keys(conversation.unknownKinds).length).toBeLessThanOrEqual(51)
  expect(conversation.steps.length).toBeLessThanOrEqual(500)
  expect(conversation.steps.at(-1)?.key).toBe('t5999')
  expect(new Set(conversation.steps.map(({ key }) => key)).size).toBe(conversation.steps.length)
  expect(conversation.messages).toHaveLength(500)
  const kept = log.list().filter(({ event }) => event.event === 'values')
  expect(kept.length).toBeLessThanOrEqual(80)
  expect(log.list().at(-1)?.number).toBe(6_000)
})

it('the events of one run in any order, repeated or left out: the state that is read decides', () => {
  const final: Message[] = [
    { id: 'h', type: 'human', content: 'Hi' },
    { id: 'a', type: 'ai', content: 'one two three' },
  ]
  const script = [
    { event: 'metadata', data: { run_id: 'r', attempt: 1 } },
    { event: 'values', data: { messages: final.slice(0, 1) } },
    ...['one ', 'two ', 'three'].map((content) => ({
      event: 'messages',
      data: [{ id: 'a', type: 'AIMessageChunk', content }, {}],
    })),
    { event: 'metadata', data: { run_id: 'r', attempt: 2 } },
    { event: 'updates', data: { answer: { messages: final.slice(1) } } },
    { event: 'values', data: { messages: final } },
    { event: 'error', data: { error: 'E', message: 'late' } },
  ]
  const picks = fc.array(fc.nat(script.length - 1), { maxLength: 30 })
  fc.assert(
    fc.property(picks, fc.boolean(), (order, keepsRemains) => {
      const context = { run_id: 'r', at: 1 }
      const folded = order.reduce((conversation, index) => {
        const { event, data } = script[index] ?? { event: '', data: null }
        return foldEvent(conversation, { id: null, event, data }, context)
      }, emptyConversation)
      const state = { values: { messages: final }, next: [], tasks: [] }
      const ended = foldState(endRun(folded, 'done', 2, keepsRemains), state, context)
      expect(ended.messages.map(({ message }) => message)).toEqual(final)
      // Reading the same again changes nothing: nothing on the screen is drawn anew.
      expect(foldState(ended, state, context).messages).toBe(ended.messages)
    }),
    fuzzed(300),
  )
})
