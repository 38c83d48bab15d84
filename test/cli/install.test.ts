import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ensureInstalled, installationMatches } from '../../src/cli/install.mjs'
import { temporaryFolder } from './temporary-folder.ts'

/** A project with one dependency in a folder of its own, so that the real npm needs no registry. */
function makeProject() {
  const root = temporaryFolder()
  const write = (path: string, value: unknown) =>
    writeFileSync(join(root, path), JSON.stringify(value))
  const tiny = { name: 'tiny', version: '1.0.0' }
  const project = { name: 'project', version: '1.0.0', dependencies: { tiny: 'file:tiny' } }
  const lock = {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': project,
      'node_modules/tiny': { resolved: 'tiny', link: true },
      tiny: { version: '1.0.0' },
    },
  }
  mkdirSync(join(root, 'tiny'))
  write('tiny/package.json', tiny)
  write('package.json', project)
  write('package-lock.json', lock)
  const path = (name: string) => join(root, name)
  return {
    root,
    lock,
    write,
    path,
    marker: path('node_modules/.marker'),
    stamp: path('node_modules/.quarterdeck-install'),
  }
}

describe('installing', () => {
  it('installs on a fresh clone and does nothing the second time', async () => {
    const { root, path, marker } = makeProject()
    await ensureInstalled(root)
    expect(existsSync(path('node_modules/tiny/package.json'))).toBe(true)
    // npm ci empties node_modules, so this file survives only when it is not called.
    writeFileSync(marker, '')
    await ensureInstalled(root)
    expect(existsSync(marker)).toBe(true)
  })

  it('installs again when the lock file asks for something else', async () => {
    const { root, lock, write, marker } = makeProject()
    await ensureInstalled(root)
    writeFileSync(marker, '')
    write('tiny/package.json', { name: 'tiny', version: '1.1.0' })
    write('package-lock.json', {
      ...lock,
      packages: { ...lock.packages, tiny: { version: '1.1.0' } },
    })
    await ensureInstalled(root)
    expect(existsSync(marker)).toBe(false)
  })

  it('accepts what npm installed by itself', async () => {
    const { root, marker, stamp } = makeProject()
    await ensureInstalled(root)
    const first = readFileSync(stamp, 'utf8')
    rmSync(stamp)
    writeFileSync(marker, '')
    await ensureInstalled(root)
    expect(existsSync(marker)).toBe(true)
    expect(readFileSync(stamp, 'utf8')).toBe(first)
  })

  it('starts over after an installation that was cut off', async () => {
    const { root, path } = makeProject()
    mkdirSync(path('node_modules/half'), { recursive: true })
    await ensureInstalled(root)
    expect(existsSync(path('node_modules/half'))).toBe(false)
    expect(existsSync(path('node_modules/tiny'))).toBe(true)
  })

  it('says what failed when npm refuses', async () => {
    const { root, lock, write, stamp } = makeProject()
    write('package-lock.json', { ...lock, packages: { '': lock.packages[''] } })
    await expect(ensureInstalled(root)).rejects.toMatchObject({
      name: 'SetupError',
      message: expect.stringMatching(/npm ci ended with exit code 1/),
    })
    expect(existsSync(stamp)).toBe(false)
  })
})

describe('what npm recorded as installed', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/a-linux': { version: '1.0.0', optional: true, os: ['linux'] },
      'node_modules/a-darwin': { version: '1.0.0', optional: true, os: ['darwin'] },
    },
  }
  const installed = (packages: typeof lock.packages | object) => ({ packages: { ...packages } })
  const { 'node_modules/a': a, 'node_modules/a-linux': onLinux } = lock.packages

  it('matches with the optional packages of this platform', () => {
    const here = installed({ 'node_modules/a': a, 'node_modules/a-linux': onLinux })
    expect(installationMatches(lock, here, 'linux')).toBe(true)
    expect(installationMatches(lock, here, 'darwin')).toBe(false)
  })

  it('does not match with a package missing, of another version, or not in the lock file', () => {
    expect(installationMatches(lock, installed({}), 'linux')).toBe(false)
    expect(
      installationMatches(lock, installed({ 'node_modules/a': { version: '1.0.1' } }), 'linux'),
    ).toBe(false)
    const extra = installed({ 'node_modules/a': a, 'node_modules/b': { version: '1.0.0' } })
    expect(installationMatches(lock, extra, 'linux')).toBe(false)
  })
})
