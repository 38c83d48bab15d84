import { createHash } from 'node:crypto'
import { access, chmod, cp, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { openEmbeddedDatabase } from '../../db/embedded.ts'
import { openDataDir } from '../../process/data-dir.ts'
import { lockDataDir } from '../../process/data-dir-lock.ts'
import { StartError } from '../../start-error.ts'
import { backupFiles, Manifest } from './backup-files.ts'

/**
 * Makes a data directory from a backup. It must not exist or be empty, and the backup must be whole.
 * Answers what to print. Throws a StartError.
 */
export async function restoreBackup(given: { folder: string; dataDir: string }): Promise<string[]> {
  const { manifest, dump } = await readBackup(given.folder)
  if ((await readdir(given.dataDir).catch(() => [])).length > 0) {
    throw new StartError(
      `${given.dataDir} is not empty. Name a new folder with --data, or move that one away.`,
    )
  }
  const dataDir = await openDataDir(given.dataDir)
  const lock = await lockDataDir(dataDir.root)
  try {
    const database = await openEmbeddedDatabase({ dataDir: dataDir.database, template: dump })
    await database.query('select 1').finally(() => database.close())
    for (const name of [...backupFiles.keys, ...backupFiles.examples]) {
      const source = path.join(given.folder, name)
      const isThere = await access(source).then(
        () => true,
        () => false,
      )
      if (isThere) await cp(source, path.join(dataDir.root, name), { recursive: true })
    }
    for (const name of backupFiles.keys) {
      await chmod(path.join(dataDir.root, name), 0o600).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    }
  } finally {
    await lock.release()
  }
  return [
    `${dataDir.root} holds the backup of ${manifest.created_at}.`,
    manifest.has_keys
      ? 'Its keys are there too.'
      : 'The backup has no keys: put secret.key and api-key of the old data directory into it before the first start, or its secrets cannot be read.',
  ]
}

async function readBackup(folder: string) {
  const text = await readFile(path.join(folder, backupFiles.manifest), 'utf8').catch(() => null)
  const parsed = Manifest.safeParse(text === null ? null : asJson(text))
  if (!parsed.success) throw new StartError(`${folder} holds no whole backup of Quarterdeck.`)
  const dump = await readFile(path.join(folder, backupFiles.database)).catch(() => Buffer.alloc(0))
  const hash = createHash('sha256').update(dump).digest('hex')
  if (hash !== parsed.data.database_sha256) {
    throw new StartError(`The database in ${folder} is damaged: it is not what was backed up.`)
  }
  return { manifest: parsed.data, dump: new Uint8Array(dump) }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
