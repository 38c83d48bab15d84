import { describe, expect, it } from 'vitest'
import { messageText } from '../../../contract/agent-server/messages.ts'
import type { Run } from '../../../contract/agent-server/runs.ts'
import type { ThreadState } from '../../../contract/agent-server/threads.ts'
import type { Beginning } from '../../objects/run-history/run-history.ts'
import { messagesOfState, runTurns } from './run-turns.ts'

const message = (type: string, content: string, id?: string) => ({
  type,
  content,
  ...(id && { id }),
})
const began = (messages: unknown[]): Beginning => ({
  isKnown: true,
  state: { values: { messages } } as ThreadState,
})
const run = (kwargs = {}) => ({ run_id: 'r', kwargs }) as Run
const shown = (messages: unknown[], beginning: Beginning | undefined, kwargs = {}) =>
  runTurns(run(kwargs), messagesOfState({ values: { messages } }, 'r'), beginning).map(
    ({ human, parts, run_id }) => [
      human && messageText(human.message.content),
      parts.map((part) => messageText(part.message.content)),
      run_id,
    ],
  )

const [asked, answered] = [message('human', 'one', '1'), message('ai', 'first', '2')]
const [again, last] = [message('human', 'two', '3'), message('ai', 'second', '4')]

describe('runTurns', () => {
  it('is what the thread holds at the end of the run and did not at its beginning', () => {
    const all = [asked, answered, again, last]
    expect(shown(all, began([asked, answered]))).toEqual([['two', ['second'], 'r']])
    expect(shown(all, { isKnown: true, state: null })).toHaveLength(2)
  })

  it('counts messages that have no id', () => {
    const bare = [
      message('human', 'a'),
      message('ai', 'b'),
      message('human', 'c'),
      message('ai', 'd'),
    ]
    expect(shown(bare, began(bare.slice(0, 2)))).toEqual([['c', ['d'], 'r']])
  })

  it('is the last turn where nobody knows how it began', () => {
    expect(shown([asked, answered, again, last], { isKnown: false })).toEqual([
      ['two', ['second'], 'r'],
    ])
    expect(shown([asked, answered, again, last], undefined)).toHaveLength(1)
  })

  it('is the input where the run has left no message', () => {
    const kwargs = { input: { messages: [{ role: 'user', content: 'given' }] } }
    expect(shown([], { isKnown: false }, kwargs)).toEqual([['given', [], 'r']])
    expect(shown([], undefined, { input: { number: 1 } })).toEqual([])
    expect(shown([], undefined, {})).toEqual([])
  })
})
