import { expect, it } from 'vitest'
import { eventsIn, linesOf } from './event-lines.ts'

it('38: events come back from their lines as they were, whatever they and their names hold', () => {
  const events = [
    { id: 0, event: 'metadata', data: '{"attempt":1}', at: 1_764_460_800_123 },
    {
      id: 1,
      event: 'messages|a\tnode\nof "two" lines|𝄞\ud800',
      data: '"\\t\\n𝄞 \\ud800"',
      at: null,
    },
    { id: 10_000_000, event: '', data: 'null', at: 0.5 },
    { id: 10_000_001, event: 'values', data: '', at: 1 },
  ]
  expect(eventsIn(linesOf(events))).toEqual(events)
})

it('38: space between the parts of JSON stays space', () => {
  const spaced = { id: 3, event: 'values', data: '{\n\t"a": 1\r\n}', at: null }
  expect(eventsIn(linesOf([spaced, spaced]))).toEqual([
    { ...spaced, data: '{  "a": 1\r }' },
    { ...spaced, data: '{  "a": 1\r }' },
  ])
})
