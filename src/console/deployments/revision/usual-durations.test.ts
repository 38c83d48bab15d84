import { expect, it } from 'vitest'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { usualDurations } from './usual-durations.ts'

const second = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, at)).toISOString()

const revision = (id: string, buildSeconds: number, status = 'DEPLOYED'): Revision => ({
  id,
  created_at: second(0),
  updated_at: second(60),
  status,
  source: 'github',
  source_revision_config: {},
  status_history: [
    { status: 'QUEUED', at: second(0) },
    { status: 'BUILDING', at: second(1) },
    { status: 'DEPLOYING', at: second(1 + buildSeconds) },
    { status, at: second(3 + buildSeconds) },
  ],
})

it('is the median of the rollouts that succeeded', () => {
  const usual = usualDurations([
    revision('a', 10),
    revision('b', 12),
    revision('c', 50),
    revision('d', 500, 'DEPLOY_FAILED'),
  ])
  expect(usual.steps.get('building')).toBe(12_000)
  expect(usual.total).toBe(15_000)
})

it('calls nothing usual that happened once, or that nobody timed', () => {
  const { status_history, ...untimed } = revision('b', 10)
  const usual = usualDurations([revision('a', 10), untimed])
  expect([...usual.steps]).toEqual([])
  expect(usual.total).toBeNull()
})
