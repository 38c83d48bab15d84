import { expect, it } from 'vitest'
import { packageChanges } from './package-changes.ts'

const packages = (versions: Record<string, string>) =>
  Object.entries(versions).map(([name, version]) => ({ name, version }))

it('finds what came, what went and what has another version, by name, and counts the rest', () => {
  const before = packages({ zod: '4.1.0', '@langchain/core': '1.3.0', old: '1.0.0', same: '2.0.0' })
  const after = packages({ '@langchain/core': '1.4.0', new: '0.1.0', same: '2.0.0', zod: '4.2.0' })
  expect(packageChanges(before, after)).toEqual({
    changed: [
      { name: '@langchain/core', before: '1.3.0', after: '1.4.0' },
      { name: 'new', before: null, after: '0.1.0' },
      { name: 'old', before: '1.0.0', after: null },
      { name: 'zod', before: '4.1.0', after: '4.2.0' },
    ],
    same: 1,
  })
})
