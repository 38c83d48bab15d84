import { expect, it } from 'vitest'
import { EventLog } from './event-log.ts'

const event = (id: string | null, data: unknown = {}) => ({ id, event: 'values', data })

it('takes each event once, by its id: what comes again after a reconnect is no news', () => {
  const log = new EventLog()
  for (const id of ['0', '1', '2']) expect(log.accept(event(id), 1)).toBe(true)
  for (const id of ['1', '2']) expect(log.accept(event(id), 2)).toBe(false)
  expect(log.accept(event('3'), 3)).toBe(true)
  expect(log.count).toBe(4)
  expect(log.list().map(({ event: { id } }) => id)).toEqual(['0', '1', '2', '3'])
  expect(log.list().map(({ number, at }) => [number, at])).toEqual([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 3],
  ])
})

it('cannot tell events without an id apart, so each of them is news', () => {
  const log = new EventLog()
  expect(log.accept(event(null), 1)).toBe(true)
  expect(log.accept(event(null), 1)).toBe(true)
  expect(log.count).toBe(2)
  expect(log.lastId).toBeNull()
})

it('goes on from the highest number, even if a lower one comes late; other ids count as they come', () => {
  const numbers = new EventLog()
  for (const id of ['9', '10', '8']) numbers.accept(event(id), 1)
  expect(numbers.lastId).toBe('10')
  const words = new EventLog()
  for (const id of ['b-2', 'b-1']) words.accept(event(id), 1)
  expect(words.lastId).toBe('b-1')
})

it('33: of a server that numbers another attempt from the start again nothing is lost, and nothing comes twice', () => {
  const log = new EventLog()
  const begins = (attempt: number, id: string) => ({ id, event: 'metadata', data: { attempt } })
  const all = [begins(1, '0'), event('1'), event('2')]
  for (const one of all) expect(log.accept(one, 1)).toBe(true)
  expect(log.accept(begins(1, '0'), 2)).toBe(false)
  expect(log.accept(begins(2, '0'), 3)).toBe(true)
  expect(log.lastId).toBe('0')
  expect(log.accept(event('1'), 3)).toBe(true)
  expect(log.accept(begins(2, '0'), 4)).toBe(false)
  expect(log.accept(event('1'), 4)).toBe(false)
  // One that numbers on has nothing forgotten.
  expect(log.accept(begins(3, '2'), 5)).toBe(true)
  expect(log.accept(event('1'), 5)).toBe(false)
  expect(log.count).toBe(6)
})

it('36: events of one millisecond that a server gives one id are each news, and once', () => {
  const log = new EventLog()
  const [a, b, c] = [event('17-0', 'a'), event('17-0', 'b'), event('18-0', 'c')]
  for (const one of [a, b, c]) expect(log.accept(one, 1)).toBe(true)
  expect(log.accept(event('18-0', 'd'), 1)).toBe(true)
  // What comes again after a reconnect, with its neighbours or alone.
  for (const one of [a, b, c, event('18-0', 'd')]) expect(log.accept(one, 2)).toBe(false)
  expect(log.accept({ ...event('18-0', 'd'), event: 'updates' }, 3)).toBe(true)
  expect(log.lastId).toBe('18-0')
  expect(log.count).toBe(5)
})

it('36: of a server that gives all events one id not every one is compared with all', () => {
  const log = new EventLog()
  const taken = Array.from({ length: 1_000 }, (_none, at) => log.accept(event('x', at), 1))
  expect(taken.filter(Boolean)).toHaveLength(200)
})

it('knows an event again after tens of thousands of others', () => {
  const log = new EventLog()
  for (let id = 0; id <= 40_000; id += 1) log.accept(event(String(id)), 1)
  for (const id of ['0', '20000', '20001', '40000']) {
    expect(log.accept(event(id), 1), id).toBe(false)
  }
  expect(log.accept(event('40001'), 1)).toBe(true)
})

it('keeps the newest events, fewer where each holds many messages, and the newest always', () => {
  const many = new EventLog()
  for (let id = 0; id < 5_000; id += 1) many.accept(event(String(id)), 1)
  expect(many.list()).toHaveLength(2_000)
  expect(many.list().at(-1)?.number).toBe(5_000)
  expect(many.count).toBe(5_000)
  const large = new EventLog()
  const messages = Array.from({ length: 15_000 }, () => ({}))
  for (let id = 0; id < 4; id += 1) large.accept(event(String(id), { messages }), 1)
  expect(large.list().map(({ number }) => number)).toEqual([3, 4])
  large.accept(event('4', { messages: [...messages, ...messages, ...messages] }), 1)
  expect(large.list().map(({ number }) => number)).toEqual([5])
})
