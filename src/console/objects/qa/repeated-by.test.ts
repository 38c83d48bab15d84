import { expect, it } from 'vitest'
import { repeatedBy } from './repeated-by.ts'

it('follows repetitions back as far as they are known, and no circle', () => {
  const repeating = (id: string, redeploy_of: string | null) => ({ id, redeploy_of })
  const [first, second, third] = [
    repeating('first', null),
    repeating('second', 'first'),
    repeating('third', 'second'),
  ]
  expect(repeatedBy(first, [third, second, first])).toEqual([])
  expect(repeatedBy(third, [third, second, first])).toEqual(['second', 'first'])
  expect(repeatedBy(third, [third])).toEqual(['second'])
  expect(repeatedBy(repeating('a', 'b'), [repeating('b', 'a'), repeating('a', 'b')])).toEqual([
    'b',
    'a',
  ])
})
