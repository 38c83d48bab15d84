import { expect, it } from 'vitest'
import { chosenFiles } from './chosen-files.ts'
import { fallenTable } from './fallen-table.ts'

it('gives each runner its files, and leaves out the one that has none', () => {
  expect(chosenFiles([])).toEqual({ unit: [], e2e: [] })
  expect(chosenFiles(['test/server/qa', 'test/e2e/chat.spec.ts'])).toEqual({
    unit: ['test/server/qa'],
    e2e: ['test/e2e/chat.spec.ts'],
  })
  expect(chosenFiles(['src/chat'])).toEqual({ unit: ['src/chat'], e2e: null })
  expect(chosenFiles(['widget.spec.ts'])).toEqual({ unit: null, e2e: ['widget.spec.ts'] })
})

it('names what fell, how often, and what it said first', () => {
  const fallen = [
    { time: 1, file: 'seldom.test.ts', said: '✗ late' },
    { time: 1, file: 'often.test.ts', said: '✗ first\n  and why' },
    { time: 3, file: 'often.test.ts', said: '✗ another' },
  ]
  expect(fallenTable(fallen, 3)).toBe(
    [
      '2 of 3  often.test.ts',
      '        ✗ first',
      '          and why',
      '1 of 3  seldom.test.ts',
      '        ✗ late',
    ].join('\n'),
  )
  expect(fallenTable([], 3)).toBe('Nothing fell in 3 times.')
})
