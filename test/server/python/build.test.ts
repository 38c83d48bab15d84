/** From a git repository to an agent that answers, and what is said where that is not to be had. */
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import type { Revision } from '../../../src/contract/control-plane/revisions.ts'
import { eachMayTake } from '../../helpers/each-may-take.ts'
import { makeRepository, type RepositoryFiles } from '../../helpers/git.ts'
import { type Bench, createDeployment, openBench } from '../control-plane/bench.ts'

eachMayTake(2)

const python = process.env.QUARTERDECK_TEST_PYTHON ?? ''
const changed = ['PATH', 'PIP_NO_INDEX', 'PIP_FIND_LINKS', 'PIP_NO_COMPILE', 'HOME'] as const
let bench: Bench
let before: NodeJS.ProcessEnv
beforeEach(async () => {
  before = { ...process.env }
  // A wheelhouse, as on a machine without a network.
  process.env.PIP_NO_INDEX = '1'
  process.env.PIP_FIND_LINKS = process.env.QUARTERDECK_TEST_WHEELS
  // Nothing of it is run here, and compiling it takes most of the time. pip reads it so: “no” means that it is not done.
  process.env.PIP_NO_COMPILE = 'no'
  bench = await openBench()
})
afterEach(async () => {
  for (const name of changed) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  await bench?.close()
})

const agent = `from langgraph.graph import START, MessagesState, StateGraph

graph = StateGraph(MessagesState).add_node("answer", lambda _state: {}).add_edge(START, "answer")
`
const project = (config: object = {}, more: RepositoryFiles = {}): RepositoryFiles => ({
  'langgraph.json': JSON.stringify({
    graphs: { agent: './agent.py:graph' },
    dependencies: ['.'],
    ...config,
  }),
  'agent.py': agent,
  ...more,
})

async function deployed(files: RepositoryFiles) {
  const repository = await makeRepository(path.join(bench.folder, 'repository'), files)
  const deployment = await createDeployment(bench, repository.folder)
  return { deployment, ...(await rolledOut(deployment)) }
}

async function rolledOut(deployment: Deployment) {
  const id = deployment.latest_revision_id ?? ''
  const revision = await bench.settled(deployment.id, id)
  return { revision, log: await bench.log(deployment.id, id, 'build') }
}

it('a project without packaging is installed, with the library that it does not name', async () => {
  const { revision, log, deployment } = await deployed(
    project(
      {
        dependencies: ['.', './libs/shared'],
        http: { disable_store: true },
        auth: { path: './agent.py:auth', disable_studio_auth: true },
      },
      { 'libs/shared/words.py': 'word = "x"' },
    ),
  )
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  const loaded = bench.host.loaded[0]
  expect(loaded?.python).toBe(path.join(loaded?.directory ?? '', '.quarterdeck/venv/bin/python'))
  await access(loaded?.python ?? '')
  expect(log.join('\n')).toMatch(
    /Using Python 3\..*does not install langgraph: adding langgraph==/s,
  )
  const at = `/v2/deployments/${deployment.id}/revisions/${revision.id}/packages`
  const library = { name: 'langgraph', version: expect.stringMatching(/^\d+\.\d+/) }
  expect(await bench.json('GET', at)).toEqual({
    runtime: { name: 'python', version: expect.stringMatching(/^3\.\d+\.\d+$/) },
    packages: expect.arrayContaining([library]),
  })
  // The same commit is not built again, also where what was built was told less of its langgraph.json.
  await bench.database.query(`update revisions set build = build - 'http'`)
  const patched = (await bench.json('PATCH', `/v2/deployments/${deployment.id}`, {
    source_revision_config: { repo_ref: 'main' },
  })) as Deployment
  const again = await rolledOut(patched)
  expect(again.revision.status).toBe('DEPLOYED')
  expect(again.log.join('\n')).toMatch(/Using the build of revision/)
  expect(bench.host.loaded[1]?.python).toBe(loaded?.python)
  for (const one of bench.host.loaded) {
    expect(one.http?.closed).toEqual(['store'])
    expect(one.auth).toEqual({ path: './agent.py:auth', disable_studio_auth: true })
  }
  // An environment whose interpreter is gone is not used again.
  await rm(loaded?.python ?? '')
  const third = (await bench.json('PATCH', `/v2/deployments/${deployment.id}`, {
    source_revision_config: { repo_ref: 'main' },
  })) as Deployment
  expect((await rolledOut(third)).log.join('\n')).toMatch(/The build is complete/)
})

