import { expect, it } from 'vitest'
import type { ToldState } from '../../../contract/agent-server/steps/state-tasks.ts'
import { lastStates } from './run-history.ts'

/** A history of so many states, a hundred of which are read at once. */
async function read(count: number) {
  const newestFirst = Array.from({ length: count }, (_, at) => String(count - at))
  const asked: (string | undefined)[] = []
  const states = await lastStates(async (before) => {
    asked.push(before)
    const from = before === undefined ? 0 : newestFirst.indexOf(before) + 1
    return newestFirst
      .slice(from, from + 100)
      .map((checkpoint_id) => ({ checkpoint: { checkpoint_id } }) as ToldState)
  })
  return { asked, ids: states.map(({ checkpoint }) => checkpoint?.checkpoint_id) }
}

const counted = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at))

it.each([0, 1, 99, 100, 250, 1_000])(
  'of a run of %i states all are read, oldest first',
  async (count) => {
    const { ids, asked } = await read(count)
    expect(ids).toEqual(counted(1, count))
    expect(asked.length).toBeLessThanOrEqual(Math.floor(count / 100) + 1)
  },
)

it('of a longer one its last thousand', async () => {
  const { ids, asked } = await read(5_000)
  expect(ids).toEqual(counted(4_001, 5_000))
  expect(asked).toHaveLength(10)
})
