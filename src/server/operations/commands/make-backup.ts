import { createHash } from 'node:crypto'
import { access, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openEmbeddedDatabase } from '../../db/embedded.ts'
import { type Environment, readConfig } from '../../process/config.ts'
import { lockDataDir } from '../../process/data-dir-lock.ts'
import { StartError } from '../../start-error.ts'
import { addressFile } from '../address-file.ts'
import { backupFiles, type Manifest } from './backup-files.ts'

/**
 * Writes a backup of the embedded database into a new folder: taken from the running server if there is
 * one, else from the data directory. Answers what to print. Throws a StartError.
 */
export async function makeBackup(given: {
  /** Absolute; must not exist. */
  folder: string
  hasKeys: boolean
  dataDir: string
  configFile: string | null
  env: Environment
}): Promise<string[]> {
  const { config } = await readConfig(given)
  if (config.database_url !== null) {
    throw new StartError(
      'The database is a PostgreSQL server: back it up with pg_dump, and the data directory beside it by copying.',
    )
  }
  if (!(await exists(path.join(given.dataDir, 'db')))) {
    throw new StartError(`There is no database in ${given.dataDir}.`)
  }
  const dump = await dumpOf(given.dataDir)
  try {
    await mkdir(path.dirname(given.folder), { recursive: true })
    await mkdir(given.folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      code === 'EEXIST'
        ? `${given.folder} exists already. Name a new folder.`
        : `${given.folder} cannot be made (${code}).`,
    )
  }
  await writeFile(path.join(given.folder, backupFiles.database), dump, { mode: 0o600 })
  for (const name of [...(given.hasKeys ? backupFiles.keys : []), ...backupFiles.examples]) {
    const source = path.join(given.dataDir, name)
    if (await exists(source)) await cp(source, path.join(given.folder, name), { recursive: true })
  }
  const manifest: Manifest = {
    format: 1,
    created_at: new Date().toISOString(),
    has_keys: given.hasKeys,
    database_sha256: createHash('sha256').update(dump).digest('hex'),
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await writeFile(path.join(given.folder, backupFiles.manifest), text)
  return [
    `The backup is in ${given.folder}.`,
    given.hasKeys
      ? 'It holds the keys: whoever can read it can read every secret in it.'
      : 'It holds no keys. Keep secret.key of the data directory elsewhere: without it the secrets in the backup cannot be read.',
  ]
}

async function dumpOf(dataDir: string): Promise<Uint8Array> {
  const running = await readFile(addressFile(dataDir), 'utf8').catch(() => null)
  if (running !== null) {
    const dump = await dumpOfServer(running.trim(), dataDir)
    if (dump) return dump
  }
  // Throws a StartError that names the process where one uses the directory all the same.
  const lock = await lockDataDir(dataDir)
  try {
    const database = await openEmbeddedDatabase({ dataDir: path.join(dataDir, 'db') })
    try {
      return await database.dump()
    } finally {
      await database.close()
    }
  } finally {
    await lock.release()
  }
}

/** Null when no server answers there: it left the file behind when it was killed. */
async function dumpOfServer(url: string, dataDir: string): Promise<Uint8Array | null> {
  const key = (await readFile(path.join(dataDir, 'api-key'), 'utf8')).trim()
  const response = await fetch(`${url}/backup`, { headers: { 'x-api-key': key } }).catch(() => null)
  if (!response) return null
  if (!response.ok) {
    throw new StartError(
      `The server at ${url} gave no backup (status ${response.status}). Try again, or stop it first.`,
    )
  }
  return new Uint8Array(await response.arrayBuffer())
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
