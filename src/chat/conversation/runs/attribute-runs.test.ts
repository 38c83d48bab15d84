import { expect, it } from 'vitest'
import type { Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { MessageKind, MessageOrigin, ShownMessage } from '../conversation-types.ts'
import { attributeRuns } from './attribute-runs.ts'

function message(
  id: string,
  kind: MessageKind,
  origin: MessageOrigin = 'state',
  run_id: string | null = null,
): ShownMessage {
  const content = { id, type: kind, content: id }
  return { key: id, id, kind, message: content, origin, run_id, firstAt: null, settledAt: null }
}

function run(run_id: string, sent: string | null, rest: Partial<Run> = {}): Run {
  const input = sent === null ? null : { messages: [{ id: sent, role: 'user', content: sent }] }
  return {
    run_id,
    thread_id: 't',
    status: 'success',
    created_at: '',
    updated_at: '',
    kwargs: { input },
    ...rest,
  }
}

const writtenBy = (run_id: string): ThreadState => ({
  values: {},
  next: [],
  tasks: [],
  metadata: { run_id },
})
const runsOf = (messages: readonly ShownMessage[]) => messages.map(({ run_id }) => run_id)

it('a run made what stands between its message and the next one', () => {
  const messages = [message('q1', 'human'), message('a1', 'ai'), message('q2', 'human')]
  const runs = [run('one', 'q1'), run('two', 'q2')]
  expect(runsOf(attributeRuns(messages, runs, null))).toEqual(['one', 'one', 'two'])
})

it('the end of a turn that paused belongs to the run that answered the question', () => {
  const messages = [message('q1', 'human'), message('a1', 'ai'), message('a2', 'ai')]
  const runs = [run('one', 'q1'), run('two', null, { kwargs: { command: { resume: true } } })]
  expect(runsOf(attributeRuns(messages, runs, null))).toEqual(['one', 'one', 'two'])
})

it('what was just sent was not written by the run before, which wrote the state', () => {
  const messages = [
    message('q1', 'human', 'state', 'one'),
    message('a1', 'ai', 'state', 'one'),
    message('q2', 'human', 'sent'),
  ]
  const given = attributeRuns(messages, [run('one', 'q1')], writtenBy('one'))
  expect(runsOf(given)).toEqual(['one', 'one', null])
  expect(given).toBe(messages)
})

it('where a thread has branches only the checkpoints tell who wrote an answer', () => {
  const messages = [message('q1', 'human'), message('a1', 'ai'), message('a2', 'ai')]
  const fork = run('two', null, { kwargs: { checkpoint_id: 'c' } })
  const runs = [run('one', 'q1'), fork]
  expect(runsOf(attributeRuns(messages, runs, null))).toEqual(['one', null, null])
  const authors = new Map([['a2', 'two']])
  expect(runsOf(attributeRuns(messages, runs, null, authors))).toEqual(['one', null, 'two'])
})

/** A run of a program that names no message. */
const unnamed = (run_id: string, ...words: string[]) =>
  run(run_id, null, {
    kwargs: { input: { messages: words.map((content) => ({ role: 'user', content })) } },
  })

it('words that a program sent without an id belong to the runs that said them, in their order', () => {
  const messages = [
    message('again', 'human'),
    message('a1', 'ai'),
    { ...message('again', 'human'), id: 'given' },
    message('a2', 'ai'),
    message('mine', 'human'),
    message('a3', 'ai'),
  ]
  const runs = [unnamed('one', 'again'), unnamed('two', 'again'), run('three', 'mine')]
  expect(runsOf(attributeRuns(messages, runs, null))).toEqual([
    'one',
    'one',
    'two',
    'two',
    'three',
    'three',
  ])
})

it('where what was sent is not what the thread holds, nobody is said to have sent it', () => {
  const messages = [message('hello', 'human'), message('a1', 'ai')]
  const failed = unnamed('one', 'hello')
  expect(runsOf(attributeRuns(messages, [failed, unnamed('two', 'hello')], null))).toEqual([
    null,
    null,
  ])
  expect(runsOf(attributeRuns(messages, [unnamed('one', 'bye')], null))).toEqual([null, null])
})
