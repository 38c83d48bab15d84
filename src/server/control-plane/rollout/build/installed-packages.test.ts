import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodePackages, pythonPackages, pythonVersion } from './installed-packages.ts'
import { linkLibrary, shippedFolder } from './link-library.ts'

let top: string
let root: string
beforeEach(async () => {
  top = await realpath(await mkdtemp(path.join(tmpdir(), 'quarterdeck-packages-')))
  root = path.join(top, 'build')
  await mkdir(root)
})
afterEach(() => rm(top, { recursive: true, force: true }))

async function write(place: string, text: string): Promise<void> {
  const file = path.join(root, place)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}
const install = (place: string, version: unknown) =>
  write(`${place}/package.json`, JSON.stringify({ version }))
const link = async (target: string, place: string) => {
  await mkdir(path.dirname(path.join(root, place)), { recursive: true })
  await symlink(path.resolve(root, target), path.join(root, place))
}

describe('packages of JavaScript', () => {
  it('are those that the modules of a folder find: the nearest, with a scope or without', async () => {
    await install('agents/node_modules/zod', '4.2.0')
    await install('node_modules/zod', '3.0.0')
    await install('node_modules/@scope/one', '1.0.0-rc.1+build')
    await install('node_modules/.bin/nothing', '1.0.0')
    await write('node_modules/.package-lock.json', '{}')
    const folders = [path.join(root, 'agents'), root]
    expect(await nodePackages(root, folders)).toEqual({
      '@scope/one': '1.0.0-rc.1+build',
      zod: '4.2.0',
    })
    expect(await nodePackages(root, [root])).toHaveProperty('zod', '3.0.0')
  })

  it('are of pnpm also those that only another package asked for', async () => {
    await install('node_modules/.pnpm/one@1.0.0/node_modules/one', '1.0.0')
    await install('node_modules/.pnpm/two@2.0.0/node_modules/two', '2.0.0')
    await install('node_modules/.pnpm/two@3.0.0/node_modules/two', '3.0.0')
    await link('node_modules/.pnpm/one@1.0.0/node_modules/one', 'node_modules/one')
    await link('node_modules/.pnpm/two@2.0.0/node_modules/two', 'node_modules/two')
    for (const name of ['one@1.0.0/node_modules/one', 'two@3.0.0/node_modules/two']) {
      const place = path.basename(name)
      await link(`node_modules/.pnpm/${name}`, `node_modules/.pnpm/node_modules/${place}`)
    }
    await install('node_modules/.pnpm/node_modules/three', '3.0.0')
    expect(await nodePackages(root, [root])).toEqual({
      one: '1.0.0',
      two: '2.0.0',
      three: '3.0.0',
    })
  })

  it('are also what Quarterdeck has linked, but no member of a workspace', async () => {
    await linkLibrary(root, root)
    await install('packages/member', '0.0.0')
    await link('packages/member', 'node_modules/member')
    const found = await nodePackages(root, [root])
    expect(Object.keys(found).sort()).toEqual([
      '@langchain/core',
      '@langchain/langgraph',
      '@langchain/langgraph-checkpoint',
      '@langchain/langgraph-sdk',
      'zod',
    ])
    expect(found.zod).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('are nothing that leads out of the build, is no file, is too long or says no version', async () => {
    await install('node_modules/fine', '1.0.0')
    // A package of Quarterdeck's own, but under another name.
    await link((await shippedFolder('zod')) ?? '', 'node_modules/other')
    await mkdir(path.join(top, 'node_modules/outside'), { recursive: true })
    await writeFile(path.join(top, 'node_modules/outside/package.json'), '{"version":"6.6.6"}')
    await link('../node_modules/outside', 'node_modules/outside')
    await mkdir(path.join(root, 'node_modules/linked'), { recursive: true })
    await link('../node_modules/outside/package.json', 'node_modules/linked/package.json')
    await mkdir(path.join(root, 'node_modules/pipe'), { recursive: true })
    execFileSync('sh', ['-c', 'mkfifo node_modules/pipe/package.json'], { cwd: root })
    await mkdir(path.join(root, 'node_modules/folder/package.json'), { recursive: true })
    await write('node_modules/long/package.json', `{"version":"1.0.0"}${' '.repeat(1_000_000)}`)
    await write('node_modules/broken/package.json', '{"version":')
    await write('node_modules/null/package.json', 'null')
    await install('node_modules/number', 1)
    await install('node_modules/sentence', 'no version\u0000 at all')
    await install('node_modules/a name', '1.0.0')
    await link('nowhere', 'node_modules/nowhere')
    expect(await nodePackages(root, [root])).toEqual({ fine: '1.0.0' })
  })

  it('are none where nothing was installed', async () => {
    expect(await nodePackages(root, [root])).toEqual({})
  })
})

describe('packages of Python', () => {
  const site = '.quarterdeck/venv/lib/python3.12/site-packages'

  it('are those of the environment, by the names of the index', async () => {
    for (const name of [
      'langchain_core-1.2.0',
      'PyYAML-6.0.2',
      'zope.interface-7.1',
      'a_b-1!2.0+x',
    ]) {
      await write(`${site}/${name}.dist-info/METADATA`, '')
    }
    await write(`${site}/langgraph/__init__.py`, '')
    await write(`${site}/no name-1.0.dist-info/METADATA`, '')
    expect(await pythonPackages(root)).toEqual({
      'langchain-core': '1.2.0',
      pyyaml: '6.0.2',
      'zope-interface': '7.1',
      'a-b': '1!2.0+x',
    })
  })

  it.each([
    ['venv', 'home = /usr/bin\nversion = 3.12.4\n'],
    ['uv', 'home = /usr/bin\nuv = 0.5.1\nversion_info = 3.12.4\n'],
  ])('are run by the Python that the file of %s names', async (_tool, text) => {
    await write('.quarterdeck/venv/pyvenv.cfg', text)
    expect(await pythonVersion(root)).toBe('3.12.4')
  })

  it('are none, and run by nobody knows what, where there is no environment', async () => {
    expect([await pythonPackages(root), await pythonVersion(root)]).toEqual([{}, null])
  })
})
