import { execFile } from 'node:child_process'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { agentProject, makeRepository, type TestRepository } from '../../helpers/git.ts'
import { type Bench, createDeployment, faults, openBench } from './bench.ts'
import { startGitServer } from './git-server.ts'
import { atWork, endlessCommand, notedProcesses } from './processes.ts'

const run = promisify(execFile)

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const patch = async (id: string, body: object) =>
  (await bench.json('PATCH', `/v2/deployments/${id}`, body)) as Deployment
const buildLog = async (id: string, revision: string) =>
  (await bench.log(id, revision, 'build')).join('\n')

describe('what was built is used again', () => {
  /** A project whose packages are a tarball in the repository, with a lock file. */
  async function lockedProject(): Promise<TestRepository> {
    const vendored = path.join(bench.folder, 'package')
    await mkdir(vendored)
    await writeFile(path.join(vendored, 'package.json'), '{"name":"vendored","version":"1.0.0"}')
    await writeFile(path.join(vendored, 'index.js'), 'exports.word = "vendored"')
    const file = 'file:vendor/vendored.tgz'
    const project = await makeRepository(path.join(bench.folder, 'repository'), {
      ...agentProject('one'),
      'package.json': JSON.stringify({ name: 'project', dependencies: { vendored: file } }),
      'package-lock.json': JSON.stringify({
        name: 'project',
        lockfileVersion: 3,
        packages: {
          '': { name: 'project', dependencies: { vendored: file } },
          'node_modules/vendored': { version: '1.0.0', resolved: file },
        },
      }),
    })
    await mkdir(path.join(project.folder, 'vendor'))
    const archive = path.join(project.folder, 'vendor/vendored.tgz')
    await run('tar', ['-czf', archive, '-C', bench.folder, 'package'])
    await project.commit({}, 'Vendored')
    return project
  }

  it('another commit with the same lock file does not install again', async () => {
    const project = await lockedProject()
    const first = await createDeployment(bench, project.folder)
    const one = await bench.settled(first.id, latest(first))
    expect([one.status, one.status_reason]).toEqual(['DEPLOYED', null])
    expect(await buildLog(first.id, one.id)).toMatch(/Installing the packages.* ci/)

    await project.commit(agentProject('two'))
    const second = await patch(first.id, { source_revision_config: { repo_ref: 'main' } })
    expect((await bench.settled(first.id, latest(second))).status).toBe('DEPLOYED')
    const log = await buildLog(first.id, latest(second))
    expect(log).toContain(`Using the packages of revision ${one.id}`)
    expect(log).not.toContain('Installing')
    const [before, after] = bench.host.loaded.map((revision) => revision.directory)
    expect(after).not.toBe(before)
    expect(await readFile(path.join(after ?? '', 'agent.ts'), 'utf8')).toContain('"two"')
    expect(await readdir(path.join(after ?? '', 'node_modules/vendored'))).toContain('index.js')
  })

  it('the same commit is not built again for new secrets, and is for another build command', async () => {
    const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
    const first = await createDeployment(bench, project.folder)
    await bench.settled(first.id, latest(first))
    const second = await patch(first.id, { secrets: [{ name: 'TOKEN', value: 'abcd' }] })
    expect((await bench.settled(first.id, latest(second))).status).toBe('DEPLOYED')
    expect(await buildLog(first.id, latest(second))).toContain('Using the build of revision')
    const [before, after] = bench.host.loaded
    expect(after).toMatchObject({ directory: before?.directory, env: { TOKEN: 'abcd' } })
    const third = await patch(first.id, {
      source_config: { build_command: 'echo built anew' },
      secrets: [],
    })
    await bench.settled(first.id, latest(third))
    expect(await buildLog(first.id, latest(third))).toContain('built anew')
    // The first two revisions share a build, the third has its own.
    expect(await readdir(path.join(bench.folder, 'builds'))).toHaveLength(2)
  })
})

describe('package managers', () => {
  it.each([
    ['pnpm', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }],
    ['yarn', { 'yarn.lock': '# yarn lockfile v1\n' }],
  ])(
    'a project that is locked with %s says what is missing where it is not installed',
    async (name, lock) => {
      const project = await makeRepository(path.join(bench.folder, 'repository'), {
        ...agentProject('x'),
        'package.json': JSON.stringify({ name: 'project', dependencies: { a: '1.0.0' } }),
        ...lock,
      })
      const tools = path.join(bench.folder, 'tools')
      await mkdir(tools)
      await symlink((await run('which', ['git'])).stdout.trim(), path.join(tools, 'git'))
      const { execPath } = process
      const { PATH } = process.env
      try {
        process.env.PATH = tools
        process.execPath = path.join(tools, 'node')
        const deployment = await createDeployment(bench, project.folder)
        const revision = await bench.settled(deployment.id, latest(deployment))
        expect(revision.status).toBe('BUILD_FAILED')
        expect(revision.status_reason).toMatch(
          new RegExp(`is locked with ${name} .*neither ${name} nor Corepack is installed`),
        )
      } finally {
        process.env.PATH = PATH
        process.execPath = execPath
      }
    },
  )

  it('a yarn that the repository brings along is the one that installs', async () => {
    const bringsAlong = `import { mkdirSync, writeFileSync } from 'node:fs'
      mkdirSync('node_modules/brought', { recursive: true })
      writeFileSync('node_modules/brought/arguments', process.argv.slice(2).join(' '))`
    const project = await makeRepository(path.join(bench.folder, 'repository'), {
      ...agentProject('x'),
      'package.json': JSON.stringify({ name: 'project', dependencies: { brought: '1.0.0' } }),
      'yarn.lock': '__metadata:\n  version: 8\n',
      '.yarnrc.yml': 'nodeLinker: node-modules\nyarnPath: .yarn/releases/yarn.mjs\n',
      '.yarn/releases/yarn.mjs': bringsAlong,
    })
    const deployment = await createDeployment(bench, project.folder)
    const revision = await bench.settled(deployment.id, latest(deployment))
    expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
    const folder = bench.host.loaded.at(-1)?.directory ?? ''
    const file = path.join(folder, 'node_modules/brought/arguments')
    expect(await readFile(file, 'utf8')).toBe('install --immutable')
  })

  it('a Python project without a langgraph.json says what to write', async () => {
    const project = await makeRepository(path.join(bench.folder, 'repository'), {
      'pyproject.toml': '[project]\n',
    })
    const deployment = await createDeployment(bench, project.folder)
    const revision = await bench.settled(deployment.id, latest(deployment))
    expect(revision.status_reason).toMatch(/Python project \(pyproject\.toml\).*"dependencies"/)
  })
})

