import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from '../../src/chat/markdown/markdown.tsx'

const table = (count: number) =>
  [
    '| name | value |',
    '| - | - |',
    ...Array.from({ length: count }, (_x, n) => `| row ${n} | ${n} |`),
  ].join('\n')

it('of a table that grows, what has come stays as it is, in bodies of its own', () => {
  const { rerender } = render(<Markdown text={table(45)} isStreaming />)
  const bodies = screen.getAllByRole('rowgroup').slice(1)
  expect(bodies.map((body) => body.children.length)).toEqual([20, 20, 5])
  const before = screen.getAllByRole('row')
  rerender(<Markdown text={table(61)} />)
  const after = screen.getAllByRole('row')
  for (const [n, row] of before.entries()) expect(after[n]).toBe(row)
  expect(after.slice(1).map((row) => row.textContent)).toEqual(
    Array.from({ length: 61 }, (_x, n) => `row ${n}${n}`),
  )
  expect(screen.getAllByRole('table')).toHaveLength(1)
})
