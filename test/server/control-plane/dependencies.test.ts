/** Where the packages of a project in JavaScript are installed: folders of `dependencies` (S5), workspaces (S8). */
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository, type RepositoryFiles } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'

let bench: Bench
const { PATH } = process.env
const { execPath } = process
beforeEach(async () => {
  bench = await openBench()
})
afterEach(async () => {
  process.env.PATH = PATH
  process.execPath = execPath
  await bench?.close()
})

const agent = agentProject('x')['agent.ts'] ?? ''
const config = (dependencies: unknown, more: object = {}) => ({
  'langgraph.json': JSON.stringify({
    graphs: { agent: './agent.ts:graph' },
    dependencies,
    ...more,
  }),
  'agent.ts': agent,
})
const manifest = (value: object) => JSON.stringify({ private: true, ...value })
/** A package that a folder's package.json asks for as one of the repository. */
const vendored = (name: string): RepositoryFiles => ({
  [`vendor/${name}/package.json`]: manifest({ name, version: '1.0.0' }),
  [`vendor/${name}/index.js`]: '',
})

async function rolledOut(files: RepositoryFiles) {
  const { folder } = await makeRepository(path.join(bench.folder, 'repository'), files)
  const deployment = (await createDeployment(bench, folder)) as Deployment
  const revision = await bench.settled(deployment.id, deployment.latest_revision_id ?? '')
  const log = (await bench.log(deployment.id, revision.id, 'build')).join('\n')
  const built = bench.host.loaded.at(-1)?.directory ?? ''
  const read = (name: string) => readFile(path.join(built, name), 'utf8').catch(() => null)
  return { revision, log, read }
}

/** A program that comes first on the search path. */
async function onPath(name: string, script: string): Promise<void> {
  const folder = path.join(bench.folder, 'bin')
  await mkdir(folder, { recursive: true })
  const file = path.join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  process.env.PATH = `${folder}:${PATH}`
}

describe('S5 folders of dependencies', () => {
  it('what the package.json of one asks for is installed there, and every graph finds a library', async () => {
    const { revision, log, read } = await rolledOut({
      ...config(['./packages/agents'], {
        graphs: { agent: './agent.ts:graph', inner: './packages/agents/agent.ts:graph' },
      }),
      'packages/agents/agent.ts': agent,
      'packages/agents/package.json': manifest({
        dependencies: { word: 'file:../../vendor/word' },
      }),
      ...vendored('word'),
    })
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(log).toContain('Installing the packages of packages/agents/package.json: ')
    expect(await read('packages/agents/node_modules/word/package.json')).toContain('word')
    for (const folder of ['', 'packages/agents']) {
      const { resolve } = createRequire(
        path.join(bench.host.loaded[0]?.directory ?? '', folder, 'a.js'),
      )
      expect(() => resolve('@langchain/langgraph')).not.toThrow()
    }
  })

  it.each([
    ['packages/agents', 'written without a dot'],
    ['./packages/agents/', 'with a slash at its end'],
  ])('33.4: S5: beside what the root installs: %s, %s', async (dependency) => {
    const { revision, log, read } = await rolledOut({
      ...config(['.', dependency]),
      'package.json': manifest({ dependencies: { outer: 'file:vendor/outer' } }),
      'packages/agents/package.json': manifest({
        dependencies: { word: 'file:../../vendor/word' },
      }),
      ...vendored('word'),
      ...vendored('outer'),
    })
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(await read('packages/agents/node_modules/word/package.json')).toContain('word')
    expect(log).toMatch(
      /packages of package\.json: .*packages of packages\/agents\/package\.json: /s,
    )
  })

  it('one beside the folder of the langgraph.json', async () => {
    const inner = config(['..', '../libs'])
    const { revision, log } = await rolledOut({
      'deploy/langgraph.json': inner['langgraph.json'],
      'deploy/agent.ts': agent,
      'langgraph.json': JSON.stringify({
        graphs: { agent: './deploy/agent.ts:graph' },
        dependencies: ['./libs', '.'],
      }),
      'libs/package.json': manifest({ dependencies: { word: 'file:../vendor/word' } }),
      ...vendored('word'),
    })
    expect(revision.status).toBe('DEPLOYED')
    expect(log).toContain('Installing the packages of libs/package.json')
  })

  it('a member of a workspace is installed by it, once', async () => {
    const member = { name: 'agents', version: '1.0.0', dependencies: { word: '1.0.0' } }
    const { revision, log, read } = await rolledOut({
      ...config(['./packages/agents', './packages/word']),
      'package.json': manifest({ workspaces: ['packages/*'] }),
      'packages/agents/package.json': manifest(member),
      'packages/word/package.json': manifest({ name: 'word', version: '1.0.0' }),
    })
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(log.match(/Installing the packages of \S+/g)).toEqual([
      'Installing the packages of package.json:',
    ])
    expect(await read('node_modules/word/package.json')).toContain('word')
  })

  it.each([
    [['./packages/nothing'], /“\.\/packages\/nothing” in langgraph\.json is not a folder/],
    [['./agent.ts'], /“\.\/agent\.ts” in langgraph\.json is not a folder/],
    [['.', '../elsewhere'], /“\.\.\/elsewhere” in langgraph\.json is not a folder/],
    [['../..'], /“\.\.\/\.\.” in langgraph\.json leads out of the repository/],
    [['/etc'], /“\/etc” in langgraph\.json leads out of the repository/],
    ['./packages', /“dependencies” in langgraph\.json must be a list of texts/],
    [[{ path: '.' }], /“dependencies” in langgraph\.json must be a list of texts/],
  ])('%j is refused by its name before the build', async (dependencies, reason) => {
    const { revision } = await rolledOut(config(dependencies))
    expect(revision.status).toBe('CREATE_FAILED')
    expect(revision.status_reason).toMatch(reason)
  })

  it.each([
    [['./src'], /“dependencies” names \.\/src, which has no package\.json/],
    [
      ['missing-package@2'],
      /“dependencies” names “missing-package@2”, which no package\.json lists/,
    ],
    [['@a/missing>=1'], /“@a\/missing>=1”, which no package\.json lists: it is not installed/],
  ])('%j is told', async (dependencies, words) => {
    const files = { ...config(dependencies), 'src/a.ts': '' }
    const { revision, log } = await rolledOut(files)
    expect(revision.status).toBe('DEPLOYED')
    expect(log).toMatch(words)
  })

  it.each([
    [undefined],
    [null],
    [[]],
    [['.']],
    [['./', 'word@^1']],
    [['./packages/agents', 'word']],
  ])('there is no word on %j', async (dependencies) => {
    const { revision, log } = await rolledOut({
      ...config(dependencies),
      'packages/agents/package.json': manifest({}),
      'package.json': manifest({ dependencies: { word: 'file:vendor/word' } }),
      ...vendored('word'),
    })
    expect(revision.status).toBe('DEPLOYED')
    expect(log).not.toContain('“dependencies”')
  })
})

