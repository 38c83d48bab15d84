import { expect, it } from 'vitest'
import type { Thread } from '../../contract/threads.ts'
import { threadsInterval } from './thread-list.ts'

const thread = (status: string, ms = 0): Thread => {
  const at = new Date(Date.now() - ms).toISOString()
  return { thread_id: 'a', created_at: at, updated_at: at, status }
}

it('rests while no thread is busy', () => {
  expect(threadsInterval(undefined)).toBe(false)
  expect(threadsInterval([thread('idle'), thread('interrupted'), thread('error')])).toBe(false)
})

it('goes by the thread that became busy last, and slows down with its age', () => {
  const fresh = threadsInterval([thread('busy', 3_600_000), thread('busy'), thread('idle')])
  const old = threadsInterval([thread('busy', 3_600_000), thread('idle')])
  expect(fresh).toBe(threadsInterval([thread('busy')]))
  expect(Number(fresh)).toBeLessThan(Number(old))
})
