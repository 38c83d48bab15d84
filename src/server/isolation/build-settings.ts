import { chown, copyFile, mkdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { machineEnvironment } from '../machine-environment.ts'

/** Settings of package managers in the home of the server's user, where they may hold what opens a registry. */
const settings = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pip/pip.conf',
  '.config/pip/pip.conf',
  '.config/uv/uv.toml',
  '.config/pnpm/rc',
]

/**
 * Copies the operator's settings of package managers into the home that builds of a deployment have, as they
 * are now. Executors have another home: only what installs and builds reads them. What a build before may
 * have put in their places is removed first, links to elsewhere included.
 */
export async function placeBuildSettings(home: string, uid: number | null): Promise<void> {
  const named = machineEnvironment((name) => /^npm_config_userconfig$/i.test(name))
  const [npmrc] = Object.values(named)
  const tops = new Set(settings.map((name) => name.split('/')[0] ?? name))
  for (const top of tops) await rm(path.join(home, top), { recursive: true, force: true })
  for (const name of settings) {
    const from = name === '.npmrc' && npmrc ? npmrc : path.join(os.homedir(), name)
    try {
      await place(from, home, name, uid)
    } catch (error) {
      // Most people have most of them not.
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

async function place(from: string, home: string, name: string, uid: number | null) {
  const to = path.join(home, name)
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(from, to)
  if (uid === null) return
  for (let at = to; at !== home; at = path.dirname(at)) await chown(at, uid, uid)
}
