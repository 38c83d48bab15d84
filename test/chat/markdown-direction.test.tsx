import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Markdown } from '../../src/chat/markdown/markdown.tsx'

const text = [
  '# كلفة الرحلة',
  'Totals:',
  '- واحد\n- two',
  '| اسم | value |\n|:-|-|\n| مصباح | 1 |',
  '> اقتباس\n>\n> second',
  'اكتب `npm start` الآن',
  '```\nlet a = 1\n```',
].join('\n\n')

const directionOf = (element: Element) => element.closest('[dir]')?.getAttribute('dir')

it('each piece reads in the direction of its first letters, and code from left to right', () => {
  render(<Markdown text={text} />)
  const own = (element: Element) => element.getAttribute('dir')
  expect(own(screen.getByRole('heading'))).toBe('auto')
  expect(own(screen.getByText('Totals:'))).toBe('auto')
  expect(own(screen.getByRole('list'))).toBe('auto')
  expect(own(screen.getByRole('table'))).toBe('auto')
  expect(own(screen.getByRole('blockquote'))).toBe('auto')
  expect(own(screen.getByText(/الآن/))).toBe('auto')
  expect(directionOf(screen.getByText('npm start'))).toBe('ltr')
  expect(directionOf(screen.getByText('let a = 1'))).toBe('ltr')
})

it('a piece is asked for its letters as a whole: what stands within it has no direction of its own', () => {
  render(<Markdown text={text} />)
  for (const role of ['list', 'table', 'blockquote']) {
    expect(screen.getByRole(role).querySelectorAll('[dir]')).toHaveLength(0)
  }
})

it('columns begin where their table does, unless their alignment is written', () => {
  render(<Markdown text={text} />)
  const [name, value] = screen.getAllByRole('columnheader')
  expect(name?.className).toContain('text-left')
  expect(value?.className).toContain('text-start')
  // A number has no direction: it stands under its head because the cell has none of its own either.
  for (const words of [screen.getByText('1'), screen.getByText('value')]) {
    expect(words.className).toContain('plaintext')
    expect(words.parentElement).toHaveClass('text-start')
    expect(words.parentElement?.className).not.toContain('bidi')
  }
})
