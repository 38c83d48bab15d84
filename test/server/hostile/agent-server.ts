import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Run } from '../../../src/contract/agent-server/runs.ts'
import type { Deployment } from '../../../src/contract/control-plane/deployments.ts'
import { isSettled, type Revision } from '../../../src/contract/control-plane/revisions.ts'
import type { Targets } from '../../fixtures/hostile/ways.ts'
import { agentProject, makeRepository } from '../../helpers/git.ts'
import { minutes } from '../../helpers/patience.ts'
import { type ServerProcess, startProcess } from '../app/server-process.ts'
import { hostileProject } from './hostile-project.ts'

const packageFolder = path.resolve(import.meta.dirname, '../../..')
const fixtures = path.join(packageFolder, 'test/fixtures')
const marker = 'marker-that-no-agent-may-see-0123456789'
const limitMs = minutes(1)
const execute = promisify(execFile)

/** A server of its own with a bystander and the hostile agent deployed, and things to be reached around it. */
export interface HostedHarm {
  server: ServerProcess
  targets: Targets
  /** Runs the hostile agent and answers how that ended, with what it answered. */
  act(act: string, more?: object): Promise<{ run: Run; result: unknown }>
  call<Answer>(method: string, at: string, body?: unknown): Promise<Answer>
  /** What the rollouts of the hostile agent said. */
  buildLog(): Promise<string>
  close(): Promise<void>
}

/**
 * Starts it by the command line, as root or as another user.
 * @param uid null for the user of the tests
 */
export async function hostHarm(
  uid: number | null,
  env: Record<string, string>,
): Promise<HostedHarm> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-harm-'))
  const dataDir = path.join(folder, 'data')
  const passwordFile = path.join(folder, 'password')
  await writeFile(passwordFile, marker, { mode: 0o600 })
  const shared = `/dev/shm/quarterdeck-${path.basename(folder)}`
  await writeFile(shared, marker, { mode: 0o600 })
  const socket = path.join(folder, 'socket')
  const listener = createServer().listen(socket)
  await makeRepository(path.join(folder, 'bystander'), agentProject('here'))
  const project = hostileProject(packageFolder)
  const hostile = await makeRepository(path.join(folder, 'hostile'), {
    'langgraph.json': JSON.stringify(project.settings),
  })
  for (const [from, to] of project.files) {
    await cp(path.join(fixtures, from), path.join(hostile.folder, to), { recursive: true })
  }
  const wheels = path.join(folder, 'wheels')
  const fromWheels = { PIP_NO_INDEX: '1', PIP_FIND_LINKS: wheels }
  if (project.wheels) await cp(project.wheels, wheels, { recursive: true })
  await chmod(folder, 0o755)
  const ownAll = async () => {
    if (uid === null) return
    await execute('chown', ['-R', '-h', `${uid}:${uid}`, folder, shared])
  }
  await ownAll()
  if (uid !== null) await chmod(socket, 0o777)
  const as = uid === null ? {} : { uid, gid: uid }
  const victim: ChildProcess = spawn('sleep', ['1000'], { ...as, stdio: 'ignore', env: { marker } })
  const server = await startProcess(dataDir, {
    env: {
      QUARTERDECK_EXAMPLES: 'false',
      QUARTERDECK_SECRET_KEY: marker,
      QUARTERDECK_PASSWORD_FILE: passwordFile,
      QUARTERDECK_REPOSITORIES: 'any',
      QUARTERDECK_AGENT_MEMORY_PERCENT: '5',
      QUARTERDECK_AGENT_PROCESSES: '150',
      ...(project.wheels ? { ...fromWheels, QUARTERDECK_AGENT_FOLDERS: wheels } : {}),
      ...env,
    },
    ...as,
  })
  const call = async <Answer>(method: string, at: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(server.url + at, {
      method,
      headers: { 'x-api-key': server.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.ok) return (await response.json()) as Answer
    throw new Error(`${method} ${at} answered ${response.status}: ${await response.text()}`)
  }
  const close = async () => {
    await server.end('SIGKILL')
    victim.kill('SIGKILL')
    listener.close()
    await rm(shared, { force: true })
    await rm(folder, { recursive: true, force: true })
  }
  const deploy = async (name: string, build_command: string | null) => {
    const made = await call<Deployment>('POST', '/api-host/v2/deployments', {
      name,
      source: 'github',
      source_config: { repo_url: path.join(folder, name), build_command },
      source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
      secrets: [],
    })
    const at = `/api-host/v2/deployments/${made.id}/revisions/${made.latest_revision_id}`
    const until = Date.now() + limitMs
    for (;;) {
      const revision = await call<Revision>('GET', at)
      if (revision.status === 'DEPLOYED') return made
      if (isSettled(revision) || Date.now() > until) {
        const said = JSON.stringify(await call('GET', `${at}/logs?type=build`))
        // Whoever asked for it has nothing to close.
        await close()
        throw new Error(`${name}: ${revision.status} ${revision.status_message} ${said}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await deploy('bystander', null)
  const builds = path.join(dataDir, 'builds')
  const [other = ''] = await readdir(builds)
  const targets: Targets = {
    dataDir,
    serverPid: server.child.pid ?? 0,
    serverUrl: server.url,
    victimPids: [victim.pid ?? 0, process.pid],
    files: [passwordFile, path.join(folder, 'bystander/agent.ts')],
    otherBuild: path.join(builds, other),
    socket,
    marker,
    packageFolder,
  }
  if (uid !== null) await execute('chown', ['-R', '0:0', hostile.folder])
  await hostile.commit({ 'hostile/targets.json': JSON.stringify(targets) })
  await ownAll()
  const deployment = await deploy('hostile', project.buildCommand)
  return {
    server,
    targets,
    call,
    async act(act, more = {}) {
      const body = { assistant_id: 'agent', input: { act, targets: { ...targets, ...more } } }
      const thread = await call<{ thread_id: string }>('POST', '/agents/hostile/threads', {})
      const at = `/agents/hostile/threads/${thread.thread_id}`
      const made = await call<Run>('POST', `${at}/runs`, body)
      await call('GET', `${at}/runs/${made.run_id}/join`).catch(() => undefined)
      const run = await call<Run>('GET', `${at}/runs/${made.run_id}`)
      if (run.status !== 'success') return { run, result: undefined }
      const state = await call<{ values: { result?: unknown } }>('GET', `${at}/state`)
      return { run, result: state.values.result }
    },
    async buildLog() {
      const at = `/api-host/v2/deployments/${deployment.id}/revisions/${deployment.latest_revision_id}`
      return JSON.stringify(await call('GET', `${at}/logs?type=build`))
    },
    close,
  }
}
