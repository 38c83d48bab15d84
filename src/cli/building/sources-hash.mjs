// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a path, sorted, without tests and what Python leaves behind. @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .filter((name) => name !== '__pycache__')
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/**
 * One hash over all files of some sources, names and contents. What is built from them is known by it.
 * @param {string} root the checkout @param {readonly string[]} sources files and folders, from there on
 */
export function sourcesHash(root, sources) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}
