import os from 'node:os'
import type { Context } from 'hono'
import { includesRole } from '../../../contract/gateway/roles.ts'
import { engineLimits } from '../../agent-server/runs/engine-limits.ts'
import { createAlerts } from '../../alerts/alerts.ts'
import { createDeletions } from '../../deletions/deletions.ts'
import { createEmbeds, type Embeds } from '../../embeds/embeds.ts'
import { localConnection } from '../../gateway/connections/connections.ts'
import { createGateway, type Gateway } from '../../gateway/gateway.ts'
import { knownNames, unknownNames } from '../../gateway/operators/known-names.ts'
import { hasAdministrator } from '../../gateway/operators/operator-store.ts'
import { requestFacts } from '../../gateway/request-facts.ts'
import { agentConnections } from '../../isolation/agent-connections.ts'
import { apiKeyRoutes } from '../../operations/api-key-routes.ts'
import { DiskWatch, freeBytesAt } from '../../operations/disk-room.ts'
import type { ServerFacts } from '../../operations/health/read-processes.ts'
import { stackRoutes } from '../../operations/health/stack-routes.ts'
import { resolveBySystem } from '../../outgoing/checked-lookup.ts'
import { guardedPictureReader } from '../../picture-reader.ts'
import { judgedBlind } from '../../qa/judged-blind.ts'
import { createQa, type Qa } from '../../qa/qa.ts'
import { qaServers } from '../../qa/qa-servers.ts'
import { ownReviewer } from '../../qa/reviewers/own-reviewer.ts'
import { type Reader, readerOf as readerAmong } from '../../qa/who-sees.ts'
import { guardedSiteReader } from '../../site-reader.ts'
import { shownAddress } from '../open-database.ts'
import { consoleFolder } from '../package-folder.ts'
import { requestIdOf } from '../request-log.ts'
import { needsPassword } from '../server-options.ts'
import { version } from '../version.ts'
import { deletables } from './deletables.ts'
import type { Foundations } from './foundations.ts'
import type { Services } from './services.ts'

const diskPauseMs = 60_000

/** What people reach with a browser: the gateway, and everything behind its sign-in. */
export async function makeOperatorsSide(ground: Foundations, { agentServer }: Services) {
  const { options, dataDir, parts, isExposed, secrets, log, now, report } = ground
  const { database, cluster, publicUrl, secretBox, ownKey } = ground
  if (isExposed && !options.password && !options.provider && !(await hasAdministrator(database))) {
    throw needsPassword(options)
  }
  // Where nobody is known by a name or a provider, the server belongs to whoever started it.
  const knowsPeople = isExposed || Boolean(options.password || options.provider)
  const isSignInRequired = knowsPeople || options.hasSignIn !== false
  const isOwned = isSignInRequired && !knowsPeople
  const who = { knowsPeople, isSignInRequired, isOwned }
  const readerOf = (context: Context) =>
    readerAmong(requestFacts(context).signedIn(), knowsPeople ? null : ownReviewer(context))
  const gateway = await makeGateway(ground, who, readerOf)
  parts.gateway = gateway
  const freeBytes = options.freeBytes ?? freeBytesAt(dataDir.root)
  const disk = new DiskWatch({
    freeBytes,
    warnBelowMegabytes: options.diskWarningMegabytes ?? 1_024,
    warn: (sentence) => log.warn(sentence),
  })
  await disk.look()
  parts.diskTimer = setInterval(() => disk.look().catch(report), diskPauseMs).unref()
  const embeds = makeEmbeds(ground, gateway)
  embeds.mountOperatorRoutes(gateway.routes)
  parts.embeds = embeds
  const qa = makeQa(ground, gateway, who, readerOf)
  parts.qa = qa
  const alerts = createAlerts(gateway.routes, {
    database,
    cluster,
    secretBox,
    host: agentServer.host,
    connections: gateway.connections,
    freeBytes,
    resolve: options.resolve ?? resolveBySystem,
    publicUrl,
    ...options.alerts,
    now,
    nameOf,
    onSecret: secrets.add,
    report,
  })
  parts.alerts = alerts
  apiKeyRoutes(gateway.routes, ownKey)
  mountStack(ground, gateway, { agentServer, disk, isOwned })
  const deletions = createDeletions(gateway.routes, {
    database,
    cluster,
    kinds: deletables(database, gateway.upstreams),
    now,
    nameOf,
    report,
  })
  parts.deletions = deletions
  return { gateway, embeds, qa, alerts, deletions, disk, isSignInRequired, isOwned }
}

