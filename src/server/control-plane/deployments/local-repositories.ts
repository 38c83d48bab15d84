import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Which repositories of this machine may be deployed: any, or those in some folders (absolute real
 * paths). A server that others can reach allows none but those it was told, since whoever may deploy
 * could otherwise read every repository of the machine.
 */
export type LocalRepositories = 'any' | readonly string[]

/** The absolute path that an address of this machine means, or null for any other address. */
function localPath(address: string): string | null {
  if (address.startsWith('/') || /^[A-Za-z]:[\\/]/.test(address)) return path.resolve(address)
  if (!/^file:/i.test(address)) return null
  try {
    return fileURLToPath(address)
  } catch {
    return path.resolve('/')
  }
}

/** Why an address cannot be used by where it says it is, in words, or null. */
export function localProblem(address: string, allowed: LocalRepositories): string | null {
  const place = localPath(address)
  if (place === null || allowed === 'any' || isAllowed(place, allowed)) return null
  return notAllowed(allowed)
}

/** As `localProblem`, by where the folder really is, whatever links lead there. */
export async function realLocalProblem(
  address: string,
  allowed: LocalRepositories,
): Promise<string | null> {
  const place = localPath(address)
  if (place === null || allowed === 'any') return null
  const real = await realpath(place).catch(() => place)
  return isAllowed(real, allowed) ? null : notAllowed(allowed)
}

function isAllowed(place: string, allowed: readonly string[]): boolean {
  return allowed.some((folder) => {
    const relative = path.relative(folder, place)
    return !relative.startsWith('..') && !path.isAbsolute(relative)
  })
}

function notAllowed(allowed: readonly string[]): string {
  const where = allowed.length > 0 ? ` other than those in ${allowed.join(', ')}` : ''
  return `This server can be reached by others, so it takes no repositories of its own machine${where}. Use an address that git can clone, or start the server with the folder in QUARTERDECK_REPOSITORIES.`
}
