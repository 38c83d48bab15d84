import { expect, it } from 'vitest'
import { foldState } from '../conversation/conversation.ts'
import { emptyConversation } from '../conversation/conversation-types.ts'
import { buildTurns } from '../conversation/turns.ts'
import { ofTurn } from './of-turn.ts'

const messages = [
  { id: 'asked', type: 'human', content: 'hello' },
  { id: 'said', type: 'ai', content: 'Here it is.' },
  { id: 'again', type: 'human', content: 'and now?' },
  { id: 'new', type: 'ai', content: 'Here.' },
]
const state = { values: { messages }, next: [], tasks: [], metadata: {} }
const conversation = foldState(emptyConversation, state as never, { run_id: null, at: null })
const known = conversation.messages.map((one, index) => ({
  ...one,
  run_id: index < 2 ? 'first run' : 'second run',
}))
const turns = buildTurns(known)

const card = (id: string, metadata: Record<string, unknown>) => {
  return { id, name: 'card', props: {}, metadata }
}
const placed = (...said: ReturnType<typeof card>[]) =>
  turns.map((turn, index) =>
    ofTurn(said, turn, known, index === turns.length - 1).map(({ id }) => id),
  )

it('stands with the message that it names, in either language, whatever its run', () => {
  expect(
    placed(
      card('js', { id: 'said', run_id: 'second run' }),
      card('py', { message_id: 'said' }),
      card('late', { message_id: 'new' }),
    ),
  ).toEqual([['js', 'py'], ['late']])
})

it('stands with its run where it names no message that is shown', () => {
  expect(
    placed(card('a', { run_id: 'first run' }), card('b', { id: 'gone', run_id: 'second run' })),
  ).toEqual([['a'], ['b']])
})

it('stands at the end where nothing of it is known, once', () => {
  expect(placed(card('a', {}), card('b', { run_id: 'another' }))).toEqual([[], ['a', 'b']])
})