describe('S8 workspaces without a lock file', () => {
  const workspace = {
    ...config(['.']),
    'package.json': manifest({ name: 'root' }),
    'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    'packages/agents/package.json': manifest({
      name: 'agents',
      dependencies: { word: 'workspace:*' },
    }),
    'packages/word/package.json': manifest({ name: 'word', version: '1.0.0' }),
  }
  const note = 'mkdir -p node_modules && echo "$0 $*" > node_modules/.modules.yaml'

  it.each([
    ['the root', workspace],
    ['a member', { ...workspace, ...config(['./packages/agents']) }],
    [
      'a member, without a package.json at the root',
      { ...workspace, ...config(['./packages/agents']), 'package.json': null },
    ],
  ])('one of pnpm is installed by pnpm: %s', async (_name, { 'package.json': outer, ...rest }) => {
    await onPath('pnpm', note)
    const { revision, log } = await rolledOut(outer ? { ...rest, 'package.json': outer } : rest)
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(log).toMatch(/package\.json: pnpm install --no-frozen-lockfile/)
  })

  it('33.4: S8: one that names its package manager without a version is installed by that', async () => {
    await onPath('pnpm', note)
    const { 'pnpm-workspace.yaml': _, ...rest } = workspace
    const { revision, log } = await rolledOut({
      ...rest,
      'package.json': manifest({ workspaces: ['packages/*'], packageManager: 'pnpm' }),
    })
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(log).toMatch(/package\.json: pnpm install/)
  })

  it('where Corepack cannot get pnpm it is said what is missing', async () => {
    await onPath('corepack', 'echo "  throw x" >&2; echo "Error: cannot download pnpm" >&2; exit 1')
    const folder = path.join(bench.folder, 'bin')
    await onPath('git', `PATH=${PATH} exec git "$@"`)
    process.env.PATH = folder
    // The folder of Node itself is searched too, and may hold another one.
    process.execPath = path.join(folder, 'node')
    const { revision } = await rolledOut(workspace)
    expect(revision).toMatchObject({
      status: 'BUILD_FAILED',
      status_reason:
        'The project uses pnpm (pnpm-workspace.yaml). pnpm is not installed on this server, and Corepack cannot get it (it says: Error: cannot download pnpm). Install pnpm there (npm install --global pnpm), or set an install command.',
    })
  })

  it.each(['.yarnrc.yml', '.yarnrc'])('a project with %s is installed by yarn', async (name) => {
    const answer = name === '.yarnrc' ? '1.22.22' : '4.5.0'
    await onPath('yarn', `if [ "$1" = --version ]; then echo ${answer}; else ${note}; fi`)
    const { 'pnpm-workspace.yaml': _, ...rest } = workspace
    const { revision, log } = await rolledOut({
      ...rest,
      'package.json': manifest({ workspaces: ['packages/*'] }),
      [name]: '',
    })
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    expect(log).toMatch(/package\.json: yarn install/)
  })

  it.each(['workspace:*', 'catalog:', 'link:../word'])(
    'what npm does not know is named: %s',
    async (asked) => {
      const { 'pnpm-workspace.yaml': _, ...rest } = workspace
      const { revision } = await rolledOut({
        ...rest,
        'package.json': manifest({ workspaces: ['packages/*'] }),
        'packages/agents/package.json': manifest({ name: 'agents', dependencies: { word: asked } }),
      })
      expect(revision.status).toBe('BUILD_FAILED')
      expect(revision.status_reason).toMatch(
        /package\.json are asked for with "\w+:…", which npm does not know\. Commit the lock file/,
      )
    },
  )
})
