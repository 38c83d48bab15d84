import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { copyNewDatabase } from '../helpers/new-database.ts'
import { SHORT_LIVED } from '../helpers/short-lived.ts'

const commandLine = fileURLToPath(new URL('../../src/cli/quarterdeck.mjs', import.meta.url))
const guard = new URL('./only-this-machine.mjs', import.meta.url).href

/**
 * The whole product as a user starts it: the command line, a data directory of its own with a new
 * database, a free port.
 * It can reach nothing but this machine. `settings` are environment variables of the product.
 */
export async function startConsole(
  more: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarterdeck-e2e-'))
  await copyNewDatabase(join(dataDir, 'db'))
  // Whose sign-in it is about says so; every other test is of whoever uses the machine.
  const isGuarded =
    more.includes('--config') ||
    Object.keys(settings).some((name) => /_(PASSWORD|OIDC_ISSUER|AUTH)$/.test(name))
  const outsideCalls = join(dataDir, 'outside-calls')
  const launch = (port: string) =>
    spawn(
      process.execPath,
      [
        ...SHORT_LIVED,
        '--import',
        guard,
        commandLine,
        'start',
        '--port',
        port,
        '--data',
        dataDir,
        ...more,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          QUARTERDECK_OUTSIDE_CALLS: outsideCalls,
          QUARTERDECK_LOG_LEVEL: 'warn',
          // Their packages would be installed while pages are looked at.
          QUARTERDECK_PYTHON_EXAMPLES: 'false',
          ...(isGuarded ? {} : { QUARTERDECK_AUTH: 'false' }),
          ...settings,
        },
      },
    )
  let child = launch('0')
  const url = await addressOf(child)
  const apiKey = readFileSync(join(dataDir, 'api-key'), 'utf8').trim()
  return {
    url,
    apiKey,
    /** Calls the local stack as a script would. */
    async api<Answer>(path: string, init: { method?: string; body?: unknown } = {}) {
      const response = await fetch(`${url}${path}`, {
        method: init.method ?? 'GET',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
      })
      const text = await response.text()
      return { status: response.status, body: (text ? JSON.parse(text) : null) as Answer }
    },
    /** What the server tried to reach outside of this machine. */
    outsideCalls: () => (existsSync(outsideCalls) ? readFileSync(outsideCalls, 'utf8') : ''),
    /** kill -9; resolves when the process is gone. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    /** After `kill`: at the same address, on the same data. */
    async startAgain(): Promise<void> {
      child = launch(new URL(url).port)
      await addressOf(child)
    },
    /** Ends it as an operator would, and answers its exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}
export type ConsoleServer = Awaited<ReturnType<typeof startConsole>>

/** The first address that the server prints; rejects when it ends before. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server was started without an output to read.')
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with exit code ${code}.`)))
    lines.on('line', (line) => {
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
      if (address) resolve(address)
    })
  })
}
