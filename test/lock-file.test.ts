import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeLockFile, missingPlatformEntries } from '../src/cli/lock-file.mjs'

describe.each(['../package-lock.json', '../bench/server/vendor-server/package-lock.json'])(
  'the lock file %s',
  (path) => {
    const text = readFileSync(new URL(path, import.meta.url), 'utf8')

    it('names no registry host', () => {
      expect(text).not.toContain('"resolved"')
    })

    it('has an entry for every platform package, so that npm ci accepts it everywhere', () => {
      expect(missingPlatformEntries(JSON.parse(text))).toEqual([])
    })

    it('is what `npm run lock` would write', () => {
      expect(text).toBe(`${JSON.stringify(completeLockFile(JSON.parse(text)), null, 2)}\n`)
    })
  },
)

describe('completing a lock file', () => {
  const parent = {
    version: '2.0.0',
    dev: true,
    resolved: 'https://registry.invalid/tool.tgz',
    optionalDependencies: {
      '@tool/linux-x64-musl': '2.0.0',
      '@tool/win32-arm64-msvc': '2.0.0',
      '@tool/wasm32-wasi': '2.0.0',
      '@tool/linux-arm-musleabihf': '2.0.0',
    },
  }
  const lock = {
    packages: {
      'node_modules/tool': parent,
      'node_modules/@tool/wasm32-wasi': { version: '2.0.0' },
    },
  }

  it('adds what is missing with its platform and takes addresses out', () => {
    const { packages } = completeLockFile(lock)
    expect(Object.keys(packages)).toEqual([
      'node_modules/@tool/linux-arm-musleabihf',
      'node_modules/@tool/linux-x64-musl',
      'node_modules/@tool/wasm32-wasi',
      'node_modules/@tool/win32-arm64-msvc',
      'node_modules/tool',
    ])
    expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
      version: '2.0.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    })
    expect(packages['node_modules/@tool/linux-arm-musleabihf']).toMatchObject({
      cpu: ['arm'],
      libc: ['musl'],
    })
    expect(packages['node_modules/@tool/win32-arm64-msvc']).toMatchObject({
      cpu: ['arm64'],
      os: ['win32'],
    })
    expect(packages['node_modules/tool']).not.toHaveProperty('resolved')
  })

  it('refuses a package whose platform it cannot read', () => {
    const odd = {
      packages: { 'node_modules/tool': { optionalDependencies: { 'tool-extra': '1.0.0' } } },
    }
    expect(() => completeLockFile(odd)).toThrow('no platform can be read from tool-extra')
  })
})
