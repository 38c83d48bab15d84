// @ts-check

/**
 * @typedef {{ version?: string, resolved?: string, dev?: boolean, optional?: boolean, license?: string, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} LockFile
 * @typedef {{ name: string, version: string, parent: string }} MissingEntry
 */

const PLATFORM =
  /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(?:-(gnu|musl)\w*)?(?:-?(?:msvc|eabi))?$/

/** The places where Node looks for a dependency of `parent`, nearest first. @param {string} parent @param {string} name */
function lookupPlaces(parent, name) {
  const places = []
  for (
    let at = parent;
    at !== '';
    at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))
  ) {
    places.push(`${at}/node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

/**
 * Optional dependencies that a package in the lock file names but the lock file has no entry for.
 * A registry mirror without some platform's binaries leaves such gaps, and then `npm ci` refuses the
 * whole file, on every platform.
 * @param {LockFile} lock @returns {MissingEntry[]}
 */
export function missingPlatformEntries(lock) {
  return Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !lookupPlaces(parent, name).some((place) => place in lock.packages))
      .map(([name, version]) => ({ name, version, parent })),
  )
}

/** @param {MissingEntry} missing @param {LockEntry | undefined} parent @returns {LockEntry} */
function platformEntry({ name, version }, parent) {
  if (!/^\d/.test(version))
    throw new Error(`${name} is asked for as "${version}", not as one version`)
  const [, os, cpu, libc] = PLATFORM.exec(name) ?? []
  if (!os && !name.endsWith('wasm32-wasi')) throw new Error(`no platform can be read from ${name}`)
  return {
    version,
    cpu: [cpu ?? 'wasm32'],
    ...(parent?.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc === 'gnu' ? 'glibc' : 'musl'] } : {}),
    // It is a part of it.
    ...(parent?.license ? { license: parent.license } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
}

/**
 * The same lock file with an entry for every platform package and without registry addresses, so that
 * `npm ci` accepts it here and other systems still get their binaries.
 * @param {LockFile} lock @returns {LockFile}
 */
export function completeLockFile(lock) {
  const packages = { ...lock.packages }
  for (const missing of missingPlatformEntries(lock)) {
    packages[`node_modules/${missing.name}`] = platformEntry(missing, lock.packages[missing.parent])
  }
  const sorted = Object.entries(packages)
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([place, { resolved: _, ...entry }]) => [place, entry])
  return { ...lock, packages: Object.fromEntries(sorted) }
}
