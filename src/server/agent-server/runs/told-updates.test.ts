import { expect, it } from 'vitest'
import { ToldUpdates } from './told-updates.ts'

const logged = (event: string, data: object, id = 0) => ({
  id,
  event,
  data: JSON.stringify(data),
  at: null,
})
const told = (event: string, data: object) => ({ event, data: JSON.stringify(data) })
const again = (event: string, data: object) =>
  told(event, { ...data, __metadata__: { cached: true } })

it('leaves out what the library tells again, as often as it was told, in its own part of the graph', () => {
  const before = new ToldUpdates([
    logged('updates', { quick: { log: ['a'] } }),
    logged('updates', { quick: { log: ['a'] } }),
    logged('updates|child:1', { quick: { log: ['b'] } }),
    logged('~updates', {}),
    logged('custom', { quick: { log: ['c'] } }),
  ])
  const a = again('updates', { quick: { log: ['a'] } })
  const others = [
    again('updates', { quick: { log: ['b'] } }),
    again('updates', { quick: { log: ['c'] } }),
    again('custom', { quick: { log: ['c'] } }),
    told('updates', { quick: { log: ['a'] } }),
  ]
  const events = [a, ...others, a, again('~updates', {}), a]
  expect(before.without(events)).toEqual([...others, a])
})

it('knows it as Python writes it, and as an earlier attempt told it that had found it, too', () => {
  const text = '{"quick": {"log": ["a"]}, "__metadata__": {"cached": true}}'
  const before = new ToldUpdates([{ id: 0, event: 'updates', data: text, at: null }])
  expect(before.without([{ event: 'updates', data: text }])).toEqual([])
})

it('tells all of it where the log is gone with its process', () => {
  const event = again('updates', { quick: 1 })
  expect(new ToldUpdates([]).without([event])).toEqual([event])
})
