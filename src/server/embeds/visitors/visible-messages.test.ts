import { expect, it } from 'vitest'
import { messageText } from '../../../contract/agent-server/messages.ts'
import { visibleValues } from './visible-messages.ts'

it('what an agent wrote for itself reaches no visitor (C5)', () => {
  const human = (id: string, additional_kwargs?: object) => ({
    id,
    type: 'human',
    content: id,
    additional_kwargs,
  })
  const messages = [
    human('summary', { lc_source: 'summarization' }),
    human('reminder', { hidden: true }),
    human('todos', { lc_source: 'todo_list' }),
    human('do-not-render-1'),
    human('question'),
    { id: 'a1', type: 'ai', content: 'Yes.', additional_kwargs: { lc_source: 'fallback' } },
  ]
  const { messages: shown } = visibleValues(
    { messages },
    { shows_tool_details: true, shows_components: false },
  )
  expect((shown as { id: string }[]).map(({ id }) => id)).toEqual(['question', 'a1'])
})

it('what a model thought reaches no visitor, whatever shape it has (C14)', () => {
  const answers = [
    '<think>SECRET</think>\n\nYes.',
    [
      { type: 'text', text: 'SECRET', thought: true },
      { type: 'text', text: 'Yes.' },
    ],
    [
      { type: 'text', text: '<think>SECRET' },
      { type: 'text', text: '</think>Yes.' },
    ],
    [
      { type: 'text', text: 'SECRET\n' },
      { type: 'text', text: '</think>\nYes.' },
    ],
  ]
  const messages = answers.map((content) => ({ type: 'ai', content }))
  const human = { type: 'human', content: '<think> is a tag' }
  const { messages: shown } = visibleValues(
    { messages: [...messages, human] },
    { shows_tool_details: true, shows_components: false },
  )
  expect((shown as { content: unknown }[]).map(({ content }) => messageText(content))).toEqual([
    ...answers.map(() => 'Yes.'),
    '<think> is a tag',
  ])
})
