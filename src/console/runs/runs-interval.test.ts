import { expect, it } from 'vitest'
import { runsInterval } from './runs-interval.ts'

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const run = (status: string, ms = 0) => ({ status, updated_at: ago(ms) })

it('rests once every run has ended, and while nothing is known', () => {
  expect(runsInterval(undefined)).toBe(false)
  expect(runsInterval([])).toBe(false)
  expect(runsInterval([run('success'), run('error'), run('interrupted'), run('timeout')])).toBe(
    false,
  )
})

it('goes by the run that changed last, and slows down with its age', () => {
  const fresh = runsInterval([run('running', 3_600_000), run('pending'), run('success')])
  const old = runsInterval([run('running', 3_600_000), run('success')])
  expect(fresh).toBe(runsInterval([run('pending')]))
  expect(Number(fresh)).toBeLessThan(Number(old))
})
