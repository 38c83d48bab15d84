// @ts-check
import { shippedPackages, withoutRepeats } from './shipped-packages.mjs'

/** @typedef {import('./shipped-packages.mjs').ShippedPackage} ShippedPackage */

/**
 * What ships as a bill of materials (CycloneDX 1.6), from the lock file alone: the same file gives the same bill,
 * so it has neither a time nor a number of its own.
 * @param {{ name: string, version: string, packages: Record<string, import('./shipped-packages.mjs').LockEntry> }} lock
 */
export function billOfMaterials(lock) {
  const all = shippedPackages(lock)
  const places = new Map(all.map((one) => [one.place, one]))
  const own = { ref: `${lock.name}@${lock.version}`, entry: lock.packages[''] ?? {} }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own.ref,
        name: lock.name,
        version: lock.version,
      },
    },
    components: withoutRepeats(all).map(componentOf),
    dependencies: [
      { ref: own.ref, dependsOn: refsOf(places, '', own.entry) },
      ...withoutRepeats(all).map(({ place, name, version, entry }) => ({
        ref: `${name}@${version}`,
        dependsOn: refsOf(places, place, entry),
      })),
    ],
  }
}

/** @param {ShippedPackage} shipped */
function componentOf({ name, version, entry }) {
  const [scope, own] = name.startsWith('@') ? name.split('/') : [null, name]
  const hash = /^sha512-(.+)$/.exec(entry.integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': `${name}@${version}`,
    ...(scope ? { group: scope } : {}),
    name: own,
    version,
    scope: entry.optional || entry.devOptional ? 'optional' : 'required',
    purl: `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${own}@${version}`,
    ...(hash
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
    ...(entry.license ? { licenses: [licenceOf(entry.license)] } : {}),
  }
}

/** @param {string} licence */
function licenceOf(licence) {
  if (/\s/.test(licence)) return { expression: licence }
  return { license: { id: licence } }
}

/**
 * The packages that one finds under the names it asks for, as Node looks for them.
 * @param {Map<string, ShippedPackage>} places @param {string} place @param {import('./shipped-packages.mjs').LockEntry} entry
 */
function refsOf(places, place, entry) {
  const names = Object.keys({
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...entry.peerDependencies,
  })
  const found = names.flatMap((name) => {
    for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const one = places.get(`${at === '' ? '' : `${at}/`}node_modules/${name}`)
      if (one) return [`${one.name}@${one.version}`]
      if (at === '') return []
    }
  })
  return [...new Set(found)].sort()
}
