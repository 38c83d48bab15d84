import { expect, it } from 'vitest'
import { emptyDatabase } from '../../../../test/helpers/database.ts'
import { filterCondition, readFilter } from './auth-filter.ts'

const metadata = { owner: 'ann', teams: ['red', 'blue'], level: 2, none: null, deep: { a: 1 } }

it.each([
  [{}, true],
  [{ owner: 'ann' }, true],
  [{ owner: 'bob' }, false],
  [{ owner: { $eq: 'ann' } }, true],
  [{ owner: { $eq: '' } }, false],
  [{ level: 2 }, true],
  [{ level: '2' }, false],
  [{ none: null }, true],
  [{ absent: null }, false],
  [{ absent: 'x' }, false],
  [{ teams: { $contains: 'red' } }, true],
  [{ teams: { $contains: ['red', 'blue'] } }, true],
  [{ teams: { $contains: ['red', 'green'] } }, false],
  [{ owner: { $contains: 'ann' } }, false],
  [{ absent: { $contains: 'ann' } }, false],
  [{ owner: 'ann', level: 3 }, false],
  [{ "owner' or true --": 'x' }, false],
])('%j lets the record through: %s', async (filter, isThrough) => {
  const database = await emptyDatabase()
  const params: unknown[] = [JSON.stringify(metadata)]
  const read = readFilter(filter) ?? {}
  const condition = filterCondition('$1::jsonb', read, (value) => `$${params.push(value)}`)
  const rows = await database.query<{ matches: boolean }>(
    `select ${condition} as matches where $1::jsonb is not null`,
    params,
  )
  expect(rows).toEqual([{ matches: isThrough }])
})

it.each([
  { owner: {} },
  { owner: { $or: ['a'] } },
  { owner: { $eq: 'a', $contains: 'b' } },
  { owner: { $eq: { a: 1 } } },
  { owner: ['a'] },
  { teams: { $contains: [{ a: 1 }] } },
])('%j is no filter', (told) => {
  expect(() => readFilter(told)).toThrow('a filter that is not known')
})

it('nothing answered is no filter at all', () => expect(readFilter(null)).toBeNull())
