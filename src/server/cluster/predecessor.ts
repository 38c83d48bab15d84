import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const fileName = 'server-id'

/**
 * The id of the process that had this data directory before, or null: the directory is locked, so that
 * process is gone, however long its lease would last. `folder` is absolute.
 */
export async function readPredecessor(folder: string): Promise<string | null> {
  const kept = await readFile(path.join(folder, fileName), 'utf8').catch(() => '')
  return kept.trim() || null
}

/** Leaves this process's id to the next one of the data directory, which is made when it is missing. */
export async function leaveToSuccessor(folder: string, serverId: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, fileName), `${serverId}\n`, { mode: 0o600 })
}
