import { spawn } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import { ensureInstalled } from '../../src/cli/install.mjs'
import { endTree, printed } from './processes.ts'
import type { Subject } from './subject.ts'

const versions = path.join(import.meta.dirname, 'vendor-server')
const folder = path.join(checkoutRoot, 'node_modules/.cache/quarterdeck/vendor-server')
const startLimitMs = 60_000

/**
 * Installs the vendor's in-memory server into the cache, once for each lock file: the graph library is
 * the version that we ship, and each of its 190 packages is the one whose hash is written down.
 */
export async function installVendor(): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) {
    await copyFile(path.join(versions, name), path.join(folder, name))
  }
  await copyFile(path.join(checkoutRoot, '.npmrc'), path.join(folder, '.npmrc'))
  await ensureInstalled(folder)
}

/** Starts it in memory, without reloading, analytics or tracing: nothing leaves the machine. */
export async function startVendor(
  name: string,
  project: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Subject> {
  const cli = path.join(folder, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs')
  const how = { cache: folder, command: process.execPath, args: [cli, 'dev'], env }
  return startVendorProcess(name, project, how)
}

/** The same of either language, in a copy of the project: it writes into it. */
export async function startVendorProcess(
  name: string,
  project: string,
  how: { cache: string; command: string; args: string[]; env: Readonly<Record<string, string>> },
): Promise<Subject> {
  const copy = await mkdtemp(path.join(how.cache, 'project-'))
  await cp(project, copy, { recursive: true })
  const port = await freePort()
  const options = ['--no-browser', '--no-reload', '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(how.command, [...how.args, ...options], {
    cwd: copy,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: how.cache,
      ...how.env,
      LANGGRAPH_CLI_NO_ANALYTICS: '1',
      LANGSMITH_TRACING: 'false',
      BROWSER: 'none',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = printed(child)
  const stop = async () => {
    await endTree(child)
    await rm(copy, { recursive: true, force: true })
  }
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
