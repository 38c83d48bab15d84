import { expect, it } from 'vitest'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { shownRevisions } from './shown-revisions.tsx'

const revision = (status: string, more: Partial<Revision> = {}) => ({ status, ...more }) as Revision
const revisions = [
  revision('BUILDING'),
  revision('DEPLOYED'),
  revision('DEPLOYED', { without_traffic: true }),
  revision('BUILD_FAILED'),
  revision('SKIPPED'),
]

it.each([
  ['served', [1]],
  ['failed', [3]],
  [null, [0, 1, 2, 3, 4]],
  ['a word that nobody knows', [0, 1, 2, 3, 4]],
])('of %s revisions those are shown', (word, places) => {
  const { has } = shownRevisions(word)
  expect(revisions.flatMap((one, at) => (has(one) ? [at] : []))).toEqual(places)
})
