import { describe, expect, it } from 'vitest'
import { foldEvent, foldState } from './conversation.ts'
import { type Conversation, emptyConversation } from './conversation-types.ts'
import { beginRun, endRun, forgetStreamed } from './runs/conversation-runs.ts'

const live = { run_id: 'run-1', at: 10 }
type Pair = [event: string, data: unknown]

function fold(events: Pair[], from: Conversation = emptyConversation): Conversation {
  let folded = from
  events.forEach(([event, data], index) => {
    folded = foldEvent(folded, { id: String(index), event, data }, { ...live, at: 10 + index })
  })
  return folded
}

const delta = (content: unknown, rest: object = {}): Pair => [
  'messages',
  [
    { id: 'a1', type: 'AIMessageChunk', content, ...rest },
    { langgraph_node: 'talk', langgraph_step: 1 },
  ],
]
const human = { id: 'h1', type: 'human', content: 'Hi' }
const ai = { id: 'a1', type: 'ai', content: 'Hello' }
const texts = ({ messages }: Conversation) => messages.map((item) => item.message.content)

describe('messages', () => {
  it('appends deltas by id, whatever the chunk is called', () => {
    const folded = fold([delta('Hel'), delta('lo')])
    expect(texts(folded)).toEqual(['Hello'])
    expect(folded.messages[0]).toMatchObject({ kind: 'ai', origin: 'stream', run_id: 'run-1' })
  })

  it('appends parts of a list by their index', () => {
    const folded = fold([
      delta([{ type: 'text', index: 0, text: 'Hel' }]),
      delta([{ type: 'text', index: 0, text: 'lo' }]),
      delta([{ type: 'tool_use', index: 1, input: '{"a"' }]),
      delta([{ type: 'tool_use', index: 1, input: ':1}' }]),
    ])
    expect(texts(folded)[0]).toEqual([
      { type: 'text', index: 0, text: 'Hello' },
      { type: 'tool_use', index: 1, input: '{"a":1}' },
    ])
  })

  it('joins the pieces of streamed arguments', () => {
    const piece = (chunk: object) => delta('', { tool_call_chunks: [{ index: 0, ...chunk }] })
    const folded = fold([piece({ id: 'c1', name: 'look', args: '{"q' }), piece({ args: '":1}' })])
    expect(folded.messages[0]?.message.tool_call_chunks).toEqual([
      { index: 0, id: 'c1', name: 'look', args: '{"q":1}' },
    ])
  })

  it('replaces with partial messages and keeps what is complete', () => {
    const folded = fold([
      ['messages/partial', [{ ...ai, content: 'He' }]],
      ['messages/partial', [ai]],
      ['messages/complete', [ai]],
      delta(' again'),
    ])
    expect(texts(folded)).toEqual(['Hello'])
  })

  it('values win, and messages that did not change stay the same objects', () => {
    const before = fold([['values', { messages: [human, ai] }]])
    const after = fold(
      [['values', { messages: [{ ...human }, { ...ai, content: 'Hello!' }] }]],
      before,
    )
    expect(after.messages[0]).toBe(before.messages[0])
    expect(texts(after)).toEqual(['Hi', 'Hello!'])
  })

  it('drops what was streamed and is not in the values', () => {
    expect(texts(fold([delta('draft'), ['values', { messages: [human] }]]))).toEqual(['Hi'])
  })

  it('removes messages by id, and all of them', () => {
    const both = fold([['values', { messages: [human, ai] }]])
    const one = fold([['updates', { trim: { messages: [{ type: 'remove', id: 'h1' }] } }]], both)
    expect(texts(one)).toEqual(['Hello'])
    const all = { trim: { messages: [{ type: 'remove', id: '__remove_all__' }, ai] } }
    expect(texts(fold([['updates', all]], both))).toEqual(['Hello'])
  })

  it('puts whole messages of updates in place, once', () => {
    const update: Pair = ['updates', { talk: { messages: [ai] } }]
    expect(texts(fold([delta('Hel'), update, update]))).toEqual(['Hello'])
  })

  it('finds a tool result again by its call where its id changed', () => {
    const result = { type: 'tool', tool_call_id: 'c1', content: 'ok' }
    const folded = fold([
      ['messages', [{ ...result, id: 'run-x-tool-c1' }, {}]],
      ['updates', { tools: { messages: [{ ...result, id: 'other' }] } }],
    ])
    expect(folded.messages).toHaveLength(1)
  })

  it('leaves our own message alone when the server streams it back', () => {
    const begun = beginRun(emptyConversation, [human], live)
    expect(texts(fold([['messages', [human, {}]]], begun))).toEqual(['Hi'])
  })

  it('does not double a replay over a state that was read', () => {
    const state = { values: { messages: [human, ai] }, next: [], tasks: [] }
    const read = foldState(emptyConversation, state, live)
    const replayed = fold([['values', { messages: [human] }], delta('Hel'), delta('lo')], read)
    expect(texts(replayed)).toEqual(['Hi', 'Hello'])
    expect(texts(fold([delta('Hel')], read))).toEqual(['Hi', 'Hello'])
  })
})

