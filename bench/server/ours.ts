import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { endTree, printed } from './processes.ts'
import type { Subject } from './subject.ts'

const run = promisify(execFile)

/**
 * Starts our server with everything on that it has by default, and deploys the project through its
 * control plane. `databaseUrl` null is the embedded database. It runs from the sources through the
 * same loader as the package does.
 */
export async function startOurs(
  name: string,
  project: string,
  databaseUrl: string | null,
  isolation: 'auto' | 'none' = 'auto',
): Promise<Subject> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-bench-server-'))
  const child = fork(
    fileURLToPath(new URL('./our-process.ts', import.meta.url)),
    [path.join(folder, 'data')],
    {
      execArgv: ['--import', 'tsx'],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        // How packages of Python projects are found.
        ...Object.fromEntries(
          Object.entries(process.env).filter(([name]) => /^(PIP|UV)_/.test(name)),
        ),
        QUARTERDECK_ISOLATION: isolation,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  const output = printed(child)
  const stop = async () => {
    await endTree(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const ended = once(child, 'exit').then(() => {
      throw new Error(`Our server did not start:\n${output()}`)
    })
    const [started] = (await Promise.race([once(child, 'message'), ended])) as [
      { url: string; apiKey: string },
    ]
    const headers = { 'x-api-key': started.apiKey, 'content-type': 'application/json' }
    const repository = await makeRepository(project, path.join(folder, 'project'))
    await deploy(`${started.url}/api-host/v2/deployments`, headers, repository)
    return { name, url: `${started.url}/agents/bench`, headers, pid: child.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makeRepository(project: string, folder: string): Promise<string> {
  await cp(project, folder, { recursive: true })
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@localhost']
  const git = (...args: string[]) => run('git', [...identity, ...args], { cwd: folder })
  await git('init', '--quiet', '--initial-branch=main')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Graphs')
  return folder
}

async function deploy(url: string, headers: Record<string, string>, repository: string) {
  const ask = async (address: string, body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(address, { headers, ...init })
    const text = await response.text()
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`)
    return JSON.parse(text) as Record<string, string>
  }
  const { id, latest_revision_id } = await ask(url, {
    name: 'bench',
    source: 'github',
    source_config: { repo_url: repository },
    source_revision_config: { repo_ref: 'main', langgraph_config_path: 'langgraph.json' },
    secrets: [],
  })
  for (;;) {
    const { status = '', status_message } = await ask(
      `${url}/${id}/revisions/${latest_revision_id}`,
    )
    if (status === 'DEPLOYED') return
    if (/FAILED|INTERRUPTED/.test(status)) throw new Error(`${status}: ${status_message}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
