import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import {
  agentProject,
  makeRepository,
  type RepositoryFiles,
  type TestRepository,
} from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'
import { gate } from './recording-host.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

function repository(files: RepositoryFiles = agentProject('one')): Promise<TestRepository> {
  return makeRepository(path.join(bench.folder, 'repository'), files)
}

type Options = Parameters<typeof createDeployment>[2]
const create = (address: string, options?: Options) => createDeployment(bench, address, options)
const latest = (deployment: Deployment) => deployment.latest_revision_id ?? ''
const get = async (id: string) => (await bench.json('GET', `/v2/deployments/${id}`)) as Deployment

async function rollOut(address: string, options?: Options): Promise<Revision> {
  const deployment = await create(address, options)
  return bench.settled(deployment.id, latest(deployment))
}

describe('a rollout', () => {
  it('§1 create, poll until DEPLOYED, patch, poll again', async () => {
    const project = await repository()
    const first = await create(project.folder)
    expect(first).toMatchObject({ name: 'agent', active_revision_id: null })

    const deployed = await bench.settled(first.id, latest(first))
    expect(deployed.status).toBe('DEPLOYED')
    expect(deployed.status_history?.map((change) => change.status)).toEqual([
      'CREATING',
      'QUEUED',
      'AWAITING_BUILD',
      'BUILDING',
      'AWAITING_DEPLOY',
      'DEPLOYING',
      'DEPLOYED',
    ])
    expect(deployed.source_revision_config.repo_commit_sha).toBe(
      await project.git('rev-parse', 'HEAD'),
    )
    expect(await get(first.id)).toMatchObject({
      status: 'READY',
      active_revision_id: deployed.id,
      source_config: { custom_url: 'http://agents.test/agents/agent' },
    })
    expect(bench.host.loaded[0]).toMatchObject({
      deployment_id: first.id,
      graphs: { agent: './agent.ts:graph' },
    })

    const commit = await project.commit(agentProject('two'), 'Answer in two\n\nAnd say why.')
    const patched = (await bench.json('PATCH', `/v2/deployments/${first.id}`, {
      source_revision_config: { repo_ref: 'main' },
    })) as Deployment
    expect(patched.latest_revision_id).not.toBe(first.latest_revision_id)
    expect(patched.active_revision_id).toBe(first.latest_revision_id)
    const second = await bench.settled(first.id, latest(patched))
    expect(second.source_revision_config).toMatchObject({
      repo_commit_sha: commit,
      repo_commit_message: 'Answer in two',
    })
    expect(bench.host.activated).toEqual([deployed.id, second.id])
    expect((await get(first.id)).active_revision_id).toBe(second.id)
  })

  it('takes a branch, a full tag name, a tag by its name, a commit, a short commit, and none', async () => {
    const project = await repository()
    const first = await project.git('rev-parse', 'HEAD')
    await project.git('tag', '-a', 'v1', '-m', 'one')
    await project.git('checkout', '--quiet', '-b', 'feature/x')
    const branch = await project.commit(agentProject('branch'))
    await project.git('checkout', '--quiet', 'main')
    await project.commit(agentProject('main'))
    const main = await project.git('rev-parse', 'HEAD')
    const cases: [string | null, string][] = [
      ['feature/x', branch],
      ['refs/tags/v1', first],
      ['v1', first],
      [first, first],
      [first.slice(0, 8), first],
      [null, main],
    ]
    for (const [index, [ref, commit]] of cases.entries()) {
      const revision = await rollOut(project.folder, { name: `agent-${index}`, ref })
      expect([ref, revision.status]).toEqual([ref, 'DEPLOYED'])
      expect(revision.source_revision_config.repo_commit_sha).toBe(commit)
    }
    const unnamed = (await bench.json('GET', '/v2/deployments?name_contains=agent-5')) as {
      resources: Deployment[]
    }
    expect(unnamed.resources[0]?.source_revision_config.repo_ref).toBe('main')
  })

  it('one at a time within a deployment; a newer revision supersedes a queued one', async () => {
    const project = await repository()
    const reached = gate()
    const held = gate()
    bench.host.next.push(() => {
      reached.open()
      return held.passed
    })
    const deployment = await create(project.folder)
    await reached.passed
    const patch = async () =>
      (await bench.json('PATCH', `/v2/deployments/${deployment.id}`, {
        source_revision_config: { repo_ref: 'main' },
      })) as Deployment
    const second = await patch()
    const third = await patch()
    const skipped = await bench.settled(deployment.id, latest(second))
    expect(skipped.status).toBe('SKIPPED')
    expect(skipped.status_reason).toContain(latest(third))
    held.open()
    expect((await bench.settled(deployment.id, latest(third))).status).toBe('DEPLOYED')
    expect(bench.host.loaded.map((revision) => revision.revision_id)).toEqual([
      latest(deployment),
      latest(third),
    ])
  })

  it('rolls out other deployments meanwhile', async () => {
    const project = await repository()
    const reached = gate()
    const held = gate()
    bench.host.next.push(() => {
      reached.open()
      return held.passed
    })
    const slow = await create(project.folder, { name: 'slow' })
    await reached.passed
    expect((await rollOut(project.folder, { name: 'quick' })).status).toBe('DEPLOYED')
    held.open()
    expect((await bench.settled(slow.id, latest(slow))).status).toBe('DEPLOYED')
  })
})

