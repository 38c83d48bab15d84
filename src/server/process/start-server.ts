import { writeFile } from 'node:fs/promises'
import { createApp } from '../app.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { EmbeddedDatabase } from '../db/embedded.ts'
import { addressFile } from '../operations/address-file.ts'
import { createMetrics } from '../operations/metrics.ts'
import { operationsRoutes } from '../operations/operations-routes.ts'
import { type DataDir, openDataDir } from './data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { consoleFolder } from './package-folder.ts'
import { startFirstDeployments } from './parts/first-deployments.ts'
import { startFoundations } from './parts/foundations.ts'
import { makeOperatorsSide } from './parts/operators-side.ts'
import { type ServerParts, stopParts } from './parts/server-parts.ts'
import { makeServices } from './parts/services.ts'
import { checkPort, type ServerOptions } from './server-options.ts'

export interface RunningServer {
  /** How to open it in a browser, without a slash at its end. */
  url: string
  apiKey: string
  /** It belongs to whoever started it, who signs in by an address that `addressOf` makes. */
  isOwned: boolean
  /** How to open a page of the console, from the first slash on: where it is owned, an address that signs in once. */
  addressOf(path: string): Promise<string>
  /** What the person who started it should know, in sentences. */
  notices: string[]
  /** Serves a working folder as a deployment. */
  serveFolder: ControlPlane['serveFolder']
  /** Drains: streams end, runs and rollouts are handed back, the database is closed. */
  close(): Promise<void>
}

/**
 * Starts everything on one port and resolves when it answers. What served before is started again
 * in the background. Throws a StartError with a sentence for people; nothing is left behind then.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkPort(options)
  const dataDir = await openDataDir(options.dataDir)
  const parts: ServerParts = { lock: await lockDataDir(dataDir.root) }
  try {
    return await startParts(options, dataDir, parts)
  } catch (error) {
    await stopParts(parts)
    throw error
  }
}

async function startParts(
  options: ServerOptions,
  dataDir: DataDir,
  parts: ServerParts,
): Promise<RunningServer> {
  const ground = await startFoundations(options, dataDir, parts)
  const services = await makeServices(ground)
  const operatorsSide = await makeOperatorsSide(ground, services)
  const { listener, database, cluster, apiKey, isExposed, publicUrl, report } = ground
  const { agentServer, controlPlane, tracing, retention } = services
  const { gateway, embeds, qa, alerts, deletions, disk, isSignInRequired, isOwned } = operatorsSide
  const metrics = createMetrics({ database, executors: agentServer.loadedCount })
  const app = createApp({
    ownHosts: ground.ownHosts,
    isSecure: ground.isSecure,
    basePath: ground.basePath,
    readClient: ground.readClient,
    log: ground.log,
    cluster,
    metrics,
    operations: operationsRoutes({
      database,
      apiKey,
      isPrivate: !isExposed && !isOwned,
      metrics,
      disk,
      isolation: ground.isolation,
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
  await alerts.start()
  await retention.start()
  await deletions.start()
  parts.addressFile = addressFile(dataDir.root)
  await writeFile(parts.addressFile, `${listener.ownUrl}\n`, { mode: 0o600 })
  const notice = await startFirstDeployments(ground)
  let stopping: Promise<void> | undefined
  return {
    url: publicUrl,
    apiKey: apiKey(),
    isOwned,
    addressOf: async (page) =>
      isOwned ? gateway.signInAddress(page) : `${publicUrl}${page === '/' ? '' : page}`,
    serveFolder: (order) => controlPlane.serveFolder(order),
    notices: [notice, ...ground.notices].filter((text) => text !== null),
    close: () => {
      stopping ??= stopParts(parts)
      return stopping
    },
  }
}
