import { expect, it } from 'vitest'
import type { NamedTarget } from '../../../contract/qa/sessions.ts'
import { targetNames } from './target-names.ts'

const target = (more: Partial<NamedTarget> = {}): NamedTarget => ({
  connection_id: 'local',
  deployment_id: 'd1',
  deployment_name: 'support-agent',
  assistant_id: 'a1',
  assistant_name: 'agent',
  ...more,
})
const serving = target({ served_revision_id: 'r1', commit: '3f9c1a2000' })

it('calls a build beside the serving one the candidate, by its commit', () => {
  const candidate = target({ revision_id: 'r2', commit: '7ad20e5000' })
  expect(targetNames([serving, candidate])).toEqual([
    { role: 'Serving', id: '3f9c1a2', whole: 'support-agent@3f9c1a2' },
    { role: 'Candidate', id: '7ad20e5', whole: 'support-agent@7ad20e5' },
  ])
})

it('tells builds of one commit apart by their revisions', () => {
  const again = target({ revision_id: 'r2', commit: '3f9c1a2000' })
  expect(targetNames([serving, again]).map(({ id }) => id)).toEqual(['r1', 'r2'])
})

it('tells assistants and deployments apart by their names', () => {
  const other = { ...serving, assistant_id: 'a2', assistant_name: 'short' }
  expect(targetNames([serving, other])).toMatchObject([
    { role: 'Baseline', id: 'agent', whole: 'support-agent@3f9c1a2 agent' },
    { role: 'Candidate', id: 'short' },
  ])
  const elsewhere = target({ deployment_id: 'd2', deployment_name: 'sales-agent' })
  expect(targetNames([target(), elsewhere]).map(({ id }) => id)).toEqual([
    'support-agent',
    'sales-agent',
  ])
})

it('has a name for one target, and for the same one twice', () => {
  expect(targetNames([serving])).toEqual([
    { role: 'Target', id: 'support-agent@3f9c1a2', whole: 'support-agent@3f9c1a2' },
  ])
  expect(targetNames([serving, serving]).map(({ id }) => id)).toEqual([
    'support-agent@3f9c1a2',
    'support-agent@3f9c1a2',
  ])
})
