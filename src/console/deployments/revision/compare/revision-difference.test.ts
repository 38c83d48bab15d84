import { expect, it } from 'vitest'
import type { Revision } from '../../../../contract/control-plane/revisions.ts'
import { revisionDifference } from './revision-difference.ts'

const revision = (config: Revision['source_revision_config'], names?: string[]): Revision => ({
  id: 'r',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  status: 'DEPLOYED',
  source: 'github',
  source_revision_config: config,
  ...(names && { secret_names: names }),
})

it('tells commit, configuration and the names of secrets apart', () => {
  const difference = revisionDifference(
    revision({ repo_commit_sha: 'aaa', repo_ref: 'main', image_uri: null }, ['KEPT', 'GONE']),
    revision({ repo_commit_sha: 'bbb', repo_ref: 'main' }, ['NEW', 'KEPT']),
  )
  expect(difference.facts).toEqual([
    { id: 'commit', label: 'Commit', before: 'aaa', after: 'bbb' },
    { id: 'ref', label: 'Reference', before: 'main', after: 'main' },
  ])
  expect(difference.secrets).toEqual([
    { name: 'GONE', change: 'removed' },
    { name: 'KEPT', change: 'same' },
    { name: 'NEW', change: 'added' },
  ])
})

it('does not claim to know the secrets of a server that does not tell them', () => {
  expect(revisionDifference(revision({}, ['A']), revision({})).secrets).toBeNull()
})
