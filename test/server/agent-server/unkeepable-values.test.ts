import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { unkeepable: './unkeepable.ts:graph' } })
})
afterAll(() => h?.close())

const make = async (thread: string, what: string, more: object = {}) =>
  h.ended(await h.run(thread, { assistant_id: 'unkeepable', input: { make: what }, ...more }))

const losses: [string, string][] = [
  ['bigint', '“n” holds a BigInt,'],
  ['nested', '“n.order.total” holds a BigInt,'],
  ['listed', '“n[1].price” holds a BigInt,'],
  ['mapped', '“n.price[0]” holds a BigInt,'],
  ['set', '“n[0]” holds a BigInt,'],
  ['instance', '“n.left” holds a BigInt,'],
  ['array', '“n” holds an array of BigInts,'],
  ['message', '“messages[0].additional_kwargs.cost” holds a BigInt,'],
  ['interrupt', '“value.question” of an interrupt holds NaN,'],
  ['function', '“n” holds a function,'],
  ['functions', '“n.tools[0]” holds a function,'],
  ['symbol', '“n.mark” holds a symbol,'],
  ['nan', '“n.score” holds NaN,'],
  ['infinity', '“n[0]” holds -Infinity,'],
  ['date', '“n” holds a date that is none,'],
  ['cycle', '“n.parts[0].whole” holds a reference to what it is in,'],
  ['promise', '“n.answer” holds a promise,'],
  ['buffer', '“n” holds an object of the class ArrayBuffer,'],
]

it.each(losses)(
  'S9: %s ends the run with the field; the state is as before',
  async (what, says) => {
    for (const durability of ['async', 'exit']) {
      const thread = await h.thread()
      await make(thread, 'kept')
      const before = (await h.state(thread)).values
      const run = await make(thread, what, { durability })
      expect(run).toMatchObject({ status: 'error', error: expect.stringContaining(says) })
      const { values } = await h.state(thread)
      expect(JSON.stringify(values)).not.toContain('unable to serialize')
      expect(values).toHaveProperty('n', (before as { n: unknown }).n)
      expect(await make(thread, 'kept')).toMatchObject({ status: 'success' })
    }
  },
)

it('S9: what is sent to a step is named as such', async () => {
  const { error } = await make(await h.thread(), 'send')
  expect(error).toMatch(
    /^“args\.n” of what is sent to a step holds a BigInt, .* is small enough\.$/,
  )
})

it('S9: an item that would be stored as another one ends the run as well', async () => {
  const nan = await make(await h.thread(), 'item')
  expect(nan).toMatchObject({
    status: 'error',
    error: expect.stringContaining(
      '“n[0]” of the item “one” holds NaN, which cannot be stored as what it is.',
    ),
  })
  const map = await make(await h.thread(), 'item-map')
  expect(map.error).toContain('“n” of the item “one” holds an object of the class Map,')
})

it('S9: what the library keeps is kept', async () => {
  const thread = await h.thread()
  expect(await make(thread, 'kept')).toMatchObject({ status: 'success', error: null })
  const { values } = await h.state(thread)
  expect(values).toMatchObject({ n: { twice: [{ one: 1 }, { one: 1 }], point: { x: 1 } } })
  expect(await make(thread, 'again')).toMatchObject({ status: 'success' })
  const again = (await h.state(thread)).values
  expect(again).toHaveProperty('n', ['Set', 'Error', 'Uint8Array', 'RegExp', 'Object'])
})

it('33: data that looks like an object of the library is kept and read as the data that it is', async () => {
  const thread = await h.thread()
  expect(await make(thread, 'alike')).toMatchObject({ status: 'success', error: null })
  const { values } = await h.state(thread)
  expect(values).toMatchObject({
    n: {
      stranger: { lc: 1, type: 'constructor', id: ['shop', 'Order'], kwargs: { total: 7 } },
      parts: [{ lc: 1, id: ['langchain_core', 'messages', 'Nobody'] }],
      message: { type: 'ai', content: 'Hi' },
    },
  })
  expect(await make(thread, 'alike again')).toMatchObject({ status: 'success', error: null })
  expect((await h.state(thread)).values).toHaveProperty('n', [7, 'Hi', true])
})

it('reports no unexpected error in all of that', () => {
  expect(h.errors).toEqual([])
})
