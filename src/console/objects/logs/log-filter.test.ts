import { expect, it } from 'vitest'
import { processorMs } from '../../../../test/helpers/processor-time.ts'
import { beginsError, filterLog, isError, type LogFilter } from './log-filter.ts'

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

it('narrows by who wrote a line and by time, and tells of dropped lines all the same', () => {
  const told = [
    { stream: 'deploy', message: 'starting', timestamp: '2026-01-02T03:00:00Z' },
    { stream: 'agent', message: '\u001b[31mred\u001b[0m words', timestamp: '2026-01-02T03:01:00Z' },
    { stream: 'agent', message: '7 lines', dropped: 7, timestamp: '2026-01-02T03:02:00Z' },
    { stream: 'agent', message: 'late', timestamp: '2026-01-02T04:00:00Z' },
  ]
  const found = (filter: Partial<LogFilter>) =>
    filterLog(told, { text: '', level: 'all', ...filter }).map(({ message }) => message.slice(-5))
  const at = (time: string) => Date.parse(`2026-01-02T${time}Z`)
  expect(found({ stream: 'deploy' })).toEqual(['rting'])
  expect(found({ stream: 'build' })).toEqual([])
  expect(found({ text: 'red words' })).toEqual(['words', 'lines'])
  expect(found({ level: 'ERROR' })).toEqual(['lines'])
  expect(found({ from: at('03:01:00'), to: at('03:02:00') })).toEqual(['words', 'lines'])
  expect(found({ from: at('03:30:00') })).toEqual(['late'.slice(-5)])
})

it('knows errors by their level and by their first words', () => {
  const errors = [
    { level: 'ERROR', message: 'boom' },
    { level: 'WARNING', message: 'ERROR:root:it broke' },
    { level: 'INFO', message: '2026-01-02 03:04:05 [ERROR] it broke' },
    { level: 'INFO', message: '\u001b[31mTypeError\u001b[0m: x is not a function' },
    { level: 'WARNING', message: 'Traceback (most recent call last):' },
  ]
  const others = [
    { level: 'INFO', message: '0 errors, ERRORS none' },
    { level: 'WARNING', message: '3 lines were left out', dropped: 3 },
  ]
  expect(errors.map(isError)).toEqual(errors.map(() => true))
  expect(others.map(isError)).toEqual(others.map(() => false))
  expect(filterLog([...errors, ...others], { text: '', level: 'ERROR' })).toHaveLength(6)
})

it('an error with its stack is one error to go to, and all of it is shown among errors', () => {
  const messages = [
    'Error: no room',
    '    at pack (van.ts:4:2)',
    '\u001b[31m  at go\u001b[0m',
    'late',
  ]
  const stack = messages.map((message) => ({ level: 'ERROR', message }))
  expect(stack.map(beginsError)).toEqual([true, false, false, true])
  expect(filterLog(stack, { text: '', level: 'ERROR' })).toEqual(stack)
})

it('filters 200,000 lines in a time that grows with their number, not with its square', () => {
  const many = Array.from({ length: 200_000 }, (_, i) => ({ level: 'INFO', message: `line ${i}` }))
  const filter = () => expect(filterLog(many, { text: '199999', level: 'INFO' })).toHaveLength(1)
  expect(processorMs(filter)).toBeLessThan(3_000)
})
