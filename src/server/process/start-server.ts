import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createAgentServer } from '../agent-server/agent-server.ts'
import { findRunOrigin } from '../agent-server/runs/run-origin.ts'
import { createApp } from '../app.ts'
import { Cluster } from '../cluster/cluster.ts'
import { type ControlPlane, createControlPlane } from '../control-plane/control-plane.ts'
import { openInstallation } from '../control-plane/installation.ts'
import type { Database } from '../db/database.ts'
import type { EmbeddedDatabase } from '../db/embedded.ts'
import { createEmbeds, type Embeds } from '../embeds/embeds.ts'
import { localConnection } from '../gateway/connections/connections.ts'
import { reachOf } from '../gateway/forward/address-policy.ts'
import { resolveBySystem } from '../gateway/forward/upstream.ts'
import { createGateway, type Gateway } from '../gateway/gateway.ts'
import { hasAdministrator } from '../gateway/operators/operator-store.ts'
import { requestFacts } from '../gateway/request-facts.ts'
import { clientReader } from '../http/client-facts.ts'
import { addressFile } from '../operations/address-file.ts'
import { operationsRoutes } from '../operations/operations-routes.ts'
import { createQa, type Qa } from '../qa/qa.ts'
import { qaServers } from '../qa/qa-servers.ts'
import { keepReadySuites } from '../qa/suites/ready-suites.ts'
import { shareApiKey } from '../secrets/api-key.ts'
import { openSecretBox } from '../secrets/secret-key.ts'
import { guardedSiteReader } from '../site-reader.ts'
import { votedRuns } from '../tracing/feedback-filter.ts'
import { createTracing } from '../tracing/tracing.ts'
import { allowedRepositories } from './allowed-repositories.ts'
import { type DataDir, openDataDir, readOrMakeSecret } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { deployExamples, examplesRequest } from './examples.ts'
import { defaultPublicOrigin, type Listener, listen } from './listen.ts'
import { createLog, secretRegister } from './log.ts'
import { createMetrics } from './metrics.ts'
import { openDatabase } from './open-database.ts'
import { requestIdOf } from './request-log.ts'
import { canOthersReach, checkPort, needsPassword, type ServerOptions } from './server-options.ts'

export interface RunningServer {
  /** How to open it in a browser, without a slash at its end. */
  url: string
  apiKey: string
  /** What the person who started it should know, in sentences. */
  notices: string[]
  /** Drains: streams end, runs and rollouts are handed back, the database is closed. */
  close(): Promise<void>
}

const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * Starts everything on one port and resolves when it answers. What served before is started again
 * in the background. Throws a StartError with a sentence for people; nothing is left behind then.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkPort(options)
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
  cluster?: Cluster
  agentServer?: ReturnType<typeof createAgentServer>
  controlPlane?: ControlPlane
  gateway?: Gateway
  embeds?: Embeds
  qa?: Qa
  report?: (error: Error) => void
  /** What tells commands where the server is. */
  addressFile?: string
}

