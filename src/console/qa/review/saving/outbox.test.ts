import { afterEach, expect, it, vi } from 'vitest'
import type { Verdict } from '../../../../contract/qa/reviews.ts'
import { emptyVerdict } from '../judging/judging.ts'
import { keptVerdicts } from './kept-verdicts.ts'
import { createOutbox } from './outbox.ts'

const verdict = (note: string): Verdict => ({ ...emptyVerdict, note })

/** A storage of a tab. */
function memoryStorage(): Storage {
  const store: Record<string, string> = {}
  const functions = {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, value: string) => {
      store[key] = value
    },
    removeItem: (key: string) => {
      delete store[key]
    },
  }
  return new Proxy(functions as Storage, {
    ownKeys: () => Object.keys(store),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

/** An outbox whose server answers when it is told to. */
function setup(reading?: Promise<void>, storage = memoryStorage()) {
  const requests: {
    says: string
    over: string | undefined
    answer: () => void
    fail: (message: string) => void
  }[] = []
  const kept = keptVerdicts(storage, 'session', 'ann')
  const dropped: number[] = []
  const shownAt = 'as shown'
  const outbox = createOutbox({
    send: (index, { note }, over) =>
      new Promise((resolve, reject) => {
        requests.push({
          says: `${index} ${note}`,
          over,
          answer: () => resolve({ saved_at: `at ${note}`, judged: requests.length }),
          fail: (message) => reject(new Error(message)),
        })
      }),
    kept,
    onSaved: () => undefined,
    isFinal: (error) => error instanceof Error && error.message === 'closed',
    unsavedWords: async (_index, { note }) => {
      await reading
      return note === 'saved' ? '' : note
    },
    onDropped: (index) => dropped.push(index),
    savedAt: () => shownAt,
    isJudgedElsewhere: (error) => error instanceof Error && error.message === 'elsewhere',
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const said = () => requests.map(({ says }) => says)
  return { outbox, kept, requests, dropped, settle, said }
}

afterEach(() => {
  vi.useRealTimers()
})

it('sends one at a time and in order, of a case that waits only what was said last', async () => {
  const { outbox, requests, settle, said } = setup()
  outbox.put(0, verdict('a'), 'Note')
  outbox.put(1, verdict('b'), 'Note')
  outbox.put(0, verdict('c'), 'Note')
  outbox.put(0, verdict('d'), 'Note')
  await settle()
  expect(said()).toEqual(['0 a'])
  requests[0]?.answer()
  await settle()
  requests[1]?.answer()
  await settle()
  requests[2]?.answer()
  await settle()
  expect(said()).toEqual(['0 a', '1 b', '0 d'])
  expect(outbox.getSnapshot()).toMatchObject({
    open: [],
    isSending: false,
    saved: { index: 0, judged: 3 },
  })
})

it('keeps what failed until it got through', async () => {
  const { outbox, kept, requests, settle, said } = setup()
  outbox.put(4, verdict('a'), 'Note')
  requests[0]?.fail('The server is away.')
  await settle()
  expect(outbox.getSnapshot()).toMatchObject({
    open: [4],
    failure: { index: 4, message: 'The server is away.' },
  })
  expect(kept.all()).toEqual([[4, verdict('a'), 'as shown']])
  outbox.retry()
  await settle()
  requests[1]?.answer()
  await settle()
  expect(said()).toEqual(['4 a', '4 a'])
  // Another window may have saved one meanwhile: what stands there is let through only if it says the same.
  expect(requests.map(({ over }) => over)).toEqual(['as shown', 'as shown'])
  expect(outbox.getSnapshot()).toMatchObject({ open: [], failure: null })
  expect(kept.all()).toEqual([])
})

it('33: says what may have been saved once more before what was said since, which comes in its place', async () => {
  const { outbox, requests, settle, said } = setup()
  outbox.put(4, verdict('a'), 'Note')
  requests[0]?.fail('No answer.')
  await settle()
  outbox.put(4, verdict('b'), 'Note')
  requests[1]?.fail('No answer.')
  await settle()
  outbox.retry()
  requests[2]?.answer()
  await settle()
  requests[3]?.answer()
  await settle()
  expect(said()).toEqual(['4 a', '4 a', '4 a', '4 b'])
  expect(requests.map(({ over }) => over)).toEqual(['as shown', 'as shown', 'as shown', 'at a'])
  expect(outbox.getSnapshot()).toMatchObject({ open: [], failure: null })
})

it('33: a verdict that is kept over a reload comes in the place that it was given in', async () => {
  const { outbox, requests } = setup()
  outbox.put(0, verdict('a'), '', 'before the reload')
  expect(requests.map(({ over }) => over)).toEqual(['before the reload'])
})

it('33: what was on its way when the page was read anew is no other window’s verdict', async () => {
  const storage = memoryStorage()
  const before = setup(undefined, storage)
  before.outbox.put(4, verdict('a'), 'Note')
  before.outbox.put(4, verdict('b'), 'Note')
  // The page is read anew before an answer comes.
  const { outbox, kept, requests, settle, said } = setup(undefined, storage)
  for (const [index, one, ...more] of kept.all()) outbox.put(index, one, '', ...more)
  requests[0]?.answer()
  await settle()
  expect(said()).toEqual(['4 a', '4 b'])
  expect(requests.map(({ over }) => over)).toEqual(['as shown', 'at a'])
  requests[1]?.answer()
  await settle()
  expect(kept.all()).toEqual([])
})

it('does not take an answer to an older verdict for one to the newest', async () => {
  const { outbox, kept, requests, settle } = setup()
  outbox.put(4, verdict('a'), 'Note')
  outbox.put(4, verdict('b'), 'Note')
  requests[0]?.answer()
  await settle()
  expect(kept.all()).toEqual([[4, verdict('b'), 'at a']])
  expect(outbox.getSnapshot().open).toEqual([4])
})

it('sends the others although one fails', async () => {
  const { outbox, requests, settle, said } = setup()
  outbox.put(0, verdict('a'), 'Note')
  outbox.put(1, verdict('b'), 'Note')
  requests[0]?.fail('No.')
  await settle()
  requests[1]?.answer()
  await settle()
  expect(said()).toEqual(['0 a', '1 b'])
  expect(outbox.getSnapshot()).toMatchObject({ open: [0], failure: { index: 0 } })
})

it('drops what is refused for ever', async () => {
  const { outbox, kept, requests, dropped, settle } = setup()
  outbox.put(0, verdict('saved'), 'Note')
  requests[0]?.fail('closed')
  await settle()
  expect(dropped).toEqual([0])
  expect(kept.all()).toEqual([])
  expect(outbox.getSnapshot()).toMatchObject({ open: [], failure: { message: 'closed' } })
})

it('33: keeps the words of what is refused for ever until they are dismissed', async () => {
  const { outbox, kept, requests, dropped, settle } = setup()
  outbox.put(0, verdict('a'), 'Note')
  requests[0]?.fail('closed')
  await settle()
  outbox.put(1, verdict('b'), 'Note')
  requests[1]?.fail('closed')
  await settle()
  const refused = [
    { index: 0, words: 'a', message: 'closed' },
    { index: 1, words: 'b', message: 'closed' },
  ]
  expect(outbox.getSnapshot()).toMatchObject({ open: [], failure: null, refused })
  expect(dropped).toEqual([0, 1])
  outbox.retry()
  await settle()
  expect(requests).toHaveLength(2)
  expect(kept.all().map(([index, { note }]) => `${index} ${note}`)).toEqual(['0 a', '1 b'])
  outbox.dismiss(0)
  expect(outbox.getSnapshot().refused).toEqual(refused.slice(1))
  expect(kept.all().map(([index]) => index)).toEqual([1])
})

it('33: keeps what was typed while it was read what of a refused verdict is saved', async () => {
  let read = () => {}
  const reading = new Promise<void>((resolve) => (read = resolve))
  const { outbox, requests, settle } = setup(reading)
  outbox.put(0, verdict('a'), 'Note')
  requests[0]?.fail('closed')
  await settle()
  outbox.put(0, verdict('a and b'), 'Note')
  read()
  await settle()
  requests[1]?.fail('closed')
  await settle()
  const refused = [{ index: 0, words: 'a and b', message: 'closed' }]
  expect(outbox.getSnapshot()).toMatchObject({ open: [], refused })
})

it('says in whose place each verdict comes: what was shown, then what got through before it', async () => {
  const { outbox, requests, settle } = setup()
  outbox.put(0, verdict('a'), 'Note')
  outbox.put(0, verdict('b'), 'Note')
  requests[0]?.answer()
  await settle()
  requests[1]?.answer()
  await settle()
  outbox.put(0, verdict('c'), 'Note')
  expect(requests.map(({ over }) => over)).toEqual(['as shown', 'at a', 'as shown'])
})

it('asks which counts where another window was first, and keeps what was said until then', async () => {
  const { outbox, kept, requests, dropped, settle, said } = setup()
  outbox.put(0, verdict('mine'), 'Note')
  requests[0]?.fail('elsewhere')
  await settle()
  expect(outbox.getSnapshot()).toMatchObject({ open: [0], failure: { isJudgedElsewhere: true } })
  outbox.overwrite(0)
  await settle()
  expect(requests[1]).toMatchObject({ says: '0 mine', over: undefined })
  requests[1]?.fail('elsewhere')
  await settle()
  outbox.giveWay(0)
  expect(dropped).toEqual([0])
  expect(kept.all()).toEqual([])
  expect(outbox.getSnapshot()).toMatchObject({ open: [], failure: null })
  expect(said()).toEqual(['0 mine', '0 mine'])
})

it('waits for a pause in typing, and keeps what is typed at once', async () => {
  const { outbox, kept, settle, said } = setup()
  vi.useFakeTimers()
  outbox.putSoon(0, verdict('B'), 'Note')
  outbox.putSoon(0, verdict('B sk'), 'Note')
  expect(kept.all()).toEqual([[0, verdict('B sk'), 'as shown']])
  vi.advanceTimersByTime(650)
  outbox.putSoon(0, verdict('B skips'), 'Note')
  vi.advanceTimersByTime(650)
  expect(said()).toEqual([])
  vi.advanceTimersByTime(100)
  vi.useRealTimers()
  await settle()
  expect(said()).toEqual(['0 B skips'])
})

it('sends what was typed when the field is left', async () => {
  const { outbox, settle, said } = setup()
  outbox.putSoon(0, verdict('B'), 'Note')
  outbox.flush()
  await settle()
  expect(said()).toEqual(['0 B'])
})

it('keeps the verdicts of each reviewer and session apart', () => {
  const storage = memoryStorage()
  keptVerdicts(storage, 'one', 'ann').keep(3, verdict('a'), 'none')
  expect(keptVerdicts(storage, 'one', 'ben').all()).toEqual([])
  expect(keptVerdicts(storage, 'two', 'ann').all()).toEqual([])
  expect(keptVerdicts(storage, 'one', 'ann').all()).toEqual([[3, verdict('a'), 'none']])
})
