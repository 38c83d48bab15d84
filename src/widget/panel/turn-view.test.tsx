import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { foldState } from '../../chat/conversation/conversation.ts'
import { emptyConversation } from '../../chat/conversation/conversation-types.ts'
import { buildTurns } from '../../chat/conversation/turns.ts'
import type { PanelHost } from '../panel-host.ts'
import { en } from './texts/en.ts'
import { TurnView } from './turn-view.tsx'

/** What a visitor sees of calls in a row, of which all but the last ones have their results. */
function show(count: number, openCount = 0) {
  const calls = Array.from({ length: count }, (_item, n) => [
    {
      id: `a${n}`,
      type: 'ai',
      content: '',
      tool_calls: [{ id: `c${n}`, name: 'look_up', args: {} }],
    },
    { id: `t${n}`, type: 'tool', tool_call_id: `c${n}`, content: 'ok' },
  ])
  const messages = [
    { id: 'h', type: 'human', content: 'Go' },
    ...calls.flatMap(([call, result], n) => (n < count - openCount ? [call, result] : [call])),
  ]
  const state = { values: { messages }, next: [], tasks: [] }
  const [turn] = buildTurns(
    foldState(emptyConversation, state, { run_id: null, at: null }).messages,
  )
  if (!turn) throw new Error('The conversation has no turn')
  render(
    <TurnView
      turn={turn}
      run_id={null}
      texts={en}
      host={{} as PanelHost}
      mark={undefined}
      isActive={openCount > 0}
      vote={undefined}
      feedback={null}
      onRetry={undefined}
    />,
  )
  return screen.queryAllByText(/^(Used|Using) /).map(({ textContent }) => textContent)
}

it('many calls of one tool in a row are one line, with how often', () => {
  expect(show(300)).toEqual(['Used look up × 300'])
})

it('few are a line each', () => {
  expect(show(3)).toEqual(Array(3).fill('Used look up'))
})

it('what is still at work says so beside what is done', () => {
  expect(show(5, 1)).toEqual(['Used look up × 4', 'Using look up…'])
})
