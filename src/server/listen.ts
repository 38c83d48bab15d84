import type { Server } from 'node:http'
import os from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { StartError } from './start-error.ts'

/** Open requests get this long to end before their connections are cut. */
const drainLimitMs = 5_000

type FetchHandler = (request: Request, env: object) => Promise<Response> | Response

/** A port that is bound, before there is anything to answer with. */
export interface Listener {
  port: number
  /** How this process reaches itself, without a slash at its end. */
  ownOrigin: string
  /** From now on requests are answered; before, they get 503. */
  answerWith(handler: FetchHandler): void
  /** From now on new requests get 503, and connections are closed as they become idle. */
  drain(): void
  /** Resolves when every request has ended, or was cut off. */
  close(): Promise<void>
}

/** Binds the port. Throws a StartError that says what to do when it cannot. */
export async function listen(options: { port: number; host: string }): Promise<Listener> {
  const { port, host } = options
  let handler: FetchHandler | null = null
  let isDraining = false
  const server = createAdaptorServer({
    fetch: (request, env) => {
      if (handler && !isDraining) return handler(request, env)
      const detail = isDraining ? 'The server is stopping.' : 'The server is starting.'
      return Response.json(
        { detail },
        { status: 503, headers: { connection: 'close', 'retry-after': '1' } },
      )
    },
    overrideGlobalObjects: false,
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new StartError(reasonOf(error, port, host), { cause: error }))
    })
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : port
  let closed: Promise<void> | undefined
  const startClosing = () => {
    closed ??= new Promise((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
  }

  return {
    port: bound,
    ownOrigin: `http://${urlHost(wildcards[host] ?? host)}:${bound}`,
    answerWith(next) {
      handler = next
    },
    drain() {
      isDraining = true
      startClosing()
    },
    async close() {
      startClosing()
      const limit = setTimeout(() => server.closeAllConnections(), drainLimitMs)
      await closed
      clearTimeout(limit)
    },
  }
}

const wildcards: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** How others reach the server, when nothing else was said: by the machine's name on a wildcard. */
export function defaultPublicOrigin(host: string, port: number): string {
  return `http://${urlHost(host in wildcards ? os.hostname() : host)}:${port}`
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function reasonOf(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program. Stop that one, or choose another port with --port.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose one above 1023 with --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with --host.`
    default:
      return `The server cannot listen on port ${port} of ${host} (${error.message}).`
  }
}
