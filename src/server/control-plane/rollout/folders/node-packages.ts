import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { RolloutFailure } from '../../rollout-failure.ts'
import { exists } from '../exists.ts'
import { foldersAbove } from './repository-root.ts'

const installers: readonly [lock: string, command: string][] = [
  ['pnpm-lock.yaml', 'pnpm install'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['bun.lockb', 'bun install'],
]

/**
 * Refuses (BUILD_FAILED) a working folder whose package.json asks for packages that are not installed, and names
 * the command. Nothing is installed into somebody's folder unasked.
 */
export async function checkNodePackages(folder: string, root: string): Promise<void> {
  const around = foldersAbove(folder)
  const own = around.slice(0, around.indexOf(root) + 1)
  for (const place of own) {
    const file = path.join(place, 'package.json')
    if (!(await exists(file))) continue
    const missing = await missingOf(await dependenciesOf(file), foldersAbove(place))
    if (missing.length === 0) return
    const shown = missing.length > 3 ? [...missing.slice(0, 3), '…'] : missing
    throw new RolloutFailure(
      'BUILD_FAILED',
      `The packages of package.json are not installed (${shown.join(', ')}). Run “${await installerOf(place)}” in ${place}.`,
    )
  }
}

async function dependenciesOf(file: string): Promise<string[]> {
  try {
    const { dependencies } = JSON.parse(await readFile(file, 'utf8'))
    return Object.keys(dependencies ?? {})
  } catch (error) {
    const reason = (error as Error).message
    throw new RolloutFailure('BUILD_FAILED', `package.json is not valid JSON: ${reason}`)
  }
}

async function missingOf(names: string[], places: string[]): Promise<string[]> {
  const isThere = async (name: string) => {
    for (const place of places) {
      if (await exists(path.join(place, 'node_modules', name))) return true
    }
    return false
  }
  const there = await Promise.all(names.map(isThere))
  return names.filter((_name, index) => !there[index])
}

async function installerOf(folder: string): Promise<string> {
  for (const [lock, command] of installers) {
    if (await exists(path.join(folder, lock))) return command
  }
  return 'npm install'
}
