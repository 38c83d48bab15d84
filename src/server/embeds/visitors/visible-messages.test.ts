import { expect, it } from 'vitest'
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
    human('do-not-render-1'),
    human('question'),
    { id: 'a1', type: 'ai', content: 'Yes.' },
  ]
  const { messages: shown } = visibleValues({ messages }, { shows_tool_details: true })
  expect((shown as { id: string }[]).map(({ id }) => id)).toEqual(['question', 'a1'])
})
