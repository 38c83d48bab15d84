import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { StartError } from '../start-error.ts'

/** How long a holder may take to tell who it is; a stopped process (SIGSTOP) never answers. */
const answerLimitMs = 5_000

/**
 * Keeps a second process out of a data directory for as long as this one lives. The lock is a
 * listening local socket, which the system takes away with the process, however that ends: an
 * abstract socket on Linux, a named pipe on Windows, a socket file elsewhere. Whoever connects is
 * told the holder's process id.
 *
 * `root` is the real path of the directory. Throws a StartError when another process holds it.
 */
export async function lockDataDir(root: string): Promise<{ release(): Promise<void> }> {
  const address = addressOf(root)
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`${process.pid}\n`)
  })
  try {
    await listen(server, address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const holder = await askHolder(address)
    if (holder !== 'nobody') throw inUse(root, holder)
    // A socket file that outlived its process.
    await unlink(address).catch(() => undefined)
    await listen(server, address).catch(() => {
      throw inUse(root, null)
    })
  }
  server.unref()
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function inUse(root: string, pid: string | null): StartError {
  const who = pid ? `process ${pid}` : 'another process'
  return new StartError(
    `The data directory ${root} is in use by ${who}. Stop that one, or choose another directory with --data.`,
  )
}

function addressOf(root: string): string {
  const name = `quarterdeck-${createHash('sha256').update(root).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return path.join(os.tmpdir(), `${name}.sock`)
}

function listen(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** The holder's process id, null when it does not tell, or `nobody` when nobody listens. */
function askHolder(address: string): Promise<string | null | 'nobody'> {
  return new Promise((resolve) => {
    const socket = net.connect(address)
    let answer = ''
    const finish = (holder: string | null) => {
      socket.destroy()
      resolve(holder)
    }
    socket.setTimeout(answerLimitMs, () => finish(null))
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.on('end', () => finish(/^\d+$/.test(answer.trim()) ? answer.trim() : null))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '') ? 'nobody' : null),
    )
  })
}
