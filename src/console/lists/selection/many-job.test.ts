import { expect, it } from 'vitest'
import { headlineOf, NothingToDo, startManyJob } from './many-job.ts'

const words = { doing: 'Deleting threads', done: 'deleted' }
const items = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({
  key,
  name: key.toUpperCase(),
  item: key,
}))

/** A job whose items end as the test says, and its end. */
function begin(act: (item: string) => Promise<string | undefined>) {
  let end = () => {}
  const ended = () =>
    new Promise<void>((resolve) => {
      end = resolve
    })
  const first = ended()
  const job = startManyJob(items, words, act, () => end())
  return { job, ended, first }
}

it('does each whatever becomes of the others, and tells of all', async () => {
  const { job, first } = begin(async (item) => {
    if (item === 'b') throw new Error('It is at work.')
    if (item === 'c') throw new NothingToDo('It has none.')
    return item === 'd' ? '2 of them' : undefined
  })
  expect(headlineOf(job.getSnapshot(), words)).toBe('Deleting threads: 0 of 6')
  await first
  expect(headlineOf(job.getSnapshot(), words)).toBe('4 deleted, 1 left as they are, 1 failed')
  const told = Object.fromEntries(
    job.getSnapshot().outcomes.map(({ key, outcome, words: said }) => [key, [outcome, said]]),
  )
  expect(told).toMatchObject({
    a: ['done', undefined],
    b: ['failed', 'It is at work.'],
    c: ['skipped', 'It has none.'],
    d: ['done', '2 of them'],
  })
})

it('tries what failed once more, and only that', async () => {
  const asked: string[] = []
  let isFull = true
  const { job, ended, first } = begin(async (item) => {
    asked.push(item)
    if (item === 'e' && isFull) throw new Error('The disk is full.')
    return undefined
  })
  await first
  isFull = false
  asked.length = 0
  const again = ended()
  job.retry()
  await again
  expect(asked).toEqual(['e'])
  expect(headlineOf(job.getSnapshot(), words)).toBe('6 deleted')
})
