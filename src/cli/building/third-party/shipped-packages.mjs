// @ts-check

/**
 * @typedef {{ version?: string, license?: string, integrity?: string, dev?: boolean, devOptional?: boolean,
 *   optional?: boolean, link?: boolean, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>, name?: string }} LockEntry
 * @typedef {{ place: string, name: string, version: string, entry: LockEntry }} ShippedPackage
 */

/**
 * Every package of a lock file that ships: all but those that are for development only, at each place where it is
 * installed. `place` is its folder, as `node_modules/a/node_modules/b`.
 * @param {{ packages: Record<string, LockEntry> }} lock @returns {ShippedPackage[]}
 */
export function shippedPackages(lock) {
  return Object.entries(lock.packages).flatMap(([place, entry]) => {
    if (place === '' || entry.dev || entry.link) return []
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 13)
    return [{ place, name, version: entry.version ?? '', entry }]
  })
}

/** Each name and version once, sorted. @param {readonly ShippedPackage[]} packages @returns {ShippedPackage[]} */
export function withoutRepeats(packages) {
  const byId = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  return [...byId].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
