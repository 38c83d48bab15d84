import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Harness, startHarness } from '../agent-server/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ graphs: { unkeepable: './unkeepable.ts:graph' } })
})
afterAll(async () => {
  await h?.close()
  expect(h?.errors).toEqual([])
})

async function made(thread: string, make: string) {
  return h.ended(await h.run(thread, { assistant_id: 'unkeepable', input: { make } }))
}

it.each([
  [
    'number',
    '“n” holds a whole number of more than 64 bits, which cannot be stored as what it is.',
  ],
  ['deep', '“n.a[0].b” holds a whole number of more than 64 bits,'],
  ['code', '“n.run” holds a function,'],
  ['class', '“n[0]” holds a class,'],
  ['object', '“n[1]” holds an object of the class Opaque,'],
  ['loop', '“n.parts[0].whole” holds a reference to what it is in,'],
  ['depth', 'holds more within each other,'],
  ['complex', '“n” holds an object of the class complex,'],
  ['fields', '“n.total.sum” holds an object of the class complex,'],
  ['ask', '“value.a[0]” of an interrupt holds an object of the class complex,'],
  ['send', 'of what is sent to a step holds an object of the class complex,'],
])('33.4: S9: %s ends the run with the field; the state is as before', async (make, says) => {
  const thread = await h.thread()
  expect(await made(thread, 'kept')).toMatchObject({ status: 'success' })
  const { n } = (await h.state(thread)).values as { n: unknown }
  const run = await made(thread, make)
  expect(run).toMatchObject({ status: 'error', error: expect.stringContaining(says) })
  expect((await h.state(thread)).values).toHaveProperty('n', n)
  expect(await made(thread, 'kept')).toMatchObject({ status: 'success' })
})
