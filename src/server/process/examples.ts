import { execFile } from 'node:child_process'
import { access, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { DeploymentCreateRequest } from '../../contract/control-plane/deployments.ts'
import type { PythonExamples } from '../../contract/gateway/examples.ts'
import { machineEnvironment } from '../machine-environment.ts'
import type { DataDir } from './data-dir.ts'

const run = promisify(execFile)
/** Same layout as in the package: the examples read the documentation beside them. */
const parts = ['README.md', 'docs', 'examples', 'examples-python']

/**
 * Deploys the package's examples, once in the life of a data directory and through the same API as
 * everybody: a git repository is made of them and posted to the control plane. Answers a sentence
 * for the person who started the server when that was not possible, else null.
 */
export async function deployExamples(options: {
  dataDir: DataDir
  packageFolder: string
  baseUrl: string
  apiKey: string
  /** Is called once they are deployed, the first time. */
  onDeployed: () => Promise<void>
}): Promise<string | null> {
  const { dataDir, packageFolder, baseUrl, apiKey, onDeployed } = options
  const marker = path.join(dataDir.root, 'examples-deployed')
  if (await exists(marker)) return null
  try {
    await makeRepository(packageFolder, dataDir.examplesRepository)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isMissing
      ? 'git is not installed, so the examples were not deployed and nothing else can be. Install git and start again.'
      : `The examples were not deployed: no git repository could be made of them (${(error as Error).message.trim()}).`
  }
  const response = await fetch(`${baseUrl}/v2/deployments`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(examplesRequest(dataDir)),
  })
  // 409: a database that was in use before has a deployment of that name.
  if (!response.ok && response.status !== 409) {
    return `The examples were not deployed: ${await response.text()}`
  }
  await onDeployed()
  await writeFile(marker, `${new Date().toISOString()}\n`)
  return null
}

/**
 * Deploys the examples in Python as well, where this machine can install them; meant for a first start, in the
 * background. Answers a sentence where it cannot, which the console's page for new deployments tells as well.
 */
export async function deployPythonExamples(options: {
  baseUrl: string
  apiKey: string
  signal: AbortSignal
}): Promise<string | null> {
  const { baseUrl, apiKey, signal } = options
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const asked = await fetch(`${baseUrl}/v2/examples/python`, { headers, signal })
  const told = (await asked.json()) as PythonExamples
  if (!asked.ok) return `The examples in Python were not deployed: ${JSON.stringify(told)}`
  if (!told.request || told.deployment_id) return null
  if (told.problem) return `The examples in Python were not deployed: ${told.problem}`
  const response = await fetch(`${baseUrl}/v2/deployments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(told.request),
    signal,
  })
  return response.ok ? null : `The examples in Python were not deployed: ${await response.text()}`
}

/** The request that deploys the repository that was made of the examples. */
export function examplesRequest(
  dataDir: DataDir,
  name: 'examples' | 'examples-python' = 'examples',
): DeploymentCreateRequest {
  return {
    name,
    source: 'github',
    source_config: { repo_url: dataDir.examplesRepository, deployment_type: 'dev' },
    source_revision_config: {
      repo_ref: 'main',
      langgraph_config_path: `${name}/langgraph.json`,
    },
    secrets: [],
  }
}

async function makeRepository(packageFolder: string, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of parts) {
    const source = path.join(packageFolder, part)
    if (await exists(source)) await cp(source, path.join(folder, part), { recursive: true })
  }
  // Neither the user's configuration nor their templates may change what is made.
  const env = {
    PATH: '',
    ...machineEnvironment((name) => name === 'PATH'),
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_TEMPLATE_DIR: '',
  }
  const identity = ['-c', 'user.name=Quarterdeck', '-c', 'user.email=quarterdeck@localhost']
  const git = (...args: string[]) => run('git', [...identity, ...args], { cwd: folder, env })
  await git('-c', 'init.defaultBranch=main', 'init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '--no-verify', '--message', 'The examples of Quarterdeck')
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
