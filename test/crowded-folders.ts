import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Every file below a folder of the project by its path, without tests and what Python leaves. */
function filesOf(folder: string): string[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === '__pycache__' ? [] : filesOf(path)
    return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
  })
}

/** The folders below one, itself included, that have more files of their own. */
export function crowdedFolders(folder: string, most: number): string[] {
  const counts = new Map<string, number>()
  for (const path of filesOf(folder)) {
    const parent = path.slice(0, path.lastIndexOf('/'))
    counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  return [...counts].flatMap(([path, count]) => (count > most ? [path] : []))
}

/** The scripts below a folder that have more lines. */
export function longFiles(folder: string, most: number): string[] {
  return filesOf(folder).filter(
    (path) =>
      /\.(ts|tsx|mjs|js)$/.test(path) &&
      readFileSync(`${root}${path}`, 'utf8').split('\n').length - 1 > most,
  )
}
