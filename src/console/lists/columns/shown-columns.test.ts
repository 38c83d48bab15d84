import { expect, it } from 'vitest'
import { columnsText } from './columns-text.ts'
import { isShown, keyOfColumn } from './shown-columns.ts'

const columns = [
  { head: 'Name', isKept: true },
  { head: 'Health' },
  { head: 'Latest revision', tells: ['status'] },
  { head: 'Updated' },
]
const all = columns.map(keyOfColumn)

it.each([
  [null, all],
  ['health,updated', ['name', 'health', 'updated']],
  ['latest-revision,of-another-version', ['name', 'latest-revision']],
  ['none', ['name']],
  // As usually, where nothing of it is known.
  ['of-another-version', all],
  ['', all],
])('of the columns %j these are shown: %j', (text, keys) => {
  expect(columns.filter((one) => isShown(one, columns, text)).map(keyOfColumn)).toEqual(keys)
})

it('names what is shown but those that stay, and nothing where all are', () => {
  const text = (...keys: string[]) => columnsText(columns, (one) => keys.includes(keyOfColumn(one)))
  expect(text('updated', 'health', 'name')).toBe('health,updated')
  expect(text('name')).toBe('none')
  expect(text('health', 'updated', 'latest-revision')).toBeNull()
})
