import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packagesKey, sourceKey } from './build-keys.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function keyOf(
  manifest: object,
  lock: string,
  more: Record<string, string> = {},
  node = '22.1.0',
) {
  const files = { 'package.json': JSON.stringify(manifest), 'package-lock.json': lock, ...more }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  const lockFile = path.join(folder, 'package-lock.json')
  const manager = {
    name: 'npm' as const,
    lockFile,
    unreadLockFile: null,
    command: ['npm', 'ci'] as const,
  }
  return packagesKey(folder, manager, node)
}

it('packages are the same by package.json, lock file, settings and Node', async () => {
  const manifest = { dependencies: { a: '1.0.0' } }
  const first = await keyOf(manifest, '{}')
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await keyOf(manifest, '{}')).toBe(first)
  expect(await keyOf(manifest, '{ }')).not.toBe(first)
  expect(await keyOf({ dependencies: { a: '2.0.0' } }, '{}')).not.toBe(first)
  expect(await keyOf(manifest, '{}', {}, '22.2.0')).not.toBe(first)
  expect(await keyOf(manifest, '{}', { '.npmrc': 'registry=https://r.example' })).not.toBe(first)
})

it.each([
  ['a folder of the repository', { dependencies: { a: 'file:./a' } }, '{}'],
  ['a linked folder', {}, '{"node_modules/a":{"link": true}}'],
  ['workspaces', { workspaces: ['a'] }, '{}'],
  ['a script of its own', { scripts: { postinstall: 'make' } }, '{}'],
])('packages of a project with %s are its own', async (_name, manifest, lock) => {
  expect(await keyOf(manifest, lock)).toBeNull()
})

it('without a lock file nothing says that packages are the same', async () => {
  await keyOf({ dependencies: { a: '1.0.0' } }, '{}')
  const command = ['npm', 'install'] as const
  const manager = { name: 'npm' as const, lockFile: null, unreadLockFile: null, command }
  expect(await packagesKey(folder, manager, '22.1.0')).toBeNull()
})

it('a build comes out the same for the same commit, path, commands and Node', () => {
  const parts = {
    address: '/repository',
    commit: 'a'.repeat(40),
    configPath: 'langgraph.json',
    installCommand: null,
    buildCommand: null,
    node: '22.1.0',
  }
  expect(sourceKey({ ...parts })).toBe(sourceKey(parts))
  expect(sourceKey({ ...parts, node: '22.2.0' })).not.toBe(sourceKey(parts))
  expect(sourceKey({ ...parts, buildCommand: 'make' })).not.toBe(sourceKey(parts))
  expect(sourceKey({ ...parts, installCommand: 'make' })).not.toBe(sourceKey(parts))
  expect(sourceKey({ ...parts, configPath: 'a/langgraph.json' })).not.toBe(sourceKey(parts))
})
