import { expect, it } from 'vitest'
import type { LoggedEvent } from './logged-event.ts'
import { type LogKeeper, type LogPart, RunLog } from './run-log.ts'

const never = new AbortController().signal
const note = (data: string) => ({ event: 'custom', data })
const ids = (part: LogPart) => (typeof part === 'string' ? part : part.events.map(({ id }) => id))

/** Keeps what is saved. */
function memoryKeeper() {
  const stored: LoggedEvent[] = []
  const keeper: LogKeeper = {
    save: async (events) => stored.push(...events) > 0,
    load: async (after, limit) => stored.filter(({ id }) => id > after).slice(0, limit),
  }
  return { stored, keeper }
}

it('gives every reader the same events at its own pace, and then the end', async () => {
  const log = new RunLog(0, null)
  await log.append([note('a'), note('b')])
  expect(ids(await log.read(-1, 1, never))).toEqual([0])
  expect(ids(await log.read(-1, 1_000, never))).toEqual([0, 1])
  const later = log.read(1, 1_000, never)
  await log.append([note('c')])
  expect(ids(await later)).toEqual([2])
  const atEnd = log.read(2, 1_000, never)
  log.end('"output"')
  expect(await atEnd).toBe('ended')
  expect(await log.ended(never)).toBe('"output"')
})

it('gives its latest events: from memory, or from the store where it began with a later one', async () => {
  const { stored, keeper } = memoryKeeper()
  const log = new RunLog(0, keeper)
  await log.append([note('a'), note('b'), note('c')])
  const latest = async (of: RunLog, count: number) => (await of.latest(count)).map(({ id }) => id)
  expect([await latest(log, 2), await latest(log, 9)]).toEqual([
    [1, 2],
    [0, 1, 2],
  ])
  const goesOn = new RunLog(3, keeper)
  await goesOn.append([note('d')])
  expect(stored).toHaveLength(4)
  expect([await latest(goesOn, 2), await latest(goesOn, 1)]).toEqual([[2, 3], [3]])
  expect(await latest(new RunLog(3, null), 2)).toEqual([])
})

it('comes to an end for a reader whose signal aborts', async () => {
  const log = new RunLog(0, null)
  const controller = new AbortController()
  const [part, output] = [log.read(-1, 1, controller.signal), log.ended(controller.signal)]
  controller.abort()
  expect(await part).toBe('ended')
  expect(await output).toBeNull()
})

it('keeps a bounded number of events, and a reader that falls behind is lost', async () => {
  const log = new RunLog(0, null)
  await log.append(Array.from({ length: 60_000 }, (_, n) => note(String(n))))
  expect(log.start).toBeGreaterThan(9_000)
  expect(await log.read(-1, 1_000, never)).toBe('lost')
  expect(ids(await log.read(log.start, 1, never))).toEqual([log.start + 1])
  expect(ids(await log.read(59_998, 1, never))).toEqual([59_999])
})

it('keeps a bounded amount, but always the last event', async () => {
  const log = new RunLog(0, null)
  const megabyte = 'x'.repeat(1024 * 1024)
  await log.append(Array.from({ length: 20 }, () => note(megabyte)))
  expect(log.bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
  await log.append([note(megabyte.repeat(20))])
  expect(ids(await log.read(19, 1, never))).toEqual([20])
  expect(log.start).toBe(19)
})

it('35.1.3: whoever was behind reads on above the numbers that were told before it, and so does who waits already', async () => {
  const log = new RunLog(0, null)
  const waiting = log.read(-1, 1_000, never)
  log.skipTo(100)
  expect([log.start, log.lastId]).toEqual([-1, -1])
  const behind = log.read(16, 1_000, never)
  await log.append([note('a'), note('b'), note('c')])
  expect(ids(await waiting)).toEqual([100, 101, 102])
  expect(ids(await behind)).toEqual([100, 101, 102])
  expect(ids(await log.read(100, 1_000, never))).toEqual([101, 102])
  // Who has told more already goes on there.
  log.skipTo(50)
  await log.append([note('d')])
  expect(ids(await log.read(102, 1_000, never))).toEqual([103])
})

it('35.1.3: a stored log has what is before its gap and what is behind it', async () => {
  const { keeper } = memoryKeeper()
  const log = new RunLog(0, keeper)
  await log.append([note('a'), note('b')])
  log.skipTo(100)
  await log.append([note('c'), note('d')])
  expect(ids(await log.read(-1, 1_000, never))).toEqual([0, 1, 100, 101])
  expect(ids(await log.read(0, 1_000, never))).toEqual([1, 100, 101])
  expect(ids(await log.read(57, 1_000, never))).toEqual([100, 101])
})

it('stores in order, and reads from the store what memory has left behind', async () => {
  const { stored, keeper } = memoryKeeper()
  const log = new RunLog(5, keeper)
  await log.append(Array.from({ length: 60_000 }, (_, n) => note(String(n))))
  expect(stored.map(({ id }) => id)).toEqual(Array.from({ length: 60_000 }, (_, n) => n + 5))
  expect(ids(await log.read(4, 1, never))).toEqual(Array.from({ length: 500 }, (_, n) => n + 5))
})

it('tells the caller when storing fails, and goes on with what comes', async () => {
  let isBroken = true
  const stored: number[] = []
  const log = new RunLog(0, {
    save: async (events) => {
      if (isBroken) throw new Error('The disk is full.')
      stored.push(...events.map(({ id }) => id))
      return true
    },
    load: async () => [],
  })
  await expect(log.append([note('a')])).rejects.toThrow('The disk is full.')
  isBroken = false
  await log.append([note('b')])
  expect(stored).toEqual([0, 1])
})

it('shows nobody what the store has refused', async () => {
  let isOurs = true
  const log = new RunLog(0, { save: async () => isOurs, load: async () => [] })
  await log.append([note('a')])
  isOurs = false
  await log.append([note('b')])
  isOurs = true
  expect(log.unstored).toEqual([])
  expect(ids(await log.read(-1, 1_000, never))).toEqual([0])
})

it('tells what is not stored of it yet', async () => {
  const log = new RunLog(0, null)
  await log.append([note('a')])
  expect(log.unstored.map(({ id }) => id)).toEqual([0])
  await log.storeIn({ save: async () => true, load: async () => [] })
  expect(log.unstored).toEqual([])
})
