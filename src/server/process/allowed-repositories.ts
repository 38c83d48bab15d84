import { realpath } from 'node:fs/promises'
import path from 'node:path'

/**
 * The folders whose repositories may be deployed, as real paths: those that were set, or else all of
 * the machine where only its own people reach the server. The package's examples always are.
 */
export async function allowedRepositories(options: {
  /** As it was set; null when it was not. */
  repositories: 'any' | readonly string[] | null
  /** Others than this machine can reach the server. */
  isReachable: boolean
  examples: string
}): Promise<'any' | string[]> {
  const { repositories, isReachable, examples } = options
  const set = repositories ?? (isReachable ? [] : 'any')
  if (set === 'any') return 'any'
  const real = set.map((folder) => realpath(folder).catch(() => path.resolve(folder)))
  return [...(await Promise.all(real)), examples]
}