it('36.3: its components are bundled, with what the package.json lists', async () => {
  const { revision, log } = await deployed(
    project(
      { ui: { agent: './ui/cards.jsx' } },
      {
        'package.json': JSON.stringify({ dependencies: { words: 'file:./words' } }),
        'words/package.json': JSON.stringify({ name: 'words', version: '1.0.0', main: 'index.js' }),
        'words/index.js': "exports.title = 'Weather of the day'\n",
        'ui/cards.jsx':
          "import { title } from 'words'\nexport default { card: () => <b>{title}</b> }\n",
      },
    ),
  )
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  expect(log.join('\n')).toMatch(/Installing the packages of package\.json.*Bundling/s)
  const file = bench.host.loaded[0]?.components_file ?? ''
  const { agent } = JSON.parse(await readFile(file, 'utf8'))
  expect(Object.keys(agent)).toEqual(['entrypoint.js'])
  expect(agent['entrypoint.js']).toContain('Weather of the day')
})

it('names, files of requirements and packages are installed in that order', async () => {
  const { revision, log } = await deployed(
    project(
      { dependencies: ['langgraph', './flat', '.'] },
      {
        'flat/requirements.txt': 'typing_extensions\n',
        'flat/helper.py': '',
        'pyproject.toml': `[build-system]
requires = ["setuptools>=68", "wheel"]
build-backend = "setuptools.build_meta"

[project]
name = "own-agent"
version = "1.0"
dependencies = ["langgraph"]

[tool.setuptools]
py-modules = ["agent"]
`,
      },
    ),
  )
  expect([revision.status, revision.status_reason]).toEqual(['DEPLOYED', null])
  const steps = log.filter((line) => line.startsWith('Running '))
  expect(steps.slice(1).map((line) => line.replace(/^.* install /, ''))).toEqual([
    'langgraph',
    '-r flat/requirements.txt',
    '-e .',
  ])
})

describe('a project is refused before its build: ', () => {
  it.each([
    [
      'auth in another language',
      { auth: { path: './auth.ts:auth' } },
      /“auth\.path” in .* must be written as “\.\/file\.py:name”/,
    ],
    ['auth elsewhere', { auth: { path: '../../auth.py:auth' } }, /leads out of the repository/],
    ['encryption', { encryption: { path: './e.py:e' } }, /“encryption” is not supported/],
    ['http.app in another language', { http: { app: './app.js:app' } }, /“http\.app”.*file\.py/],
    ['checkpointer.path', { checkpointer: { path: './c.py:c' } }, /“checkpointer\.path”/],
    [
      'checkpointer.serde',
      { checkpointer: { serde: { pickle_fallback: true } } },
      /“checkpointer\.serde”/,
    ],
    ['ui', { ui: { agent: './agent.py' } }, /“ui\.agent” in .* such as \.\/ui\.tsx/],
    ['a misspelt key', { authh: { path: './auth.py:auth' } }, /“authh” is not a key that is known/],
    [
      'both languages',
      { graphs: { a: './agent.py:graph', b: './b.ts:graph' } },
      /in Python \(a\) and in JavaScript or TypeScript \(b\)/,
    ],
    ['dependencies', { dependencies: './x' }, /must be a list/],
    [
      'a dependency that is not there',
      { dependencies: ['./nothing'] },
      /“\.\/nothing”.*not a folder/,
    ],
    ['a dependency elsewhere', { dependencies: ['../..'] }, /leads out of the repository/],
    ['python_version', { python_version: '2.7' }, /“python_version”.*"3\.12"/],
    ['pip_installer', { pip_installer: 'conda' }, /“pip_installer”/],
    ['pip_config_file', { pip_config_file: './pip.conf' }, /“pip_config_file” in .* names no file/],
    ['source', { source: { kind: 'poetry' } }, /“source”.*"kind": "uv"/],
    ['source and dependencies', { source: { kind: 'uv' } }, /both “source” and “dependencies”/],
  ])('%s', async (_name, config, reason) => {
    const { revision } = await deployed(project(config))
    expect(revision.status).toBe('CREATE_FAILED')
    expect(revision.status_reason).toMatch(reason)
  })
})

