import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const cacheFolder = path.resolve(import.meta.dirname, '../../node_modules/.cache/quarterdeck')
const program = path.resolve(import.meta.dirname, '../../src/server/db/create-embedded.mjs')

/**
 * Puts the files of a new, empty embedded database into a folder, as the first start makes them:
 * made once for a version of the engine, then copied, since making them takes seconds. For tests
 * that are not about the first start.
 * @param folder of the database, `db` in a data directory; may be missing yet
 */
export async function copyNewDatabase(folder: string): Promise<void> {
  const made = path.join(cacheFolder, `new-database-${await engineKey()}`)
  if (!existsSync(made)) await make(made)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await cp(made, folder, { recursive: true, errorOnExist: true, force: false })
}

async function make(made: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true })
  const unfinished = await mkdtemp(`${made}.`)
  await promisify(execFile)(process.execPath, [program, unfinished])
  await rename(unfinished, made).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    // Another test was quicker.
    if (!existsSync(made)) throw error
  })
}

async function engineKey(): Promise<string> {
  const require = createRequire(import.meta.url)
  const hash = createHash('sha256')
  hash.update(await readFile(require.resolve('@electric-sql/pglite')))
  hash.update(await readFile(program))
  return hash.digest('hex').slice(0, 16)
}
