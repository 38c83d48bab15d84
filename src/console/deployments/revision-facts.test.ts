import { expect, it } from 'vitest'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import type { Revision } from '../../contract/control-plane/revisions.ts'
import {
  candidateOf,
  failureLine,
  isReplaced,
  lastGood,
  missingSecret,
  redeployWords,
  startedByText,
  tookMs,
  trafficWords,
} from './revision-facts.ts'

const revision = (id: string, status: string, more: Partial<Revision> = {}): Revision => ({
  id,
  status,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  source: 'github',
  source_revision_config: { repo_ref: 'main' },
  ...more,
})
const deployment = (more: Partial<Deployment>) => more as Deployment

it('says that a revision serves only while its process answers', () => {
  const words = (status: string | null) =>
    trafficWords(deployment({ health: status === null ? null : { status, checked_at: '' } }))
  expect(['ok', 'starting', null].map(words)).toEqual(Array(3).fill('serving traffic'))
  expect(['failing', 'down'].map(words)).toEqual(['is to serve', 'is to serve'])
})

it.each([
  [{ via: 'console', name: 'ada' }, 'ada, console'],
  [{ via: 'console', name: null }, 'Console'],
  [{ via: 'token', name: 'token ci' }, 'API, token ci'],
  [{ via: 'api', name: null }, 'API key'],
  [{ via: 'push' }, 'Push to main'],
  [{ via: 'a newer word' }, 'a newer word'],
  [null, null],
])('says what started a revision: %j is %s', (started_by, words) => {
  expect(startedByText(revision('a', 'DEPLOYED', { started_by }))).toBe(words)
})

it('knows how long a rollout took once it has ended', () => {
  const status_history = [
    { status: 'CREATING', at: '2026-01-01T00:00:00Z' },
    { status: 'DEPLOYED', at: '2026-01-01T00:01:52Z' },
  ]
  expect(tookMs(revision('a', 'DEPLOYED', { status_history }))).toBe(112_000)
  expect(tookMs(revision('a', 'BUILDING', { status_history }))).toBeNull()
  expect(tookMs(revision('a', 'DEPLOYED'))).toBeNull()
})

it('tells a failure by its first line, and nothing of what did not fail', () => {
  const status_reason = '\nnpm ci ended with code 1.\nzod is not in the lock file.'
  expect(failureLine(revision('a', 'BUILD_FAILED', { status_reason }))).toBe(
    'npm ci ended with code 1.',
  )
  expect(failureLine(revision('a', 'SKIPPED', { status_reason }))).toBeNull()
})

it('leads back to what serves when the latest failed, and before it when that does not answer', () => {
  const all = [
    revision('new', 'DEPLOY_FAILED'),
    revision('tried', 'DEPLOYED', { without_traffic: true }),
    revision('good', 'DEPLOYED'),
    revision('old', 'DEPLOYED'),
  ]
  const serving = { latest_revision_id: 'new', active_revision_id: 'good' }
  expect(lastGood(deployment(serving), all)?.id).toBe('good')
  expect(lastGood(deployment({ ...serving, latest_revision_id: 'good' }), all)).toBeNull()
  const hangs = { status: 'failing', checked_at: 'now' }
  const bad = { latest_revision_id: 'good', active_revision_id: 'good', health: hangs }
  expect(lastGood(deployment(bad), all.slice(2))?.id).toBe('old')
  expect(lastGood(deployment(bad), all.slice(2, 3))).toBeNull()
  expect(lastGood(deployment({ ...serving, health: hangs }), all)?.id).toBe('old')
  const [failed, tried, good, old] = all as [Revision, Revision, Revision, Revision]
  expect(redeployWords(deployment(serving), old)).toBe('Roll back')
  expect(redeployWords(deployment({ active_revision_id: null }), old)).toBe('Redeploy')
  // What never served is no way back.
  expect(redeployWords(deployment(serving), tried)).toBe('Promote')
  expect(candidateOf(deployment(serving), all)?.id).toBe('tried')
  expect(candidateOf(deployment({ ...serving, active_revision_id: 'new' }), all)).toBeNull()
  expect(
    candidateOf(deployment(serving), [{ ...tried, promoted_to: 'good' }, good, old]),
  ).toBeNull()
  expect([old, tried, good, failed].map((one) => isReplaced(deployment(serving), one))).toEqual([
    true,
    false,
    false,
    false,
  ])
  // Nor is it promoted twice: what repeats it is what serves, or will, or did once.
  const promoted = (id: string) => ({ ...tried, promoted_to: id })
  expect(redeployWords(deployment(serving), promoted('good'))).toBe('Redeploy')
  expect(redeployWords(deployment(serving), promoted('new'))).toBe('Redeploy')
  expect(redeployWords(deployment(serving), promoted('old'))).toBe('Roll back')
  expect(redeployWords(deployment(serving), good)).toBe('Redeploy')
  expect(redeployWords(deployment(serving), failed)).toBe('Redeploy')
})

it.each([
  ['/ok did not answer in 60 s: ORDERS_URL is not set (src/tools/orders.ts:14)', 'ORDERS_URL'],
  ['The environment variable OPENAI_API_KEY is missing or empty.', 'OPENAI_API_KEY'],
  ['Please set the MODEL_KEY environment variable.', 'MODEL_KEY'],
  ['KNOWN_ONE is not set', null],
  ['npm ci ended with code 1.', null],
  ['The JSON of langgraph.json cannot be read.', null],
])('finds the secret that a failure misses: %s', (status_reason, name) => {
  const secret_names = ['KNOWN_ONE']
  expect(missingSecret(revision('a', 'DEPLOY_FAILED', { status_reason, secret_names }))).toBe(name)
})
