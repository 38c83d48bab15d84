import { expect, it } from 'vitest'
import { marksLegend, takenOverText, takenOverTitle } from './taken-over.ts'

const at = (hour: number) => new Date(2030, 0, 2, hour).getTime()

it('counts the revisions that took over, and says when', () => {
  expect(takenOverText([at(3)])).toBe('A revision took over')
  expect(takenOverTitle([at(3)])).toBe('A revision took over 2 Jan 2030, 03:00:00')
  expect(takenOverText([at(9), at(5), at(3)])).toBe('3 revisions took over')
  expect(takenOverTitle([at(9), at(5), at(3)])).toBe(
    '3 revisions took over 2 Jan 2030, 03:00:00 to 2 Jan 2030, 09:00:00',
  )
})

it('says that there are more than are marked', () => {
  expect(marksLegend(200, 200)).toBe('a revision took over')
  expect(marksLegend(200, 1_312)).toBe('a revision took over (the newest 200 of 1,312)')
  // Older servers do not count them.
  expect(marksLegend(200, undefined)).toBe('a revision took over')
})
