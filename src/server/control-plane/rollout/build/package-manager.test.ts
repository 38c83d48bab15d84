import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPackageManager } from './package-manager.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'package-manager-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Where no program is installed. */
const nowhere = () => ({
  env: { PATH: folder },
  node: process.execPath,
  timeLimitMs: 10_000,
  signal: new AbortController().signal,
})

it.each([
  ['yarn@4.1.0', 'yarn 2 or newer', 'npm install --global @yarnpkg/cli-dist'],
  ['yarn@1.22.22', 'neither yarn nor', 'npm install --global yarn'],
  ['pnpm@9.0.0', 'neither pnpm nor', 'npm install --global pnpm'],
])('S7: says how %s is installed where it is not', async (packageManager, shown, command) => {
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ packageManager }))
  const found = findPackageManager(folder, folder, nowhere())
  await expect(found).rejects.toThrow(shown)
  await expect(found).rejects.toThrow(`(${command})`)
})

it('33: a lock file of a manager that is not used here is named, where no other says which versions are meant', async () => {
  const at = (file: string) => path.join(folder, file)
  await writeFile(at('package.json'), '{}')
  await writeFile(at('bun.lock'), '{}')
  const unread = await findPackageManager(folder, folder, nowhere())
  expect(unread).toMatchObject({ name: 'npm', lockFile: null, unreadLockFile: 'bun.lock' })
  await writeFile(at('package-lock.json'), '{}')
  const locked = await findPackageManager(folder, folder, nowhere())
  expect(locked).toMatchObject({ lockFile: at('package-lock.json'), unreadLockFile: null })
})
