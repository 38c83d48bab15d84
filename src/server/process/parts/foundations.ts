import { existsSync } from 'node:fs'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Cluster } from '../../cluster/cluster.ts'
import { openInstallation } from '../../control-plane/installation.ts'
import { clientReader } from '../../http/client-facts.ts'
import { noIsolation } from '../../isolation/no-isolation.ts'
import { openIsolation } from '../../isolation/open-isolation.ts'
import { livenessRoutes } from '../../operations/liveness.ts'
import { givenApiKey, openApiKey } from '../../secrets/api-key.ts'
import { openSecretBox } from '../../secrets/secret-key.ts'
import { type DataDir, readOrMakeSecret } from '../data-dir.ts'
import { ErrorCount } from '../error-count.ts'
import { defaultPublicOrigin, listen } from '../listen.ts'
import { createLog, secretRegister } from '../log.ts'
import { openDatabase } from '../open-database.ts'
import {
  canOthersReach,
  needsPassword,
  needsSignIn,
  type ServerOptions,
} from '../server-options.ts'
import type { ServerParts } from './server-parts.ts'

export type Foundations = Awaited<ReturnType<typeof startFoundations>>

/**
 * What every part stands on: log and clock, the port (which answers only that it starts), the database with what the
 * processes on it have in common, secrets, and how agents are kept apart. Throws a StartError where others could reach
 * a server that asks nobody who they are.
 */
export async function startFoundations(
  options: ServerOptions,
  dataDir: DataDir,
  parts: ServerParts,
) {
  const isExposed = canOthersReach(options)
  if (isExposed && options.hasSignIn === false) throw needsSignIn(options)
  const isNew = !options.databaseUrl && !options.openDatabase && !existsSync(dataDir.database)
  // Whoever is known already may sign in; a new installation knows nobody.
  if (isExposed && !options.password && !options.provider && isNew) throw needsPassword(options)
  const secrets = options.secrets ?? secretRegister()
  const log = options.log ?? createLog({ level: 'warn', format: 'text', secrets, write: toStderr })
  const now = () => new Date()
  const startedAt = now()
  const errors = new ErrorCount(now)
  const report = (error: Error) => {
    errors.add()
    log.error({ err: error }, error.message)
  }
  parts.report = report
  // The port of the public address, which is not known yet, says nothing about names.
  const { protocol, hostname } = new URL(options.publicUrl ?? defaultPublicOrigin(options.host, 0))
  const isSecure = protocol === 'https:'
  const readClient = clientReader({
    trustedProxies: options.trustedProxies ?? [],
    socketAddressOf: (context) => getConnInfo(context).remote.address,
    isSecure,
  })
  const ownHosts = {
    host: options.host,
    names: [hostname, ...(options.allowedHosts ?? [])],
    readClient,
  }
  const liveness = livenessRoutes({ ...ownHosts, isSecure, report })
  const listener = await listen({
    ...options,
    liveness: (request, env) => liveness.fetch(request, env),
  })
  parts.listener = listener
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
  const installation = await openInstallation(database)
  const isolation = options.isolation
    ? await openIsolation({ ...options.isolation, dataDir: dataDir.root })
    : noIsolation()

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
  const opened = { own: ownApiKey, dataDir, database, cluster, box, now, report }
  const { apiKey: ownKey, notice: apiKeyNotice } = options.apiKey
    ? { apiKey: givenApiKey(options.apiKey), notice: null }
    : await openApiKey({ ...opened, onSecret: secrets.add })
  const apiKey = ownKey.current
  const providerSecret = options.provider?.clientSecret ?? null
  for (const secret of [apiKey(), secretKey, options.password ?? null, providerSecret]) {
    secrets.add(secret)
  }
  return {
    options,
    dataDir,
    parts,
    isExposed,
    isSecure,
    secrets,
    log,
    now,
    startedAt,
    errors,
    report,
    readClient,
    ownHosts,
    listener,
    database,
    cluster,
    installation,
    isolation,
    basePath,
    publicOrigin,
    publicUrl,
    secretBox: box,
    apiKey,
    ownKey,
    notices: [keyNotice, apiKeyNotice, ...isolation.notSeparated],
  }
}

function toStderr(line: string): void {
  process.stderr.write(line)
}
