import { expect, it } from 'vitest'
import type { Thread } from '../../contract/agent-server/threads.ts'
import { threadStatusWords, threadWords } from '../objects/thread-status.tsx'
import { matchingThreads, mergedThreads, threadsInterval } from './thread-list.ts'

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

it('lists each thread once, as the newest read has it', () => {
  const [busy, idle] = [thread('busy'), thread('idle')]
  const other = { ...thread('idle'), thread_id: 'b' }
  expect(mergedThreads([busy], [idle, other])).toEqual([busy, other])
})

it('finds threads by title, last message and id, in whatever case', () => {
  const titled = { ...thread('idle'), thread_id: 'x-1', metadata: { title: 'Refund for Ada' } }
  const spoken = { ...thread('idle'), thread_id: 'x-2', summary: { last_message: 'It is Done.' } }
  expect(matchingThreads([titled, spoken], 'ADA')).toEqual([titled])
  expect(matchingThreads([titled, spoken], 'done')).toEqual([spoken])
  expect(matchingThreads([titled, spoken], ' X-2 ')).toEqual([spoken])
  expect(matchingThreads([titled, spoken], '')).toHaveLength(2)
})

it('the status of the interrupted names every word that its rows may have', () => {
  const words = threadStatusWords('interrupted').toLowerCase()
  const rows = ['cancelled', 'deadline', null].map((end_reason) =>
    threadWords({ status: 'interrupted', interrupts: {}, summary: { end_reason } } as never),
  )
  expect(rows).toEqual(['Stopped', 'Timed out', 'Paused'])
  for (const row of rows) expect(words).toContain(row.toLowerCase())
})
