import { describe, expect, it } from 'vitest'
import { revisionInterval } from './polling.ts'
import { runInterval } from './run-polling.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('a revision', () => {
  it('is read every second at first, then less often, down to every 15 s', () => {
    const at = (watchedMs: number) => revisionInterval({ status: 'BUILDING' }, watchedMs)
    expect([at(0), at(30_000), at(2 * MINUTE), at(8 * MINUTE), at(DAY)]).toEqual([
      1000, 1000, 4000, 15_000, 15_000,
    ])
  })

  it.each(['DEPLOYED', 'CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED', 'SKIPPED', 'INTERRUPTED'])(
    'is not read again once %s',
    (status) => {
      expect(revisionInterval({ status }, 0)).toBe(false)
    },
  )

  it.each(['UNKNOWN', 'PAUSED_BY_A_NEWER_SERVER'])('%s is read for a while only', (status) => {
    expect(revisionInterval({ status }, 0)).toBe(1000)
    expect(revisionInterval({ status }, 10 * MINUTE)).toBe(15_000)
    expect(revisionInterval({ status }, 30 * MINUTE)).toBe(false)
  })

  it('is read until there is something', () => {
    expect(revisionInterval(undefined, 0)).toBe(1000)
  })
})

describe('a run', () => {
  it.each(['pending', 'running'])('is read while %s, however long it takes', (status) => {
    expect(runInterval({ status }, 0)).toBe(1000)
    expect(runInterval({ status }, DAY)).toBe(15_000)
  })

  it.each(['success', 'error', 'timeout', 'interrupted'])('is not read again once %s', (status) => {
    expect(runInterval({ status }, 0)).toBe(false)
  })

  it('with a status of a newer server is read for a while only', () => {
    expect(runInterval({ status: 'resting' }, 0)).toBe(1000)
    expect(runInterval({ status: 'resting' }, 30 * MINUTE)).toBe(false)
    expect(runInterval(undefined, 0)).toBe(1000)
  })
})
