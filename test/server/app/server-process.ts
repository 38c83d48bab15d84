import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ensureServerBuilt } from '../../../src/cli/building/built-server.mjs'
import { checkoutRoot } from '../../../src/cli/checkout.mjs'
import { SHORT_LIVED } from '../../helpers/short-lived.ts'

const entry = path.join(import.meta.dirname, 'api-server.mjs')

/** The server in a process of its own, as the command line runs it. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  readonly apiKey: string
  /** Everything it printed so far. */
  output(): string
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** Sends the signal, unless it has ended, and answers how the process ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

interface ProcessOptions {
  env?: Record<string, string>
  port?: number
  host?: string
  /** Kills it at once where it aborts, while it starts too. */
  signal?: AbortSignal
  /** Whom it runs as; the user of the tests when absent. */
  uid?: number
  gid?: number
}

/** Resolves when it prints its address; rejects with what it printed when it ends before. */
export async function startProcess(
  dataDir: string,
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  // Here, and not in the process: it may be of a user who may write nothing.
  await ensureServerBuilt(checkoutRoot)
  const settings = { port: options.port ?? 0, host: options.host ?? '127.0.0.1', dataDir }
  const child = spawn(process.execPath, [...SHORT_LIVED, entry, JSON.stringify(settings)], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: '',
      QUARTERDECK_PYTHON_EXAMPLES: 'false',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        const address = /is ready: open (http:\S+)/.exec(printed)?.[1]
        if (address) resolve(address)
      })
    }
    // One that is killed has ended once it is closed.
    child.on('error', (error) => error.name !== 'AbortError' && reject(error))
    child.once('close', (code) => reject(new Error(`${printed.trim()} (exit code ${code})`)))
  })
  const apiKey = (await readFile(path.join(dataDir, 'api-key'), 'utf8')).trim()
  return {
    child,
    url,
    apiKey,
    output: () => printed,
    call: (method, target, body) =>
      fetch(url + target, {
        method,
        headers: { 'x-api-key': apiKey },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async end(signal) {
      const { exitCode: code, signalCode: killer } = child
      if (code !== null || killer !== null) return { code, signal: killer }
      const ended = once(child, 'close')
      child.kill(signal)
      const [exitCode, signalCode] = await ended
      return { code: exitCode, signal: signalCode }
    },
  }
}
