import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Who this process is among those that share a database: the server's name, which is kept in its data
 * directory so that it knows what it had begun before a restart, and after `:` one of its own.
 * `folder` is absolute, and made when it is missing.
 */
export async function readNodeId(folder: string): Promise<string> {
  const file = path.join(folder, 'node-id')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  const server = kept || randomUUID()
  if (!kept) await writeFile(file, `${server}\n`, { mode: 0o600 })
  return `${server}:${randomUUID()}`
}
