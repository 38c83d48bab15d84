import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { endTree, printed } from './processes.ts'
import type { Subject } from './subject.ts'

const run = promisify(execFile)
const folder = path.resolve(
  import.meta.dirname,
  '../../node_modules/.cache/quarterdeck/bench/vendor',
)
const installLimitMs = 5 * 60_000
const startLimitMs = 60_000

/** The graph library is the version that we ship; the client is pinned since npm finds no end otherwise. */
const manifest = `${JSON.stringify({
  private: true,
  type: 'module',
  dependencies: {
    '@langchain/core': '1.2.13',
    '@langchain/langgraph': '1.4.18',
    '@langchain/langgraph-api': '1.5.1',
    '@langchain/langgraph-cli': '1.5.1',
    '@langchain/langgraph-sdk': '1.12.4',
    typescript: '^5.9.3',
  },
})}\n`

/** Installs the vendor's in-memory server into the cache, once for each set of versions. */
export async function installVendor(): Promise<void> {
  const marker = path.join(folder, 'installed')
  if ((await readFile(marker, 'utf8').catch(() => '')) === manifest) return
  console.log('Installing the vendor’s server (about 190 packages)…')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), manifest)
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', args, { cwd: folder, timeout: installLimitMs })
  await writeFile(marker, manifest)
}

/** Starts it in memory, without reloading, analytics or tracing: nothing leaves the machine. */
export async function startVendor(name: string, project: string): Promise<Subject> {
  const copy = path.join(folder, 'project')
  await rm(copy, { recursive: true, force: true })
  await cp(project, copy, { recursive: true })
  const port = await freePort()
  const cli = path.join(folder, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs')
  const options = ['--no-browser', '--no-reload', '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(process.execPath, [cli, 'dev', ...options], {
    cwd: copy,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      LANGGRAPH_CLI_NO_ANALYTICS: '1',
      LANGSMITH_TRACING: 'false',
      BROWSER: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = printed(child)
  const stop = () => endTree(child)
  const url = `http://127.0.0.1:${port}`
  const limit = performance.now() + startLimitMs
  while (!(await isUp(url))) {
    if (child.exitCode !== null || performance.now() > limit) {
      await stop()
      throw new Error(`The vendor's server did not start:\n${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const headers = { 'content-type': 'application/json' }
  return { name, url, headers, pid: child.pid ?? 0, stop }
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/ok`).catch(() => null)
  return response?.ok ?? false
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