/** Whom this server can know: people by a name, only whoever started it, or nobody at all. */
interface Who {
  knowsPeople: boolean
  isSignInRequired: boolean
  isOwned: boolean
}

/** The name of the person who is signed in; null for the others. */
const nameOf = (context: Context) => requestFacts(context).signedIn().user?.name ?? null

function makeGateway(
  ground: Foundations,
  { isSignInRequired, isOwned }: Who,
  readerOf: (context: Context) => Reader,
): Promise<Gateway> {
  const { options, cluster, database, secretBox, publicUrl, listener, apiKey, installation } =
    ground
  const { basePath, readClient, isolation, now, secrets, log, report } = ground
  return createGateway({
    changes: cluster.changes,
    database,
    secretBox,
    local: localConnection({ publicUrl, ownUrl: listener.ownUrl, key: apiKey }),
    apiKey,
    password: options.password ?? null,
    isSignInRequired,
    admitsOwner: isOwned,
    installationId: installation.tenant_id,
    provider: options.provider ?? null,
    hasPasswords: options.hasPasswords ?? true,
    publicUrl,
    basePath,
    auditDays: options.auditDays ?? 365,
    readClient,
    requestIdOf,
    judged: judgedBlind({ database, readerOf }),
    isFromAgent: agentConnections(isolation.kind),
    now,
    resolve: options.resolve ?? resolveBySystem,
    silenceLimitMs: options.upstreamSilenceMs ?? 600_000,
    hasFaults: options.hasFaults ?? false,
    onSecret: secrets.add,
    warn: (sentence) => log.warn(sentence),
    report,
  })
}

function makeEmbeds(ground: Foundations, gateway: Gateway): Embeds {
  const { options, isExposed, database, secretBox, publicOrigin, publicUrl, now } = ground
  const { readClient, report } = ground
  const outerLimit = isExposed ? 'public' : 'loopback'
  return createEmbeds({
    database,
    secretBox,
    upstream: gateway.upstreams,
    publicOrigin,
    publicUrl,
    readSite: guardedSiteReader(options.resolve ?? resolveBySystem, outerLimit),
    readPicture: guardedPictureReader(options.resolve ?? resolveBySystem, outerLimit),
    consoleFolder,
    now,
    addressOf: (context) => readClient(context).address,
    report,
  })
}

function makeQa(
  ground: Foundations,
  gateway: Gateway,
  { knowsPeople }: Who,
  readerOf: (context: Context) => Reader,
): Qa {
  const { database, cluster, publicUrl, now, report } = ground
  return createQa(gateway.routes, {
    database,
    cluster,
    servers: qaServers(gateway.upstreams),
    publicUrl,
    now,
    nameOf,
    readerOf,
    hasPeople: knowsPeople,
    knownNames: () => knownNames(database),
    unknownNames: async (names) => (knowsPeople ? unknownNames(database, names) : []),
    report,
  })
}

/** What this process tells of itself, and what is told of the whole stack. */
function mountStack(
  ground: Foundations,
  gateway: Gateway,
  {
    agentServer,
    disk,
    isOwned,
  }: { agentServer: Services['agentServer']; disk: DiskWatch; isOwned: boolean },
): void {
  const { options, isolation, errors, cluster, database, startedAt, isExposed, dataDir, now } =
    ground
  const facts = (): ServerFacts => ({
    version,
    executors: agentServer.loadedCount(),
    isolation: isolation.kind,
    disk_free_bytes: disk.lastFree,
    ...errors.facts,
    host: os.hostname(),
    pid: process.pid,
  })
  cluster.tell(facts)
  const limits = engineLimits(options.engine?.limits ?? {})
  stackRoutes(gateway.routes, {
    database,
    serverId: cluster.serverId,
    startedAt,
    facts,
    disk,
    settings: {
      isolation: { kind: isolation.kind, not_separated: [...isolation.notSeparated] },
      limits: { runs_at_once: limits.runsAtOnce },
      retention: {
        audit_days: options.auditDays ?? 365,
        events_hours: limits.keepEventsMs / 3_600_000,
        kept_builds: options.rollouts?.keptBuilds ?? 3,
      },
      metrics: { is_open: !isExposed && !isOwned },
    },
    places: {
      data_dir: dataDir.root,
      database: options.databaseUrl ? shownAddress(options.databaseUrl) : dataDir.database,
    },
    tellsPlaces: (context) => includesRole(requestFacts(context).signedIn().role, 'admin'),
    now,
  })
}
