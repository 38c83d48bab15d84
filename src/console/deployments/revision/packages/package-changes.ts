import type { Versioned } from '../../../../contract/control-plane/revision-packages.ts'

/** What became of a package between two revisions; null is the version of one that is not there. */
export interface PackageChange {
  name: string
  before: string | null
  after: string | null
}

/** The packages that two revisions do not have alike, in the order of their names, and how many they have alike. */
export function packageChanges(
  before: readonly Versioned[],
  after: readonly Versioned[],
): { changed: PackageChange[]; same: number } {
  const [from, to] = [before, after].map(
    (packages) => new Map(packages.map(({ name, version }) => [name, version])),
  )
  const names = [...new Set([...before, ...after].map(({ name }) => name))].sort()
  const all = names.map((name) => ({
    name,
    before: from?.get(name) ?? null,
    after: to?.get(name) ?? null,
  }))
  const changed = all.filter((one) => one.before !== one.after)
  return { changed, same: all.length - changed.length }
}
