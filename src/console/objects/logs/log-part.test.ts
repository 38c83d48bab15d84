import { expect, it } from 'vitest'
import { type ReadLines, readOn, unread } from './log-part.ts'

/** A log that grows, two lines a page, as a server would tell it. */
function log(nextAtEnd: (end: string) => string | null) {
  const messages: string[] = []
  const asked: (string | null)[] = []
  return {
    messages,
    asked,
    readPage: async (offset: string | null) => {
      asked.push(offset)
      const start = Number(offset ?? 0)
      const end = Math.min(start + 2, messages.length)
      const next = end < messages.length ? String(end) : nextAtEnd(String(end))
      return { logs: messages.slice(start, end).map((message) => ({ message })), next_offset: next }
    },
  }
}

const texts = ({ lines, last }: ReadLines) => [...lines, ...last].map(({ message }) => message)

it('follows a log whose last page names no next one, without reading all of it again', async () => {
  const { messages, asked, readPage } = log(() => null)
  messages.push('a', 'b', 'c')
  const first = await readOn(unread, readPage)
  expect(texts(first)).toEqual(['a', 'b', 'c'])
  messages.push('d', 'e')
  asked.length = 0
  const second = await readOn(first, readPage)
  expect(texts(second)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(asked).toEqual(['2', '4'])
})

it('ends on a server that always names a next page', async () => {
  const { messages, readPage } = log((end) => end)
  messages.push('a', 'b', 'c')
  const first = await readOn(unread, readPage)
  expect(texts(first)).toEqual(['a', 'b', 'c'])
  expect(texts(await readOn(first, readPage))).toEqual(['a', 'b', 'c'])
  messages.push('d')
  expect(texts(await readOn(first, readPage))).toEqual(['a', 'b', 'c', 'd'])
})

it('fails as the reading fails, and leaves what was read', async () => {
  const { messages, readPage } = log(() => null)
  messages.push('a')
  const first = await readOn(unread, readPage)
  await expect(readOn(first, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(texts(first)).toEqual(['a'])
})

it('knows where the runs of its lines are, and forgets those of lines that it has let go', async () => {
  const perPage = 50_000
  const pages = ['a', 'b', 'c', 'd', 'e']
  const readPage = async (offset: string | null) => {
    const at = Number(offset ?? 0)
    const run_id = pages[at] ?? ''
    const logs = Array.from({ length: perPage }, () => ({ message: 'x', run_id }))
    const runs = { [run_id]: { deployment_id: 'one', thread_id: `of ${run_id}` } }
    return { logs, runs, next_offset: at + 1 < pages.length ? String(at + 1) : null }
  }
  const read = await readOn(unread, readPage)
  expect([read.lines.length, read.last.length, read.dropped]).toEqual([150_000, 50_000, 50_000])
  expect(Object.keys(read.runs)).toEqual(['b', 'c', 'd', 'e'])
  expect(read.runs.c?.thread_id).toBe('of c')
  // Nothing new: nothing is copied.
  expect((await readOn(read, readPage)).runs).toBe(read.runs)
})