describe('a build that cannot be made says why: ', () => {
  it.each([
    [
      'a version that is not here',
      { python_version: '3.99' },
      /asks for Python 3\.99.*this server has 3\.\d+\.\d+ \(.*uv/,
    ],
    ['uv where it is not', { pip_installer: 'uv' }, /asks for uv/],
    [
      'a lock of uv',
      { source: { kind: 'uv' }, dependencies: undefined },
      /locked by uv.*Install uv/,
    ],
    [
      'a package that is not there',
      { dependencies: ['no-such-package==1'] },
      /Installing the project failed: ERROR: .*no-such-package/,
    ],
    ['auth that is not there', { auth: { path: './a.py:auth' } }, /“auth” names \.\/a\.py/],
    ['an app that is not there', { http: { app: './a.py:app' } }, /“http\.app” names \.\/a\.py/],
    ['a graph that is not there', { graphs: { agent: './other.py:graph' } }, /names \.\/other\.py/],
  ])('%s', async (_name, config, reason) => {
    const folder = path.join(bench.folder, 'bin')
    await mkdir(folder)
    // As on a machine without uv.
    await writeFile(path.join(folder, 'python3'), `#!/bin/sh\nexec ${python} "$@"\n`, {
      mode: 0o755,
    })
    process.env.PATH = `${folder}:/usr/bin:/bin`
    const { revision, log } = await deployed(project(config))
    expect(revision.status).toBe('BUILD_FAILED')
    expect(revision.status_reason).toMatch(reason)
    // What is not in the repository is told before anything is installed.
    expect(log.some((line) => line.startsWith('Using Python'))).toBe(
      /no-such-package/.test(reason.source),
    )
  })

  const fetching = `error: Request failed after 3 retries in 10.1s
  cause: Failed to download https://github.com/astral-sh/python-build-standalone/releases/x.tar.gz`
  it.each([
    [
      'without a network',
      '3.99',
      'venv',
      fetching,
      /asks for Python 3\.99 \(python_version\), and/,
    ],
    [
      'that may not download',
      '3.99',
      'venv',
      'error: No interpreter found for Python 3.99',
      /3\.99/,
    ],
    ['offline', '3.99', 'venv', 'error: Network connectivity is disabled', /asks for Python 3\.99/],
    [
      'that reads another version in the project',
      undefined,
      'sync',
      fetching,
      /asks for another Python than this server has/,
    ],
  ])('S7 a Python that uv cannot fetch: %s', async (_name, python_version, step, said, reason) => {
    const folder = path.join(bench.folder, 'bin')
    await mkdir(folder)
    // As uv does: the environment is made but for the step that fails.
    const uv = `#!/bin/sh
if [ "$1" = ${step} ]; then printf '%s\n' '${said}' >&2; exit 2; fi
for last; do :; done
exec ${python} -m venv --without-pip "$last"
`
    await writeFile(path.join(folder, 'uv'), uv, { mode: 0o755 })
    await writeFile(path.join(folder, 'python3'), `#!/bin/sh\nexec ${python} "$@"\n`, {
      mode: 0o755,
    })
    process.env.PATH = `${folder}:/usr/bin:/bin`
    const { revision } = await deployed(
      project({ python_version, source: { kind: 'uv' }, dependencies: undefined }),
    )
    expect(revision.status).toBe('BUILD_FAILED')
    expect(revision.status_reason).toMatch(reason)
    expect(revision.status_reason).toMatch(/this server has \(?3\.\d+\.\d+ \(/)
    expect(revision.status_reason).toMatch(/uv could not fetch it: error: .*or install it/)
  })

  it('no Python', async () => {
    const folder = path.join(bench.folder, 'bin')
    await mkdir(folder)
    for (const name of ['sh', 'git']) {
      const file = `#!/bin/sh\nPATH=${before.PATH}\nexec ${name} "$@"\n`
      await writeFile(path.join(folder, name), file, { mode: 0o755 })
    }
    const { execPath } = process
    let revision: Revision
    try {
      process.env.PATH = folder
      process.env.HOME = bench.folder
      // The folder of Node itself is searched too, and may hold one.
      process.execPath = path.join(folder, 'node')
      revision = (await deployed(project())).revision
    } finally {
      process.execPath = execPath
    }
    expect(revision.status).toBe('BUILD_FAILED')
    expect(revision.status_reason).toMatch(
      /written in Python, and this server has none.*Install it/,
    )
  })
})

it('keys without effect are named in the log', async () => {
  const { log } = await deployed(
    project({ python_version: '3.99', dockerfile_lines: ['RUN apt-get'], node_version: '20' }),
  )
  const said = log.join('\n')
  for (const name of ['dockerfile_lines', 'node_version']) {
    expect(said).toContain(`“${name}” has no effect`)
  }
})

it('what installs a project is ended when its rollout is stopped', async () => {
  const noted = path.join(bench.folder, 'noted')
  const setup = `import os, time
open(${JSON.stringify(noted)}, "w").write(str(os.getpid()))
time.sleep(600)
`
  const files = project({}, { 'setup.py': setup })
  const repository = await makeRepository(path.join(bench.folder, 'repository'), files)
  const deployment = await createDeployment(bench, repository.folder)
  await expect.poll(() => readFile(noted, 'utf8').catch(() => '')).toMatch(/^\d+$/)
  const pid = Number(await readFile(noted, 'utf8'))
  await bench.send('DELETE', `/v2/deployments/${deployment.id}`)
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