describe('a failed rollout', () => {
  const cases: [string, RepositoryFiles, string, RegExp][] = [
    ['no langgraph.json', { 'README.md': 'x' }, 'CREATE_FAILED', /no langgraph\.json/],
    ['broken JSON', { 'langgraph.json': '{' }, 'CREATE_FAILED', /not valid JSON/],
    ['no graphs', { 'langgraph.json': '{"graphs":{}}' }, 'CREATE_FAILED', /names no graphs/],
    [
      'graphs in two languages',
      { 'langgraph.json': '{"graphs":{"a":"./a.py:graph","b":"./b.ts:graph"}}', 'a.py': '' },
      'CREATE_FAILED',
      /in Python \(a\).*TypeScript \(b\)/,
    ],
    [
      'a graph outside the repository',
      { 'langgraph.json': '{"graphs":{"a":"../../a.ts:graph"}}' },
      'CREATE_FAILED',
      /leads out of the repository/,
    ],
    [
      'a graph file that is not there',
      { 'langgraph.json': '{"graphs":{"a":"./a.ts:graph"}}' },
      'BUILD_FAILED',
      /no such file/,
    ],
    [
      'a package.json that is none',
      { ...agentProject('x'), 'package.json': '{' },
      'BUILD_FAILED',
      /package\.json is not valid JSON/,
    ],
  ]
  it.each(cases)('with %s', async (_name, files, status, reason) => {
    const project = await repository(files)
    const revision = await rollOut(project.folder)
    expect(revision.status).toBe(status)
    expect(revision.status_reason).toMatch(reason)
    expect(bench.reported).toEqual([])
  })

  it('with a repository that does not exist', async () => {
    const revision = await rollOut(path.join(bench.folder, 'nothing'))
    expect(revision.status).toBe('CREATE_FAILED')
    expect(revision.status_reason).toMatch(/cannot be read.*does not/)
  })

  it('without git says what to do', async () => {
    const project = await repository()
    const { execPath } = process
    const { PATH } = process.env
    const nowhere = path.join(bench.folder, 'nowhere')
    try {
      process.env.PATH = nowhere
      // The folder of Node itself is searched too, and may be the one that holds git.
      process.execPath = path.join(nowhere, 'node')
      const revision = await rollOut(project.folder)
      expect(revision.status_reason).toMatch(/git is not installed/)
    } finally {
      process.env.PATH = PATH
      process.execPath = execPath
    }
  })

  it('with an unknown branch names those that exist', async () => {
    const project = await repository()
    const revision = await rollOut(project.folder, { ref: 'nope' })
    expect(revision.status).toBe('CREATE_FAILED')
    expect(revision.status_reason).toMatch(/no branch or tag “nope”.*main/)
  })

  it('with a link that leads out of the repository', async () => {
    const project = await repository()
    await project.git('rm', '--quiet', 'langgraph.json')
    const { symlink, writeFile } = await import('node:fs/promises')
    const outside = path.join(bench.folder, 'outside.json')
    await writeFile(outside, '{"graphs":{"a":"./agent.ts:graph"}}')
    await symlink(outside, path.join(project.folder, 'langgraph.json'))
    await project.commit({})
    const revision = await rollOut(project.folder)
    expect(revision.status_reason).toMatch(/leads out of the repository/)
  })

  it('while loading keeps the serving revision serving, and says why in words', async () => {
    const project = await repository()
    const first = await create(project.folder)
    await bench.settled(first.id, latest(first))
    bench.host.next.push(() => {
      throw new Error('The graph “agent” could not be loaded: boom.')
    })
    const patched = (await bench.json('PATCH', `/v2/deployments/${first.id}`, {
      source_revision_config: { repo_ref: 'main' },
    })) as Deployment
    const failed = await bench.settled(first.id, latest(patched))
    expect(failed.status).toBe('DEPLOY_FAILED')
    expect(failed.status_reason).toBe('The graph “agent” could not be loaded: boom.')
    expect((await get(first.id)).active_revision_id).toBe(first.latest_revision_id)
    expect(bench.host.discarded).toEqual([failed.id])
    expect(await bench.log(first.id, failed.id, 'deploy')).toContain(failed.status_reason)
    // Only the serving build is left on disk.
    await expect.poll(() => readdir(path.join(bench.folder, 'builds'))).toHaveLength(1)
  })

  it('34.1: while traffic is switched leaves nothing of it, neither loaded nor on disk', async () => {
    const project = await repository()
    bench.host.onActivate = () => Promise.reject(new Error('The process ended.'))
    const failed = await rollOut(project.folder)
    expect(failed).toMatchObject({
      status: 'DEPLOY_FAILED',
      status_reason: 'The process ended.',
    })
    expect(bench.host.discarded).toEqual([failed.id])
    await expect.poll(() => readdir(path.join(bench.folder, 'builds'))).toEqual([])
  })

  it('in the build shows what the command said, and ends all that it started', async () => {
    const project = await repository()
    const deployment = await create(project.folder, {
      source: { build_command: 'echo compiling; sleep 600 & echo nope >&2; exit 3' },
    })
    const revision = await bench.settled(deployment.id, latest(deployment))
    expect(revision.status).toBe('BUILD_FAILED')
    expect(revision.status_reason).toMatch(/exit code 3/)
    const log = await bench.log(deployment.id, revision.id, 'build')
    expect(log).toContain('compiling')
    expect(log).toContain('nope')
  })
})

