import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Sparkline } from '../../src/ui/graph/sparkline.tsx'

/** The lines that are drawn. */
function drawn(values: readonly (number | null)[], marks: readonly number[] = []) {
  const { container, unmount } = render(<Sparkline values={values} marks={marks} />)
  const lines = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  unmount()
  return lines
}

it('one value is no course: nothing is drawn of it but when something happened', () => {
  expect(drawn([null, 7, null])).toEqual([])
  expect(drawn([7])).toEqual([])
  expect(drawn([null, 7, null], [0.5])).toHaveLength(1)
})

it('a value between gaps is a dot, and a gap is no line', () => {
  const [line] = drawn([1, null, 4, null, 2, 2])
  expect(line?.match(/M/g)).toHaveLength(3)
  expect(line?.match(/L/g)).toHaveLength(1)
})
