import { expect, it } from 'vitest'
import type { Deployment } from '../../contract/control-plane/deployments.ts'
import type { Rollout } from '../../contract/control-plane/rollouts.ts'
import { countUnwell, unwellDeployments } from './unwell-rows.tsx'

const facts = { status: 'READY', latest_revision_status: 'DEPLOYED' }
const well = { id: 'well', ...facts, active_revision_id: 'r1', health: { status: 'ok' } }
const down = { id: 'down', ...facts, active_revision_id: 'r2', health: { status: 'down' } }
const never = {
  ...{ id: 'never', ...facts, active_revision_id: null, health: null },
  latest_revision_status: 'BUILD_FAILED',
}
const all = [well, down, never] as unknown as Deployment[]

it('33.2.2: of a server that does not know the filter only those count that answer nobody', () => {
  const page = { resources: all, offset: 3 }
  expect(countUnwell({ ...page, total: 300, unwell: 2 })).toBe(2)
  expect(countUnwell(page)).toBe(2)
})

it('one that has never served is told of by its failed rollout, where that is shown', () => {
  const ids = (failed: object[]) => unwellDeployments(all, failed as Rollout[]).map(({ id }) => id)
  expect(ids([])).toEqual(['down', 'never'])
  expect(ids([{ deployment_id: 'never' }, { deployment_id: 'down' }])).toEqual(['down'])
})
