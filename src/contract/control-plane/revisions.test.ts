import { describe, expect, it } from 'vitest'
import {
  hasFailed,
  isSettled,
  listRevisionLogs,
  postBuildLogs,
  redeployProblem,
  revisionStatuses,
} from './revisions.ts'

const statusesWhere = (rule: (revision: { status: string }) => boolean) =>
  revisionStatuses.filter((status) => rule({ status }))

describe('§3 a revision', () => {
  it('has one of the published statuses', () => {
    expect(revisionStatuses).toEqual([
      'CREATING',
      'QUEUED',
      'AWAITING_BUILD',
      'BUILDING',
      'AWAITING_DEPLOY',
      'DEPLOYING',
      'DEPLOYED',
      'CREATE_FAILED',
      'BUILD_FAILED',
      'DEPLOY_FAILED',
      'SKIPPED',
      'INTERRUPTED',
      'UNKNOWN',
    ])
  })

  it('has settled when it is deployed, failed, skipped or interrupted', () => {
    expect(statusesWhere(isSettled)).toEqual([
      'DEPLOYED',
      'CREATE_FAILED',
      'BUILD_FAILED',
      'DEPLOY_FAILED',
      'SKIPPED',
      'INTERRUPTED',
    ])
  })

  it('has failed in three statuses only', () => {
    expect(statusesWhere(hasFailed)).toEqual(['CREATE_FAILED', 'BUILD_FAILED', 'DEPLOY_FAILED'])
  })

  it('with a word of a newer server may still move', () => {
    expect([isSettled({ status: 'REBUILD_FAILED' }), hasFailed({ status: 'x' })]).toEqual([
      false,
      false,
    ])
  })
})

it('a revision can be deployed again once its rollout has ended, if it has a commit', () => {
  const problem = (status: string, commit: string | null) =>
    redeployProblem({ status, source_revision_config: { repo_commit_sha: commit } })
  for (const status of statusesWhere(isSettled)) {
    expect(problem(status, 'abc')).toBeNull()
    expect(problem(status, null)).toMatch(/never got as far as a commit/)
  }
  expect(problem('BUILDING', 'abc')).toMatch(/still going on/)
})

it('logs are asked for by their type, a page at a time', () => {
  const { query } = listRevisionLogs
  expect(query.parse({ type: 'build', limit: '50' })).toEqual({ type: 'build', limit: 50 })
  for (const bad of [
    {},
    { type: 'run' },
    { type: 'build', limit: '10001' },
    { type: 'deploy', level: 'LOUD' },
  ]) {
    expect(query.safeParse(bad).success).toBe(false)
  }
})

it.each([
  { type: 'build', order: 'asc', limit: 1 },
  { type: 'deploy', order: 'desc', limit: 1000 },
  { type: 'deploy', start_time: '2030-01-31T12:00:00+02:00', end_time: '2030-01-31T12:00:00' },
  ...['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'].map((level) => ({ type: 'build', level })),
])('logs can be asked for with %j, in the older form too', (query) => {
  expect(listRevisionLogs.query.parse(query)).toEqual(query)
  const { type: _, ...body } = query
  expect(postBuildLogs.body.parse(body)).toEqual(body)
})

it.each([{ limit: 0 }, { limit: 10_001 }, { order: 'up' }, { start_time: 'soon' }])(
  'the older form refuses %j',
  (body) => {
    expect(postBuildLogs.body.safeParse(body).success).toBe(false)
    expect(listRevisionLogs.query.safeParse({ type: 'build', ...body }).success).toBe(false)
  },
)

it('a revision of an image needs no commit, one of git does', () => {
  const source_revision_config = {}
  const problem = (source: string) =>
    redeployProblem({ status: 'DEPLOYED', source, source_revision_config })
  expect(problem('external_docker')).toBeNull()
  expect(problem('github')).toMatch(/commit/)
})
