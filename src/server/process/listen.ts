import http, { type Server } from 'node:http'
import os from 'node:os'
import { createAdaptorServer } from '@hono/node-server'
import { getLiveness } from '../../contract/gateway/health.ts'
import { waitingAnswer } from '../http/waiting-answer.ts'
import { withWebSockets } from '../http/web-sockets.ts'
import { StartError } from '../start-error.ts'

/** Open requests get this long to end before their connections are cut. */
const drainLimitMs = 5_000

type FetchHandler = (request: Request, env: object) => Promise<Response> | Response

/** A port that is bound, before there is anything to answer with. */
export interface BoundPort {
  port: number
  /** How this process reaches itself, without a slash at its end. */
  ownUrl: string
  /** From now on requests are answered; before, they get 503. */
  answerWith(handler: FetchHandler): void
  /** From now on new requests get 503, and connections are closed as they become idle. */
  drain(): void
  /** Resolves when every request has ended, or was cut off. */
  close(): Promise<void>
}

/** Slow clients may take this long for the headers of a request, and for all of it. */
const slowClients = {
  headersTimeout: 20_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
}

/**
 * A connection without a request is kept for so long: longer than proxies and clients keep theirs, which is a minute as a
 * rule. Whoever sends one more request while the other end closes would lose it, and a proxy would tell a 502.
 */
const keepAliveTimeout = 75_000

/**
 * Binds the port. Throws a StartError that says what to do when it cannot. `basePath`, as
 * `/quarterdeck`, is taken off every path before anybody sees it; paths without it get 404.
 * `/healthz` is answered by `liveness`, from the first moment to the last.
 */
export async function listen(options: {
  port: number
  host: string
  basePath?: string | undefined
  liveness: FetchHandler
  /** Instead of the times that slow clients are given. */
  slowClients?: Partial<typeof slowClients> | undefined
}): Promise<BoundPort> {
  const { port, host, basePath = '' } = options
  let handler: FetchHandler | null = null
  let isDraining = false
  const sockets = withWebSockets(basePath, (request, env) => {
    if (isLiveness(request)) return options.liveness(request, env)
    if (handler && !isDraining) return handler(request, env)
    return waitingAnswer(request, isDraining)
  })
  const server = createAdaptorServer({
    ...sockets.options,
    overrideGlobalObjects: false,
    serverOptions: {
      ...sockets.options.serverOptions,
      keepAliveTimeout,
      ...slowClients,
      ...options.slowClients,
    },
    createServer: ((serverOptions: http.ServerOptions, listener: http.RequestListener) =>
      http.createServer(serverOptions, belowBase(basePath, listener))) as typeof http.createServer,
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
    ownUrl: `http://${urlHost(wildcards[host] ?? host)}:${bound}${basePath}`,
    answerWith(next) {
      handler = next
    },
    drain() {
      isDraining = true
      startClosing()
    },
    async close() {
      startClosing()
      const limit = setTimeout(() => {
        server.closeAllConnections()
        sockets.cutAll()
      }, drainLimitMs)
      await closed
      clearTimeout(limit)
    },
  }
}

function isLiveness(request: Request): boolean {
  return request.method === 'GET' && new URL(request.url).pathname === getLiveness.path
}

/** Hands requests on with the base path taken off; whoever leaves out its last slash is sent there. */
function belowBase(basePath: string, listener: http.RequestListener): http.RequestListener {
  if (basePath === '') return listener
  return (request, response) => {
    const url = request.url ?? '/'
    if (url.startsWith(`${basePath}/`)) {
      request.url = url.slice(basePath.length)
      listener(request, response)
    } else if (url === basePath || url === '/') {
      response.writeHead(308, { location: `${basePath}/` }).end()
    } else {
      response
        .writeHead(404, { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' })
        .end(JSON.stringify({ detail: `Everything of this server is below ${basePath}/.` }))
    }
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
