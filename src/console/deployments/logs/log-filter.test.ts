import { expect, it } from 'vitest'
import { filterLog } from './log-filter.ts'

const lines = [
  { level: 'DEBUG', message: 'resolve tree' },
  { level: 'info', message: 'npm ci' },
  { level: null, message: 'Added 84 packages' },
  { level: 'warn', message: 'deprecated uuid' },
  { level: 'ERROR', message: 'Build failed' },
]
const messages = (text: string, level: 'all' | 'INFO' | 'WARNING' | 'ERROR') =>
  filterLog(lines, { text, level }).map(({ message }) => message)

it('narrows a log by text in whatever case and by the least level', () => {
  expect(filterLog(lines, { text: ' ', level: 'all' })).toBe(lines)
  expect(messages('ADDED', 'all')).toEqual(['Added 84 packages'])
  expect(messages('', 'INFO')).toHaveLength(4)
  expect(messages('', 'WARNING')).toEqual(['deprecated uuid', 'Build failed'])
  expect(messages('uuid', 'ERROR')).toEqual([])
})

it('filters 200,000 lines within a frame or two', () => {
  const many = Array.from({ length: 200_000 }, (_, i) => ({ level: 'INFO', message: `line ${i}` }))
  const start = performance.now()
  expect(filterLog(many, { text: '199999', level: 'INFO' })).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(1000)
})
