import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createAgentServer } from './agent-server/agent-server.ts'
import { createApp } from './app.ts'
import { type ControlPlane, createControlPlane } from './control-plane/control-plane.ts'
import { type DataDir, openDataDir, readOrMakeSecret } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database } from './db/database.ts'
import { deployExamples } from './examples.ts'
import { localConnection } from './gateway/connections.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { defaultPublicOrigin, type Listener, listen } from './listen.ts'
import { openDatabase } from './open-database.ts'
import { isLoopback } from './request-guards.ts'
import { secretBox } from './secret-box.ts'
import { StartError } from './start-error.ts'
import { createTracing } from './tracing/tracing.ts'

export interface ServerOptions {
  /** 0 for any free one. */
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL server instead of the embedded database. */
  databaseUrl?: string | null
  /** What secrets are encrypted with, instead of the data directory's own key. */
  secretKey?: string | null
  /** Operators sign in with it. Required where others than this machine can reach the server. */
  password?: string | null
  /** How browsers and clients reach the server, where that is not its own address. */
  publicUrl?: string | null
  /** Deploys the package's examples on the first start; true when absent. */
  hasExamples?: boolean
  /** How often the repositories of `build_on_push` deployments are asked; 15 s when absent. */
  pushPollMs?: number
  /** Opens another database than the options name; it must be migrated. */
  openDatabase?: () => Promise<Database>
}

export interface RunningServer {
  /** How to open it in a browser, without a slash at its end. */
  url: string
  apiKey: string
  /** What the person who started it should know, in sentences. */
  notices: string[]
  /** Drains: streams end, runs and rollouts are handed back, the database is closed. */
  close(): Promise<void>
}

const packageFolder = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Starts everything on one port and resolves when it answers. What served before is started again
 * in the background. Throws a StartError with a sentence for people; nothing is left behind then.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkOptions(options)
  const dataDir = await openDataDir(options.dataDir)
  const parts: Parts = { lock: await lockDataDir(dataDir.root) }
  try {
    return await startParts(options, dataDir, parts)
  } catch (error) {
    await stopParts(parts)
    throw error
  }
}

/** What is running, in the course of a start. */
interface Parts {
  lock: { release(): Promise<void> }
  listener?: Listener
  database?: Database
  agentServer?: ReturnType<typeof createAgentServer>
  controlPlane?: ControlPlane
  gateway?: Gateway
}

async function startParts(
  options: ServerOptions,
  dataDir: DataDir,
  parts: Parts,
): Promise<RunningServer> {
  const listener = await listen(options)
  parts.listener = listener
  const apiKey = await readOrMakeSecret(dataDir, 'api-key', 'qd_')
  const database = options.openDatabase
    ? await options.openDatabase()
    : await openDatabase({ url: options.databaseUrl ?? null, folder: dataDir.database })
  parts.database = database

  const now = () => new Date()
  const publicOrigin = options.publicUrl
    ? new URL(options.publicUrl).origin
    : defaultPublicOrigin(options.host, listener.port)
  const box = secretBox(options.secretKey ?? (await readOrMakeSecret(dataDir, 'secret.key')))
  const common = { database, secretBox: box, apiKey, now, report }
  const tracing = createTracing({ ...common, tracingUrl: publicOrigin })
  const agentServer = createAgentServer({
    database,
    now,
    apiKey,
    report,
    issueFeedbackUrls: tracing.issueFeedbackUrls,
  })
  parts.agentServer = agentServer
  const controlPlane = await createControlPlane({
    ...common,
    host: agentServer.host,
    folders: { builds: dataDir.builds, packageCache: dataDir.packageCache },
    agentUrl: (name) => `${publicOrigin}/agents/${name}`,
    pushPollMs: options.pushPollMs ?? 15_000,
  })
  parts.controlPlane = controlPlane
  const gateway = createGateway({
    connections: [localConnection({ publicOrigin, ownOrigin: listener.ownOrigin, key: apiKey })],
    password: options.password ?? null,
    isSecure: publicOrigin.startsWith('https:'),
    now,
    addressOf: (context) => getConnInfo(context).remote.address ?? 'unknown',
  })
  parts.gateway = gateway
  const app = createApp({
    host: options.host,
    publicOrigin,
    consoleFolder: path.join(packageFolder, 'dist/console'),
    controlPlane,
    agentServer,
    tracing,
    gateway,
    report,
  })
  await controlPlane.start()
  listener.answerWith((request, env) => app.fetch(request, env))
  const baseUrl = `${listener.ownOrigin}/api-host`
  const notice =
    options.hasExamples === false
      ? null
      : await deployExamples({ dataDir, packageFolder, baseUrl, apiKey })

  let stopping: Promise<void> | undefined
  return {
    url: publicOrigin,
    apiKey,
    notices: notice ? [notice] : [],
    close: () => {
      stopping ??= stopParts(parts)
      return stopping
    },
  }
}

/** In the order in which each part still needs the ones after it; a failing one keeps no other up. */
async function stopParts(parts: Parts): Promise<void> {
  parts.listener?.drain()
  await parts.controlPlane?.stop().catch(report)
  await parts.agentServer?.stop().catch(report)
  parts.gateway?.stop()
  await parts.listener?.close()
  await parts.database?.close().catch(report)
  await parts.lock.release()
}

function checkOptions(options: ServerOptions): void {
  const { host, password, publicUrl, secretKey } = options
  if (publicUrl && !/^https?:\/\/[^/?#]+\/?$/.test(publicUrl)) {
    throw new StartError(
      'QUARTERDECK_PUBLIC_URL must be an origin, for example https://quarterdeck.example.com.',
    )
  }
  const isPublic = publicUrl ? !isLoopback(new URL(publicUrl).hostname) : false
  if ((!isLoopback(host) || isPublic) && !password) {
    throw new StartError(
      `Others than this machine could reach the server (${isPublic ? publicUrl : host}), and whoever reaches it can run code here. Set QUARTERDECK_PASSWORD to a password that operators sign in with, or use --host 127.0.0.1.`,
    )
  }
  if (password && password.length < 8) {
    throw new StartError('QUARTERDECK_PASSWORD must have at least eight characters.')
  }
  if (secretKey && secretKey.length < 32) {
    throw new StartError(
      'QUARTERDECK_SECRET_KEY must have at least 32 characters, for example those of “openssl rand -base64 32”.',
    )
  }
}

/** The operator's output. People who use the server get a sentence without internals. */
function report(error: Error): void {
  console.error(`${new Date().toISOString()} ${error.stack ?? error.message}`)
}
