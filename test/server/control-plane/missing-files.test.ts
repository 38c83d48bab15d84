/** What a checkout names and does not hold is told in the build log, a line for each kind (S6). */
import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  agentProject,
  makeRepository,
  type RepositoryFiles,
  type TestRepository,
} from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from './bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench?.close())

const pointer = `version https://git-lfs.github.com/spec/v1
oid sha256:${'0'.repeat(64)}
size 12345
`
const withEnv = (env: unknown) => ({
  ...agentProject('x'),
  'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' }, env }),
})
const repositoryOf = (files: RepositoryFiles) =>
  makeRepository(path.join(bench.folder, 'repository'), files)

async function rolledOut({ folder }: TestRepository) {
  const { id, latest_revision_id } = await createDeployment(bench, folder)
  const revision = await bench.settled(id, latest_revision_id ?? '')
  return { revision, log: await bench.log(id, revision.id, 'build') }
}

it.each(['.env', './config/missing.env'])('S6: an env file %s that is not there', async (env) => {
  const { revision, log } = await rolledOut(await repositoryOf(withEnv(env)))
  expect(revision.status).toBe('DEPLOYED')
  expect(log.filter((line) => line.includes(`“env” names ${env}, and there is no such`))).toEqual([
    expect.stringContaining('secrets of the deployment'),
  ])
})

it('an env file of a Python project that is not there, before what its build needs', async () => {
  const { log } = await rolledOut(
    await repositoryOf({
      'langgraph.json': JSON.stringify({
        graphs: { agent: './agent.py:graph' },
        env: '.env',
        python_version: '3.99',
        pip_installer: 'pip',
      }),
      'agent.py': 'graph = None\n',
    }),
  )
  expect(log.join('\n')).toMatch(/“env” names \.env, and there is no such file/)
})

it('an env file that is a folder is refused by name', async () => {
  const { revision } = await rolledOut(
    await repositoryOf({ ...withEnv('./env'), 'env/a.env': 'A=b' }),
  )
  expect(revision).toMatchObject({
    status: 'CREATE_FAILED',
    status_reason: expect.stringContaining('“env” in langgraph.json names ./env, which is no file'),
  })
})

it('S6: files that are only pointers, submodules and links to nothing', async () => {
  const other = await makeRepository(path.join(bench.folder, 'other'), { 'a.txt': 'a' })
  const repository = await repositoryOf({
    ...withEnv('.env'),
    '.env': 'A=b\n',
    'models/a model.bin': pointer,
    'weights.onnx': pointer,
    // Neither says of files how they are kept: one has more in it, the other tells of pointers.
    'large.txt': `${pointer}${'more\n'.repeat(300)}`,
    'README.md': `A pointer begins with\n${pointer}`,
    'table.csv': '/annex/objects/SHA256E-s3--abc.csv\n',
    'sealed.json': '\0GITCRYPT\0\u0001\u0002',
    'data.csv.dvc': 'outs:\n- path: data.csv\n',
    'kept.csv.dvc': 'outs:\n- path: kept.csv\n',
    'kept.csv': 'a,b\n',
  })
  await symlink('agent.ts', path.join(repository.folder, 'good-link.ts'))
  await symlink('.git/annex/objects/x', path.join(repository.folder, 'annexed.bin'))
  await repository.git(
    ...['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other.folder, 'libs/o'],
  )
  await repository.commit({})
  const { revision, log } = await rolledOut(repository)
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  const named = log.flatMap((line) => {
    const [, kind, files] =
      /^(.* submodules|Git LFS|git-annex|git-crypt|DVC|These links) ?.*?: (.*?)\. [A-Z]/.exec(
        line,
      ) ?? []
    return kind ? [[kind, files]] : []
  })
  expect(named).toEqual([
    ['The repository has submodules', 'libs/o'],
    ['Git LFS', 'models/a model.bin, weights.onnx'],
    ['git-annex', 'table.csv'],
    ['git-crypt', 'sealed.json'],
    ['DVC', 'data.csv'],
    ['These links', 'annexed.bin'],
  ])
})

it('S6: a checkout that holds everything says nothing of it', async () => {
  const { log } = await rolledOut(await repositoryOf({ ...withEnv('.env'), '.env': 'A=b\n' }))
  expect(log.join('\n')).not.toMatch(/no such file|elsewhere|submodules|links/)
})

it('of many files the first are named, and how many more there are', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 25 }, (_, index) => [`m/${String(index).padStart(2, '0')}`, pointer]),
  )
  const { log } = await rolledOut(await repositoryOf({ ...agentProject('x'), ...files }))
  expect(log.filter((line) => line.startsWith('Git LFS'))).toEqual([
    expect.stringMatching(/: m\/00, .*, m\/19 and 5 more\. This server does not fetch/),
  ])
})
