import { expect, it } from 'vitest'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { statusSince } from '../../objects/revision-status.ts'
import { rolloutSteps } from './rollout-steps.ts'

function revision(status: string, ...history: [string, string][]): Revision {
  return {
    id: 'r',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    status,
    source: 'github',
    source_revision_config: {},
    ...(history.length > 0 && {
      status_history: history.map(([word, second]) => ({
        status: word,
        at: `2026-01-01T00:00:${second}Z`,
      })),
    }),
  }
}

const states = (of: Revision) => rolloutSteps(of).map(({ state }) => state)

it('shows the present step with the time it was entered, and those before as done', () => {
  const building = revision('BUILDING', ['CREATING', '00'], ['QUEUED', '01'], ['BUILDING', '03'])
  expect(states(building)).toEqual(['done', 'now', 'pending', 'pending', 'pending'])
  expect(rolloutSteps(building)[0]).toMatchObject({
    start: '2026-01-01T00:00:00Z',
    end: '2026-01-01T00:00:03Z',
  })
  expect(rolloutSteps(building)[1]).toMatchObject({ start: '2026-01-01T00:00:03Z', end: null })
  expect(statusSince(building)).toBe('2026-01-01T00:00:03Z')
})

it('puts a failure where it happened, with the time until it did', () => {
  const failed = revision(
    'BUILD_FAILED',
    ['QUEUED', '00'],
    ['BUILDING', '02'],
    ['BUILD_FAILED', '09'],
  )
  expect(states(failed)).toEqual(['done', 'failed', 'pending', 'pending', 'pending'])
  expect(rolloutSteps(failed)[1]?.end).toBe('2026-01-01T00:00:09Z')
  expect(states(revision('DEPLOY_FAILED'))).toEqual(['done', 'done', 'done', 'failed', 'pending'])
  expect(states(revision('CREATE_FAILED'))).toEqual([
    'failed',
    'pending',
    'pending',
    'pending',
    'pending',
  ])
})

it('works from the status alone where a server keeps no history', () => {
  expect(states(revision('AWAITING_DEPLOY'))).toEqual(['done', 'done', 'now', 'pending', 'pending'])
  expect(states(revision('DEPLOYED'))).toEqual(['done', 'done', 'done', 'done', 'done'])
  expect(rolloutSteps(revision('BUILDING')).every(({ start }) => start === null)).toBe(true)
})

it('says how a rollout that neither ended well nor failed was stopped', () => {
  const skipped = revision('SKIPPED', ['QUEUED', '00'], ['SKIPPED', '04'])
  expect(rolloutSteps(skipped)[0]).toMatchObject({ state: 'pending', note: 'Skipped' })
  const interrupted = revision(
    'INTERRUPTED',
    ['QUEUED', '00'],
    ['BUILDING', '01'],
    ['INTERRUPTED', '04'],
  )
  expect(rolloutSteps(interrupted)[1]).toMatchObject({ state: 'pending', note: 'Interrupted' })
  expect(states(interrupted)[0]).toBe('done')
})

it('has no building for an image or a running server: nothing is built', () => {
  const attached = { ...revision('DEPLOYING'), source: 'external_docker' }
  expect(rolloutSteps(attached).map(({ label, state }) => [label, state])).toEqual([
    ['Queued', 'done'],
    ['Awaiting deploy', 'done'],
    ['Deploying', 'now'],
    ['Deployed', 'pending'],
  ])
})

it('says that a build was kept where none was made', () => {
  const again = revision(
    'DEPLOYING',
    ['AWAITING_BUILD', '00'],
    ['AWAITING_DEPLOY', '01'],
    ['DEPLOYING', '02'],
  )
  expect(rolloutSteps(again)[1]).toMatchObject({ state: 'done', note: 'earlier build used' })
  expect(rolloutSteps(revision('DEPLOYING'))[1]?.note).toBeNull()
})

it('keeps the last known step as the present one under a status that it does not know', () => {
  const strange = revision('WARMING_UP', ['QUEUED', '00'], ['BUILDING', '01'], ['WARMING_UP', '04'])
  expect(states(strange)[1]).toBe('now')
  expect(states(revision('WARMING_UP'))).toEqual(Array(5).fill('pending'))
})
