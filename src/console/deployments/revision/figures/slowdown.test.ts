import { expect, it } from 'vitest'
import type { RevisionFigures } from '../../../../contract/control-plane/revision-figures.ts'
import { slowdown } from './slowdown.ts'

const figures = (revision_id: string, p50_seconds: number | null, ended = 20): RevisionFigures => ({
  ...{ revision_id, p50_seconds, ended, runs: ended },
  failed: 0,
  p95_seconds: p50_seconds,
})

it('37.3: says how many times longer half of the runs took than on the revision before', () => {
  expect(slowdown(figures('c', 3), [figures('b', 2), figures('a', 1)])).toEqual({
    times: 1.5,
    than: 'b',
  })
  expect(slowdown(figures('c', 2.5), [figures('b', 2)])).toBeNull()
  expect(slowdown(figures('c', 1), [figures('b', 2)])).toBeNull()
})

it('37.3: compares with the newest revision before that has runs enough, and says nothing of few', () => {
  const before = [undefined, figures('b', 1, 9), figures('x', null), figures('a', 2)]
  expect(slowdown(figures('c', 4), before)).toEqual({ times: 2, than: 'a' })
  expect(slowdown(figures('c', 4, 9), before)).toBeNull()
  expect(slowdown(figures('c', 4), [undefined])).toBeNull()
})
