import { expect, it } from 'vitest'
import { isAskedFor } from './channel-filter.ts'

const at = (...namespace: string[]) => ({ method: 'values', namespace, name: undefined, seq: 5 })
const writer = at('writer:1', 'draft:2')

it('a namespace begins with the one that is asked for; a step without an id stands for all its tasks', () => {
  const has = (namespaces: string[][], depth?: number) =>
    [at(), at('writer:1'), writer, at('other:3')].map((event) =>
      isAskedFor({ channels: ['values'], namespaces, depth }, event),
    )
  expect(has([])).toEqual([true, true, true, true])
  expect(has([[]])).toEqual([true, true, true, true])
  expect(has([[]], 0)).toEqual([true, false, false, false])
  expect(has([[]], 1)).toEqual([true, true, false, true])
  expect(has([['writer']])).toEqual([false, true, true, false])
  expect(has([['writer:1']], 0)).toEqual([false, true, false, false])
  expect(has([['writer:9'], ['other:3']])).toEqual([false, false, false, true])
})

it('an event is on the channel of its method, and one with a name on that of its own too', () => {
  const on = (channel: string, event: { method: string; name?: string }) =>
    isAskedFor({ channels: [channel] }, { ...at(), name: undefined, ...event })
  expect(on('input', { method: 'input.requested' })).toBe(true)
  expect(on('custom', { method: 'custom', name: 'status' })).toBe(true)
  expect(on('custom:status', { method: 'custom', name: 'status' })).toBe(true)
  expect(on('custom:other', { method: 'custom', name: 'status' })).toBe(false)
  expect(on('nothing', { method: 'values' })).toBe(false)
})

it('what is known already is not told again', () => {
  expect(isAskedFor({ channels: ['values'], since: 4 }, at())).toBe(true)
  expect(isAskedFor({ channels: ['values'], since: 5 }, at())).toBe(false)
})
