import { expect, it } from 'vitest'
import { processorMs } from '../../../../test/helpers/processor-time.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { type DeploymentSort, listedDeployments } from './deployment-list.ts'

const deployment = (name: string, status: string | null, more: Partial<Deployment> = {}) => ({
  id: name,
  name,
  source: 'github',
  source_config: {},
  source_revision_config: {},
  secrets: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  status: 'READY',
  latest_revision_id: `${name}-latest`,
  active_revision_id: null,
  latest_revision_status: status,
  ...more,
})
const all = [
  deployment('docs', 'DEPLOYED', {
    updated_at: '2026-01-03T00:00:00Z',
    active_revision_id: 'docs-latest',
  }),
  deployment('pushed', 'BUILD_FAILED', { active_revision_id: 'pushed-before' }),
  deployment('billing', 'BUILD_FAILED'),
  deployment('attached', 'DEPLOYED', {
    active_revision_id: 'attached-latest',
    health: { status: 'failing', checked_at: 'now' },
  }),
  deployment('research', 'BUILDING'),
  deployment('elsewhere', null),
]
const names = (
  filter: {
    name?: string
    group?: 'any' | 'failed'
    health?: 'well' | 'unwell'
    sort?: DeploymentSort
  },
  read = new Map<string, Revision>(),
) =>
  listedDeployments(all, read, { name: '', group: 'any', sort: 'attention', ...filter }).map(
    (listed) => listed.deployment.name,
  )

it('33.2.1: puts who is not answered first, those that once were before the others, then what failed, then what moves, each newest first', () => {
  expect(names({})).toEqual(['attached', 'billing', 'pushed', 'research', 'docs', 'elsewhere'])
  expect(names({ sort: 'newest' })[0]).toBe('docs')
  expect(names({ sort: 'name' })[0]).toBe('attached')
  expect(names({ sort: 'updated' })[0]).toBe('docs')
})

it('filters by name in whatever case, and by the status as it was read last', () => {
  expect(names({ name: ' DOC' })).toEqual(['docs'])
  expect(names({ group: 'failed' })).toEqual(['billing', 'pushed'])
  expect(names({ health: 'well' })).toEqual(['pushed', 'docs'])
  expect(names({ health: 'unwell', group: 'failed' })).toEqual(['billing'])
  const failed = { status: 'DEPLOY_FAILED' } as Revision
  expect(names({ group: 'failed' }, new Map([['research-latest', failed]]))).toEqual([
    'billing',
    'pushed',
    'research',
  ])
})

it('filters and sorts 10,000 in a time that does not grow with their square', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => deployment(`agent-${i}`, 'DEPLOYED'))
  const wanted = { name: '99', group: 'any', sort: 'attention' } as const
  expect(processorMs(() => listedDeployments(many, new Map(), wanted))).toBeLessThan(3_000)
})