async function startParts(
  options: ServerOptions,
  dataDir: DataDir,
  parts: Parts,
): Promise<RunningServer> {
  const isExposed = canOthersReach(options)
  const isNew = !options.databaseUrl && !options.openDatabase && !existsSync(dataDir.database)
  // Whoever is known already may sign in; a new installation knows nobody.
  if (isExposed && !options.password && isNew) throw needsPassword(options)
  const listener = await listen(options)
  parts.listener = listener
  const secrets = options.secrets ?? secretRegister()
  const log = options.log ?? createLog({ level: 'warn', format: 'text', secrets, write: toStderr })
  const report = (error: Error) => log.error({ err: error }, error.message)
  parts.report = report
  const ownApiKey = options.apiKey ?? (await readOrMakeSecret(dataDir, 'api-key', 'qd_'))
  const database = options.openDatabase
    ? await options.openDatabase()
    : await openDatabase({
        url: options.databaseUrl ?? null,
        folder: dataDir.database,
        poolSize: options.engine?.poolSize,
        onLost: options.onDatabaseLost,
      })
  parts.database = database
  const cluster = new Cluster({
    database,
    dataDir: dataDir.root,
    limits: options.cluster ?? {},
    report,
  })
  parts.cluster = cluster
  await openInstallation(database)

  const now = () => new Date()
  const basePath = options.basePath ?? ''
  const publicOrigin = options.publicUrl
    ? new URL(options.publicUrl).origin
    : defaultPublicOrigin(options.host, listener.port)
  const publicUrl = publicOrigin + basePath
  const {
    box,
    key: secretKey,
    notice: keyNotice,
  } = await openSecretBox({ dataDir, secretKey: options.secretKey ?? null, database })
  const { apiKey, notice: apiKeyNotice } = options.apiKey
    ? { apiKey: options.apiKey, notice: null }
    : await shareApiKey({ own: ownApiKey, dataDir, database, box })
  for (const secret of [apiKey, secretKey, options.password ?? null]) secrets.add(secret)
  const common = { database, cluster, secretBox: box, apiKey, now, report }
  const tracing = createTracing({ ...common, tracingUrl: publicUrl, findRun: findRunOrigin })
  const agentServer = createAgentServer({
    database,
    cluster,
    now,
    apiKey,
    report,
    issueFeedbackUrls: tracing.issueFeedbackUrls,
    votedRuns,
    wakePreview: async (name) => parts.controlPlane?.wakePreview(name),
    limits: options.engine?.limits ?? {},
    webhooks: {
      secret:
        options.engine?.webhookSecret ??
        (await readOrMakeSecret(dataDir, 'webhook-secret', 'whsec_', 'base64')),
      privateAddresses: options.engine?.webhookPrivateAddresses,
    },
  })
  parts.agentServer = agentServer
  const controlPlane = await createControlPlane({
    ...common,
    host: agentServer.host,
    folders: { builds: dataDir.builds, packageCache: dataDir.packageCache },
    agentUrl: (name) => `${publicUrl}/agents/${name}`,
    baseUrl: `${publicUrl}/api-host`,
    isForbidden: (ip) => reachOf(ip) === 'never',
    pushPollMs: options.pushPollMs ?? 15_000,
    limits: options.rollouts?.limits ?? {},
    keptBuilds: options.rollouts?.keptBuilds ?? 3,
    previewIdleMs: options.rollouts?.previewIdleMs,
    examples: options.hasExamples === false ? null : examplesRequest(dataDir),
    localRepositories: await allowedRepositories({
      repositories: options.rollouts?.repositories ?? null,
      isReachable: canOthersReach(options),
      examples: dataDir.examplesRepository,
    }),
  })
  parts.controlPlane = controlPlane
  if (isExposed && !options.password && !(await hasAdministrator(database))) {
    throw needsPassword(options)
  }
  const readClient = clientReader({
    trustedProxies: options.trustedProxies ?? [],
    socketAddressOf: (context) => getConnInfo(context).remote.address,
    isSecure: publicOrigin.startsWith('https:'),
  })
  const isSignInRequired = isExposed || Boolean(options.password)
  const gateway = await createGateway({
    changes: cluster.changes,
    database,
    secretBox: box,
    local: localConnection({ publicUrl, ownUrl: listener.ownUrl, key: apiKey }),
    password: options.password ?? null,
    isSignInRequired,
    basePath,
    auditDays: options.auditDays ?? 365,
    readClient,
    requestIdOf,
    now,
    resolve: options.resolve ?? resolveBySystem,
    silenceLimitMs: options.upstreamSilenceMs ?? 600_000,
    hasFaults: options.hasFaults ?? false,
    onSecret: secrets.add,
    report,
  })
  parts.gateway = gateway
  const consoleFolder = path.join(packageFolder, 'dist/console')
  const embeds = createEmbeds({
    database,
    secretBox: box,
    upstream: gateway.upstreams,
    publicOrigin,
    publicUrl,
    readSite: guardedSiteReader(
      options.resolve ?? resolveBySystem,
      isExposed ? 'public' : 'loopback',
    ),
    consoleFolder,
    now,
    addressOf: (context) => readClient(context).address,
    report,
  })
  embeds.mountOperatorRoutes(gateway.routes)
  parts.embeds = embeds
  const qa = createQa(gateway.routes, {
    database,
    cluster,
    servers: qaServers(gateway.upstreams),
    now,
    nameOf: (context) => requestFacts(context).signedIn().user?.name ?? null,
    report,
  })
  parts.qa = qa
  const metrics = createMetrics({ database, executors: agentServer.loadedCount })
  const app = createApp({
    host: options.host,
    publicOrigin,
    basePath,
    allowedHosts: options.allowedHosts ?? [],
    readClient,
    log,
    cluster,
    metrics,
    operations: operationsRoutes({
      database,
      apiKey,
      isPrivate: !isExposed,
      metrics,
      dump: 'dump' in database ? (database as EmbeddedDatabase).dump : null,
    }),
    isSignInRequired,
    consoleFolder,
    controlPlane,
    agentServer,
    tracing,
    gateway,
    embeds,
    report,
  })
  await controlPlane.start()
  listener.answerWith((request, env) => app.fetch(request, env))
  await qa.start()
  parts.addressFile = addressFile(dataDir.root)
  await writeFile(parts.addressFile, `${listener.ownUrl}\n`, { mode: 0o600 })
  const baseUrl = `${listener.ownUrl}/api-host`
  const notice =
    options.hasExamples === false
      ? null
      : await deployExamples({
          dataDir,
          packageFolder,
          baseUrl,
          apiKey,
          onDeployed: () =>
            keepReadySuites(database, path.join(packageFolder, 'examples/suites'), now()),
        })

  let stopping: Promise<void> | undefined
  return {
    url: publicUrl,
    apiKey,
    notices: [notice, keyNotice, apiKeyNotice].filter((text) => text !== null),
    close: () => {
      stopping ??= stopParts(parts)
      return stopping
    },
  }
}

/** In the order in which each part still needs the ones after it; a failing one keeps no other up. */
async function stopParts(parts: Parts): Promise<void> {
  parts.listener?.drain()
  if (parts.addressFile) await rm(parts.addressFile, { force: true })
  const report = parts.report ?? (() => undefined)
  await parts.qa?.stop().catch(report)
  await parts.controlPlane?.stop().catch(report)
  await parts.agentServer?.stop().catch(report)
  parts.gateway?.stop()
  parts.embeds?.stop()
  await parts.listener?.close()
  await parts.cluster?.leave().catch(report)
  await parts.database?.close().catch(report)
  await parts.lock.release()
}

function toStderr(line: string): void {
  process.stderr.write(line)
}
