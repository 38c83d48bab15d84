import { expect, it } from 'vitest'
import type { Revision } from '../../contract/control-plane/revisions.ts'
import { wentLive } from './moments.ts'

const deployed = (id: string, minute: number, more: Partial<Revision> = {}) =>
  ({
    id,
    status: 'DEPLOYED',
    status_history: [
      { status: 'QUEUED', at: `2030-01-01T10:0${minute}:00Z` },
      { status: 'DEPLOYED', at: `2030-01-01T10:0${minute}:30Z` },
    ],
    ...more,
  }) as Revision

it('what went live is told oldest first, without what took no traffic, failed, or is not told of', () => {
  const revisions = [
    deployed('promoted', 4, { redeploy_of: 'candidate' }),
    deployed('candidate', 3, { without_traffic: true }),
    deployed('failed', 2, {
      status_history: [{ status: 'BUILD_FAILED', at: '2030-01-01T10:02:00Z' }],
    }),
    deployed('told of by nobody', 1, { status_history: [] }),
    deployed('first', 0),
  ]
  expect(wentLive(revisions)).toEqual([
    { id: 'first', at: Date.UTC(2030, 0, 1, 10, 0, 30) },
    { id: 'promoted', at: Date.UTC(2030, 0, 1, 10, 4, 30) },
  ])
})