describe('packages', () => {
  const manifest = (value: object) => JSON.stringify({ name: 'project', private: true, ...value })

  it('of a package.json are installed by npm, its output in the log', async () => {
    const project = await repository({
      ...agentProject('x'),
      'package.json': manifest({ dependencies: { local: 'file:./local' } }),
      'local/package.json': manifest({ name: 'local', version: '1.0.0' }),
    })
    const deployment = await create(project.folder)
    const revision = await bench.settled(deployment.id, latest(deployment))
    expect(revision.status_reason).toBeNull()
    const installed = path.join(bench.host.loaded[0]?.directory ?? '', 'node_modules')
    expect(await readdir(installed)).toContain('local')
    // It brings no graph library, so it gets ours.
    expect(await readdir(path.join(installed, '@langchain'))).toContain('langgraph')
    const log = (await bench.log(deployment.id, revision.id, 'build')).join('\n')
    expect(log).toMatch(/added \d+ package/)
  })

  it('that do not install end in BUILD_FAILED', async () => {
    const project = await repository({
      ...agentProject('x'),
      'package.json': manifest({ scripts: { install: 'echo no compiler >&2; exit 7' } }),
    })
    const deployment = await create(project.folder)
    const revision = await bench.settled(deployment.id, latest(deployment))
    expect(revision.status).toBe('BUILD_FAILED')
    expect(revision.status_reason).toMatch(/Installing the packages of package\.json failed/)
    expect((await bench.log(deployment.id, revision.id, 'build')).join('\n')).toContain(
      'no compiler',
    )
  })
})

describe('the environment of the code', () => {
  it('holds the secrets and the variables of langgraph.json, without reserved names', async () => {
    const project = await repository({
      ...agentProject('x'),
      'langgraph.json': JSON.stringify({
        graphs: { agent: './agent.ts:graph' },
        env: { MODE: 'test', TOKEN: 'from the file', PATH: '/evil' },
        node_version: '4',
      }),
    })
    const created = (await bench.json('POST', '/v2/deployments', {
      name: 'agent',
      source: 'github',
      source_config: { repo_url: project.folder },
      source_revision_config: {},
      secrets: [{ name: 'TOKEN', value: 'top-secret-value' }],
    })) as Deployment
    await bench.settled(created.id, latest(created))
    expect(bench.host.loaded[0]?.env).toEqual({ MODE: 'test', TOKEN: 'top-secret-value' })
    const log = (await bench.log(created.id, latest(created), 'build')).join('\n')
    expect(log).toContain('PATH')
    expect(log).toContain('asks for Node 4')
  })

  it('secrets appear in no answer, log line or reason', async () => {
    const project = await repository()
    bench.host.next.push((revision) => {
      revision.onLog('INFO', `connecting with ${revision.env.TOKEN}`)
      throw new Error(`bad token ${revision.env.TOKEN}`)
    })
    const created = (await bench.json('POST', '/v2/deployments', {
      name: 'agent',
      source: 'github',
      source_config: {
        repo_url: project.folder,
        build_command: 'echo top-secret-value; env',
      },
      source_revision_config: {},
      secrets: [{ name: 'TOKEN', value: 'top-secret-value' }],
    })) as Deployment
    const revision = await bench.settled(created.id, latest(created))
    expect(revision.status_reason).toBe('bad token •••')
    const everything = JSON.stringify([
      await get(created.id),
      revision,
      await bench.log(created.id, revision.id, 'build'),
      await bench.log(created.id, revision.id, 'deploy'),
    ])
    expect(everything).toContain('connecting with •••')
    // The command itself is configuration, which everybody may read; what it prints is blotted out.
    const printed = await bench.log(created.id, revision.id, 'build')
    expect(printed.filter((line) => line.includes('top-secret-value'))).toEqual([])
    expect(printed).toContain('•••')
  })
})