describe('questions', () => {
  it('33, C15: what is done beside a question is there, though the values lack it until that is answered', () => {
    const calls = ['c1', 'c2'].map((id) => ({ id, name: 'refund', args: {} }))
    const caller = { ...ai, tool_calls: calls }
    const done = { type: 'tool', tool_call_id: 'c1', content: 'Refunded' }
    const state = (interrupts: { id: string; value: string }[]) => ({
      values: { messages: [human, caller] },
      next: ['tools'],
      tasks: [
        { id: 't1', name: 'tools', interrupts: [], result: { messages: [done] } },
        { id: 't2', name: 'tools', interrupts, result: null },
      ],
    })
    const asked = foldState(emptyConversation, state([{ id: 'q', value: 'Sure?' }]), live)
    expect(texts(asked)).toEqual(['Hi', 'Hello', 'Refunded'])
    const whole = [human, caller, { ...done, id: 'r1' }, { ...done, id: 'r2', tool_call_id: 'c2' }]
    const after = foldState(asked, { values: { messages: whole }, next: [], tasks: [] }, live)
    expect(after.messages.map(({ id }) => id)).toEqual([human.id, ai.id, 'r1', 'r2'])
    // Of an older checkpoint the steps after it have results, which were not there yet.
    expect(texts(foldState(emptyConversation, state([]), live))).toEqual(['Hi', 'Hello'])
  })

  const asked = { __interrupt__: [{ id: 'q', value: 1 }] }

  it('a values event with nothing but a question does not replace the state', () => {
    const folded = fold([
      ['values', { messages: [human] }],
      ['values', asked],
    ])
    expect(texts(folded)).toEqual(['Hi'])
    expect(folded.interrupts).toEqual(asked.__interrupt__)
  })

  it('an answered question does not come back with the next values', () => {
    const paused = fold([['updates', asked]])
    const resumed = fold([['values', { messages: [human] }]], beginRun(paused, [], live))
    expect(resumed.interrupts).toEqual([])
  })
})

describe('steps', () => {
  it('takes exact starts and ends from task events', () => {
    const folded = fold([
      ['tasks', { id: 't1', name: 'plan' }],
      ['updates', { plan: null }],
      ['tasks', { id: 't1', name: 'plan', result: [] }],
      ['tasks', { id: 't2', name: 'act' }],
    ])
    expect(folded.steps).toEqual([
      { key: 't1', node: 'plan', status: 'done', startedAt: 10, endedAt: 12 },
      { key: 't2', node: 'act', status: 'running', startedAt: 13, endedAt: null },
    ])
  })

  it('does without them: a step begins where the one before ended', () => {
    const folded = fold([
      ['metadata', { run_id: 'run-1' }],
      ['values', { messages: [] }],
      delta('Hel'),
      ['updates', { talk: null }],
      ['values', { messages: [ai] }],
      ['updates', { file: null }],
    ])
    expect(folded.steps.map(({ node, startedAt, endedAt }) => [node, startedAt, endedAt])).toEqual([
      ['talk', 11, 13],
      ['file', 14, 15],
    ])
  })

  it('marks what was at work when the run was stopped', () => {
    const folded = endRun(fold([['tasks', { id: 't1', name: 'plan' }]]), 'cut', 99, true)
    expect(folded.steps[0]).toMatchObject({ status: 'cut', endedAt: 99 })
  })
})

