import { expect, it } from 'vitest'
import { MOST_UNSTEADY, settle } from './alone.mjs'

type FileResult = Awaited<ReturnType<typeof settle>>['unsteady'][number]

const ran = (passed: number, failed: number): FileResult => ({
  file: 'sum.test.ts',
  counts: { passed, failed, skipped: 0 },
  failures: failed > 0 ? ['✗ wrong'] : [],
})

/** A file, what comes of it alone, and whether it was tried so. */
function tried(first: FileResult, second: FileResult[] | null) {
  const asked = { times: 0 }
  const again = async () => {
    asked.times += 1
    return second
  }
  return { file: { ...first, again }, asked }
}

it('tries only what failed, and counts what passes alone as passed, by name', async () => {
  const [fine, unsteady] = [tried(ran(5, 0), null), tried(ran(2, 1), [ran(3, 0)])]
  const settled = await settle([fine.file, unsteady.file])
  expect(settled).toEqual({
    counts: { passed: 8, failed: 0, skipped: 0 },
    failures: [],
    unsteady: [ran(2, 1)],
  })
  expect([fine.asked.times, unsteady.asked.times]).toEqual([0, 1])
})

it('fails what fails alone as well, ends badly, or runs no test', async () => {
  for (const second of [[ran(2, 1)], null, [], [ran(0, 0)]]) {
    const { counts, failures, unsteady } = await settle([tried(ran(2, 1), second).file])
    expect({ counts, failures, unsteady }).toEqual({
      counts: { passed: 2, failed: 1, skipped: 0 },
      failures: ['✗ wrong'],
      unsteady: [],
    })
  }
})

it('fails all where more failed than can be accidents', async () => {
  const many = Array.from({ length: MOST_UNSTEADY + 1 }, () => tried(ran(0, 1), [ran(1, 0)]))
  const settled = await settle(many.map(({ file }) => file))
  expect(settled.counts.failed).toBe(MOST_UNSTEADY + 1)
  expect(settled.failures.at(-1)).toContain('4 files failed')
  expect(many.every(({ asked }) => asked.times === 0)).toBe(true)
})
