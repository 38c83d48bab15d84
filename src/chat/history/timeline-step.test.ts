import { expect, it } from 'vitest'
import { timelineStep } from './timeline-step.ts'

it('a timeline draws what has both its times', () => {
  const step = { key: 'k', node: 'plan', startedAt: 5, endedAt: 7 }
  const drawn = {
    id: 'k',
    name: 'plan',
    startMs: 5,
    endMs: 7,
    hasFailed: false,
    isCut: false,
    isAtMost: false,
  }
  expect(timelineStep({ ...step, status: 'done' })).toEqual(drawn)
  expect(timelineStep({ ...step, status: 'cut' })).toEqual({ ...drawn, isCut: true })
  expect(timelineStep({ ...step, status: 'failed' })).toEqual({ ...drawn, hasFailed: true })
  expect(timelineStep({ ...step, endedAt: null, status: 'running' })?.endMs).toBeNull()
  expect(timelineStep({ ...step, endedAt: null, status: 'done' })).toBeNull()
  expect(timelineStep({ ...step, startedAt: null, status: 'done' })).toBeNull()
})
