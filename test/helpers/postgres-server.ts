import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { missingText, type SystemPackage } from './system-package.ts'

/** A PostgreSQL server for tests: a cluster in a temporary folder, on a free port. */
export interface PostgresServer {
  /** The address of its first database, which holds nothing. */
  url: string
  stop(): Promise<void>
}

export const POSTGRES: SystemPackage = {
  name: 'postgresql',
  what: 'a PostgreSQL server',
  isThere: () => findBinaries() !== null,
}

const run = promisify(execFile)
const binFolders = '/usr/lib/postgresql'
/** A server that ends with whoever started it, however that one ends. */
const untilInputEnds = '"$@" & server=$!; read -r _; kill -QUIT "$server"; wait "$server"'
const readyLine = 'database system is ready to accept connections'

/** Starts a PostgreSQL server from Debian's package. Rejects with a sentence where there is none. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const bin = findBinaries()
  if (bin === null) throw new Error(missingText(POSTGRES))
  const owner = await unprivilegedUser()
  const folder = await mkdtemp(path.join(tmpdir(), 'quarterdeck-postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  const asOwner = { cwd: folder, ...owner }
  await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    asOwner,
  )
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'fsync=off',
    'max_connections=200',
  ]
  const server = [path.join(bin, 'postgres'), '-D', data]
  const child = spawn(
    'sh',
    ['-c', untilInputEnds, 'sh', ...server, ...settings.flatMap((setting) => ['-c', setting])],
    { ...asOwner, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  await ready(child)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await new Promise<void>((resolve) => {
        if (child.exitCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.stdin.end()
      })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of the newest installed version, or null. */
function findBinaries(): string | null {
  const versions = existsSync(binFolders) ? readdirSync(binFolders) : []
  const newest = versions.map(Number).sort((a, b) => b - a)[0]
  return newest === undefined ? null : path.join(binFolders, String(newest), 'bin')
}

/** PostgreSQL refuses to work as root: then it runs as Debian's user for it, or as nobody. */
async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('There is no user postgres or nobody to run the PostgreSQL server as.')
}

/** Where no system takes the ports from that it gives out itself: those are soon somebody else's. */
const ports = { first: 10_240, count: 20_000 }

/** A free port, which hardly anybody else picks before the server has it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + randomInt(ports.count)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Kept only until it is up: later lines are those of the tests' own failures.
      if (said.includes(readyLine)) return
      said += text
      if (said.includes(readyLine)) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      reject(new Error(`The PostgreSQL server ended with code ${code}: ${said}`)),
    )
  })
}