it('a step that takes too long is ended with all that it started, and says how long it had', async () => {
  await bench.close()
  bench = await openBench({ limits: { buildMs: 1_500 } })
  const project = await makeRepository(path.join(bench.folder, 'repository'), agentProject('x'))
  const noted = path.join(bench.folder, 'noted')
  const deployment = await createDeployment(bench, project.folder, {
    source: { build_command: endlessCommand(noted) },
  })
  const pids = await notedProcesses(noted)
  const revision = await bench.settled(deployment.id, latest(deployment))
  expect(revision.status).toBe('BUILD_FAILED')
  expect(revision.status_reason).toMatch(/took longer than 2 seconds and was ended/)
  expect(await atWork(pids)).toEqual([])
})

describe('a private repository', () => {
  it('is cloned with a token that nothing shows, and not without or with a wrong one', async () => {
    const folder = path.join(bench.folder, 'served')
    await makeRepository(path.join(folder, 'private'), agentProject('x'))
    const server = await startGitServer(folder, { user: 'reader', token: 'top-secret-token' })
    try {
      const address = server.address('private/.git')
      const closed = await createDeployment(bench, address, { name: 'closed' })
      expect(closed.source_config.has_repo_token).toBe(false)
      const refused = await bench.settled(closed.id, latest(closed))
      expect(refused.status).toBe('CREATE_FAILED')
      expect(refused.status_reason).toMatch(/A private repository needs a token/)

      const open = await createDeployment(bench, address, {
        name: 'open',
        source: { repo_token: 'reader:top-secret-token', build_command: 'env; cat .git/config' },
      })
      const revision = await bench.settled(open.id, latest(open))
      expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
      expect(open.source_config).toMatchObject({ has_repo_token: true })
      const rows = await bench.database.query('select * from deployments')
      const everything = JSON.stringify([
        await bench.json('GET', `/v2/deployments/${open.id}`),
        revision,
        rows,
        await buildLog(open.id, revision.id),
        bench.reported.map(String),
      ])
      expect(everything).not.toContain('top-secret-token')

      // A list that was read can be sent back; null takes the token away.
      const read = (await bench.json('GET', `/v2/deployments/${open.id}`)) as Deployment
      const same = await bench.send('PATCH', `/v2/deployments/${open.id}`, {
        source_config: read.source_config,
      })
      expect(same.status).toBe(200)
      const without = await patch(open.id, { source_config: { repo_token: null }, secrets: [] })
      expect(without.source_config.has_repo_token).toBe(false)
      expect((await bench.settled(open.id, latest(without))).status).toBe('CREATE_FAILED')
    } finally {
      await server.close()
    }
  })
})

describe('repositories of the machine itself, on a server that others can reach', () => {
  it('are taken from the allowed folders only, whatever the path looks like', async () => {
    await bench.close()
    const root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-allowed-')))
    const allowed = path.join(root, 'allowed')
    const secret = await makeRepository(path.join(root, 'secret'), agentProject('x'))
    const project = await makeRepository(path.join(allowed, 'project'), agentProject('x'))
    await symlink(secret.folder, path.join(allowed, 'link'))
    bench = await openBench({ localRepositories: [allowed] })
    for (const address of [
      secret.folder,
      `file://${secret.folder}`,
      `${allowed}/../secret`,
      `${allowed}-other`,
      '//etc',
    ]) {
      const response = await bench.send('POST', '/v2/deployments', {
        name: 'refused',
        source: 'github',
        source_config: { repo_url: address },
        source_revision_config: {},
        secrets: [],
      })
      expect([address, await faults(response)]).toEqual([address, ['body.source_config.repo_url']])
    }
    const good = await createDeployment(bench, project.folder, { name: 'good' })
    expect((await bench.settled(good.id, latest(good))).status).toBe('DEPLOYED')
    const linked = await createDeployment(bench, path.join(allowed, 'link'), { name: 'linked' })
    const revision = await bench.settled(linked.id, latest(linked))
    expect(revision.status).toBe('CREATE_FAILED')
    expect(revision.status_reason).toMatch(/takes no repositories of its own machine/)
    await rm(root, { recursive: true })
  })
})
