import { expect, it } from 'vitest'
import { lostLines } from './lost-lines.ts'

const run = { created_at: '2026-05-04T10:00:00Z' }
const line = (timestamp: string | null, more: object = {}) => ({ timestamp, message: '', ...more })
const [before, after] = ['2026-05-04T09:59:59Z', '2026-05-04T10:00:01Z']

it('37: of a run that is older than all of the log what it printed is gone, not nothing', () => {
  const nothing = { line: null, isAll: false }
  expect(lostLines(line(before), run, true)).toEqual(nothing)
  expect(lostLines(line(null), run, true)).toEqual(nothing)
  expect(lostLines(line(before, { dropped: 9 }), run, true)).toEqual(nothing)
  const letGo = line(after, { dropped: 9 })
  expect(lostLines(letGo, run, true)).toEqual({ line: letGo, isAll: false })
  expect(lostLines(line(after), run, true)).toEqual({ line: null, isAll: true })
  // Lines of its own were dropped: it printed faster than the log takes them.
  expect(lostLines(line(after, { dropped: 9, run_id: 'a' }), run, true).line).toBeNull()
  expect(lostLines(undefined, run, true)).toEqual({ line: null, isAll: true })
  expect(lostLines(undefined, run, false)).toEqual(nothing)
})
