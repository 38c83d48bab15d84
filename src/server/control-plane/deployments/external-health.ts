import { isFailing } from '../../../contract/control-plane/deployment-health.ts'
import type { DeploymentHealth } from '../../../contract/control-plane/deployments.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { Database } from '../../db/database.ts'
import { resolveBySystem } from '../../outgoing/checked-lookup.ts'
import { type AskUpstream, createUpstream } from '../../outgoing/upstream.ts'
import { listExternal, setHealth } from './deployment-store.ts'

const answerLimitMs = 10_000

const askBySystem = createUpstream({ resolve: resolveBySystem, silenceLimitMs: answerLimitMs })

/** Asks a running agent server whether it is well. Never rejects for what it answers; no redirect is followed. */
export async function askHealth(
  address: string,
  now: () => Date,
  signal?: AbortSignal,
  ask: AskUpstream = askBySystem,
): Promise<DeploymentHealth> {
  const limit = AbortSignal.timeout(answerLimitMs)
  const url = `${address.replace(/\/+$/, '')}/ok`
  const tell = (status: 'ok' | 'failing', detail: string) => ({
    status,
    checked_at: now().toISOString(),
    detail,
  })
  try {
    const incoming = await ask({
      target: new URL(url),
      limit: 'loopback',
      method: 'GET',
      headers: {},
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    incoming.destroy()
    const { statusCode: status = 0 } = incoming
    if (status >= 200 && status < 300) return tell('ok', 'The server answers.')
    if (status === 401 || status === 403) {
      return tell('ok', 'The server answers, and asks for a key.')
    }
    return tell('failing', `${url} answered with status ${status}.`)
  } catch (error) {
    if (signal?.aborted) throw error
    const reason = limit.aborted
      ? `did not answer within ${answerLimitMs / 1_000} seconds`
      : `cannot be reached (${causeOf(error as Error)})`
    return tell('failing', `${url} ${reason}.`)
  }
}

function causeOf(error: Error): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined
  return cause?.code ?? cause?.message ?? error.message
}

/** Asks the servers of all `external_docker` deployments, keeps what they answered, and tells of those that answer no more, or again. */
export async function askExternals(
  { database, cluster, now }: { database: Database; cluster: Cluster; now: () => Date },
  signal: AbortSignal,
): Promise<void> {
  const deployments = await listExternal(database)
  await Promise.all(
    deployments.map(async ({ id, health: before, custom_url, service_url }) => {
      const address = custom_url ?? service_url
      if (!address) return
      const asked = await askHealth(address, now, signal)
      const replaced = await setHealth(database, id, withSince(asked, before))
      if (replaced?.status === asked.status) return
      cluster.changed('control-plane', id, isFailing(asked) ? { is_down: true } : {})
    }),
  )
}

/** One that fails does so since it was found to for the first time. */
function withSince(asked: DeploymentHealth, before: DeploymentHealth | null): DeploymentHealth {
  if (!isFailing(asked)) return asked
  const since = isFailing(before) ? (before?.since ?? before?.checked_at) : asked.checked_at
  return { ...asked, since: since ?? asked.checked_at }
}
