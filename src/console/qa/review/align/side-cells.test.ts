import { expect, it } from 'vitest'
import type { TranscriptStep } from '../../../../contract/qa/attempts.ts'
import { sideCells } from './side-cells.ts'

const answer = (text: string): TranscriptStep => ({ step: 'answer', text })

it('makes one hole of those that follow each other', () => {
  const [one, two, three, four] = ['1', '2', '3', '4'].map(answer)
  if (!one || !two || !three || !four) throw new Error('There are four')
  const rows = [
    { a: one, b: null },
    { a: two, b: null },
    { a: three, b: four },
    { a: one, b: null },
  ]
  expect(sideCells(rows, 'b')).toEqual([
    { missing: [one, two], row: 0 },
    { step: four, other: three, row: 2 },
    { missing: [one], row: 3 },
  ])
  expect(sideCells(rows, 'a').map(({ row }) => row)).toEqual([0, 1, 2, 3])
})