describe('the end of a run', () => {
  const state = (messages: unknown[]) => ({ values: { messages }, next: [], tasks: [] })
  const half = fold([['values', { messages: [human] }], delta('Hel')])

  it('keeps the remains of a stopped run in their place', () => {
    const ended = foldState(endRun(half, 'cut', 20, true), state([human]), live)
    expect(ended.messages.map((item) => item.origin)).toEqual(['state', 'cut'])
    const more = { id: 'h2', type: 'human', content: 'More' }
    const later = foldState(ended, state([human, more]), live)
    expect(texts(later)).toEqual(['Hi', 'Hel', 'More'])
  })

  it('keeps no remains of a run that went well', () => {
    expect(texts(foldState(endRun(half, 'done', 20, false), state([human]), live))).toEqual(['Hi'])
  })

  it('forgets half-streamed text before a replay', () => {
    expect(texts(forgetStreamed(half))).toEqual(['Hi'])
  })
})

describe('a run that begins again where its last step ended', () => {
  const start = (id: string, name: string): Pair => ['tasks', { id, name }]
  const end = (id: string, name: string): Pair => ['tasks', { id, name, result: {} }]
  const again: Pair = ['metadata', { run_id: 'run-1', attempt: 2 }]
  const steps = (folded: Conversation) =>
    folded.steps.map(({ node, status }) => `${node} ${status}`)

  it('keeps the steps that had ended, and has the one that was at work once more', () => {
    const before = [start('1', 'plan'), end('1', 'plan'), start('2', 'write')]
    expect(steps(fold([...before, again]))).toEqual(['plan done'])
    const after = fold([...before, again, start('2', 'write'), end('2', 'write')])
    expect(steps(after)).toEqual(['plan done', 'write done'])
  })

  it('has one at work whose end was lost, and not as done', () => {
    const before = [start('1', 'plan'), end('1', 'plan')]
    expect(steps(fold([...before, again, start('1', 'plan')]))).toEqual(['plan running'])
  })

  it('keeps those that do not announce themselves, and tells them from what comes', () => {
    const after = fold([['updates', { plan: {} }], delta('Hel'), again, delta('Hello')])
    expect(steps(after)).toEqual(['plan done', 'talk running'])
    const twice = fold([delta('Hel'), ['updates', { talk: {} }], again, delta('Hello')])
    expect(steps(twice)).toEqual(['talk done', 'talk running'])
    expect(new Set(twice.steps.map(({ key }) => key)).size).toBe(2)
  })
})

describe('anything else', () => {
  it('counts kinds that it does not know and changes nothing', () => {
    const folded = fold([
      ['something/new', { a: 1 }],
      ['something/new', null],
      ['values|sub:1', {}],
    ])
    expect(folded.unknownKinds).toEqual({ 'something/new': 2 })
  })

  it.each([
    ['error', 'Run not found', { name: null, message: 'Run not found' }],
    ['error', { error: 'TypeError', message: 'boom' }, { name: 'TypeError', message: 'boom' }],
    ['error', { error: 'TypeError' }, { name: 'TypeError', message: 'TypeError' }],
  ])('reads %s %j', (event, data, failure) => {
    expect(fold([[event, data]]).failure).toEqual(failure)
  })

  it('never throws, whatever the data is', () => {
    const odd = [
      null,
      1,
      'text',
      [],
      {},
      [[]],
      [null],
      { messages: 'no' },
      { __interrupt__: 3 },
      [{ type: 1 }],
    ]
    const kinds = [
      'metadata',
      'messages',
      'messages/partial',
      'values',
      'updates',
      'tasks',
      'custom',
      'error',
      'feedback',
      '',
    ]
    for (const kind of kinds) {
      for (const data of odd)
        expect(() => fold([[kind, data], delta('x'), [kind, data]])).not.toThrow()
    }
  })

  it('keeps the newest custom entries only', () => {
    const events = Array.from({ length: 250 }, (_, n): Pair => ['custom', n])
    const { custom } = fold(events)
    expect(custom).toHaveLength(200)
    expect(custom.at(-1)?.data).toBe(249)
    expect(new Set(custom.map((entry) => entry.key)).size).toBe(200)
  })
})
