import type { Versioned } from '../../../../contract/control-plane/revision-packages.ts'

const names: Record<string, string> = { node: 'Node', python: 'Python' }

/** An interpreter and its version, as people write them. */
export function runtimeText({ name, version }: Versioned): string {
  return `${names[name] ?? name} ${version}`
}

/** So many packages, in words. */
export function packagesText(count: number): string {
  return count === 1 ? '1 package' : `${count} packages`
}
