import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'

/** What is watched of a project. Absolute, real paths. */
export interface WatchedPlaces {
  folders: string[]
  /** Watched whatever rules leave them out. */
  files: string[]
}

/**
 * The folder itself with what its langgraph.json names: its graphs, its file of variables, and folders beside it that
 * it depends on. A langgraph.json that cannot be read names nothing; whoever loads it says why.
 */
export async function watchedPlaces(folder: string, configPath: string): Promise<WatchedPlaces> {
  const root = await realpath(folder)
  const file = path.join(root, configPath)
  const base = path.dirname(file)
  const config = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => null)
  const { graphs, env, dependencies } = Object(config) as Record<string, unknown>
  const texts = (value: unknown) =>
    Object.values(Object(value)).filter((one) => typeof one === 'string')
  const placesOf = texts(graphs).map((place) => place.slice(0, place.lastIndexOf(':')))
  const named = [...placesOf, '.env', ...(typeof env === 'string' ? [env] : [])]
  const beside = await Promise.all(
    texts(dependencies)
      .filter((one) => one.startsWith('..'))
      .map((one) => realpath(path.resolve(base, one)).catch(() => root)),
  )
  const outside = beside.filter((one) => one !== root && !one.startsWith(root + path.sep))
  return {
    folders: [root, ...new Set(outside)],
    files: [file, ...named.map((one) => path.resolve(base, one))],
  }
}
