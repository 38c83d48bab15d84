import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { foldState } from '../../../chat/conversation/conversation.ts'
import { emptyConversation } from '../../../chat/conversation/conversation-types.ts'
import { buildTurns, type Turn } from '../../../chat/conversation/turns.ts'
import type { RunMark } from '../../../chat/run-marks.ts'
import type { EmbedConfig } from '../../../contract/embeds/visitors.ts'
import type { PanelHost } from '../../panel-host.ts'
import { FilesContext } from '../files/file-tools.ts'
import type { KeptFiles } from '../files/kept-files.ts'
import { en } from '../texts/en.ts'
import { TurnView } from './turn-view.tsx'

const rest = {
  ...{ run_id: null, texts: en, host: {} as PanelHost, mark: undefined, isActive: false },
  ...{ vote: undefined, feedback: null, onRetry: undefined },
}

function turnOf(messages: unknown[]): Turn {
  const state = { values: { messages }, next: [], tasks: [] }
  const [turn] = buildTurns(
    foldState(emptyConversation, state, { run_id: null, at: null }).messages,
  )
  if (!turn) throw new Error('The conversation has no turn')
  return turn
}

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
  render(<TurnView {...rest} turn={turnOf(messages)} isActive={openCount > 0} />)
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

it('33: a run that ended without a word says so, as one whose question was left unanswered', () => {
  const turn = turnOf([{ id: 'h', type: 'human', content: 'Go' }])
  const mark = (outcome: RunMark['outcome']) => ({ outcome }) as RunMark
  const { rerender } = render(<TurnView {...rest} turn={turn} mark={mark('paused')} />)
  expect(screen.queryByText(en.noAnswer)).toBeNull()
  rerender(<TurnView {...rest} turn={turn} mark={mark('success')} />)
  screen.getByText(en.noAnswer)
  rerender(<TurnView {...rest} turn={turn} mark={mark('stopped')} />)
  expect(screen.queryByText(en.noAnswer)).toBeNull()
  const answer = { id: 'a', type: 'ai', content: 'Done' }
  const answered = turnOf([{ id: 'h', type: 'human', content: 'Go' }, answer])
  rerender(<TurnView {...rest} turn={answered} mark={mark('success')} />)
  expect(screen.queryByText(en.noAnswer)).toBeNull()
  const thought = turnOf([
    { id: 'h', type: 'human', content: 'Go' },
    { ...answer, content: '' },
  ])
  rerender(<TurnView {...rest} turn={thought} mark={mark('success')} />)
  screen.getByText(en.noAnswer)
})

it('33.1.3: what an answer holds stands in its order, and what it cites below it', () => {
  const cited = { type: 'citation', url: 'https://example.com/tides', title: 'Tides' }
  const content = [
    { type: 'text', text: 'First.' },
    { type: 'unknown_part', kind: 'hologram' },
    { type: 'text', text: 'Last.', annotations: [cited] },
  ]
  const tools = { files: {} as KeptFiles, thread_id: 't', config: {} as EmbedConfig, texts: en }
  const view = render(
    <FilesContext.Provider value={tools}>
      <TurnView {...rest} turn={turnOf([{ id: 'a', type: 'ai', content }])} />
    </FilesContext.Provider>,
  )
  expect(view.container.textContent).toMatch(
    /First\..*Content of the kind “hologram”.*Last\..*Sources.*Tides/,
  )
  expect(screen.getByRole('link', { name: 'Tides' })).toHaveAttribute('href', cited.url)
})

it('33, C14: a thought of which only the end came is not read either', () => {
  const content = 'Is it allowed?\n</think>\n\nYes.'
  const view = render(<TurnView {...rest} turn={turnOf([{ id: 'a', type: 'ai', content }])} />)
  expect(view.container).toHaveTextContent(/^Yes\.$/)
})
