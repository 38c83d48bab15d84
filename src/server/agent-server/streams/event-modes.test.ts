import { expect, it } from 'vitest'
import { ofModes } from './event-modes.ts'

const events = [
  'metadata',
  'feedback',
  'values',
  'values|writer:1',
  'messages',
  'messages|a:1|b:2',
  'messages/partial',
  'messages/complete',
  'updates',
  'error',
]

it.each([
  [[], events],
  [['values'], ['metadata', 'feedback', 'values', 'values|writer:1', 'error']],
  [['messages'], ['metadata', 'feedback', 'messages/partial', 'messages/complete', 'error']],
  [['messages-tuple'], ['metadata', 'feedback', 'messages', 'messages|a:1|b:2', 'error']],
] as const)('§6 the modes %j have their events, and what tells of the run', (modes, expected) => {
  expect(events.filter(ofModes(modes))).toEqual(expected)
})
