import { describe, expect, it } from 'vitest'
import {
  hasFailed,
  isSettled,
  listRevisionLogs,
  redeployProblem,
  revisionStatuses,
} from './revisions.ts'

const statusesWhere = (rule: (revision: { status: string }) => boolean) =>
  revisionStatuses.filter((status) => rule({ status }))

describe('§3 a revision', () => {
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
    { type: 'build', limit: '1001' },
    { type: 'deploy', level: 'LOUD' },
  ]) {
    expect(query.safeParse(bad).success).toBe(false)
  }
})
