import { StartError } from './start-error.ts'

/** How a server process executes runs, as its environment says. Absent ones have defaults. */
export interface EngineSettings {
  /** Connections to a PostgreSQL server at most. */
  poolSize?: number
  limits?: {
    runsAtOnce?: number
    runTimeoutMs?: number
    leaseMs?: number
    keepEventsMs?: number
  }
  /** `whsec_` and base64: what webhooks are signed with, instead of the data directory's own. */
  webhookSecret?: string
  webhookPrivateAddresses?: 'allow' | 'deny'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the settings of the run engine. Throws a StartError that names the variable which is wrong. */
export function engineSettings(env: Environment): EngineSettings {
  const poolSize = numberOf(env, 'QUARTERDECK_POOL_SIZE', 2, 1_000)
  const runsAtOnce = numberOf(env, 'QUARTERDECK_RUNS_AT_ONCE', 0, 10_000)
  const timeout = numberOf(env, 'QUARTERDECK_RUN_TIMEOUT_SECONDS', 0, 86_400 * 7)
  const lease = numberOf(env, 'QUARTERDECK_LEASE_SECONDS', 3, 3_600)
  const keepEvents = numberOf(env, 'QUARTERDECK_KEEP_EVENTS_HOURS', 1, 24 * 365)
  const secret = env.QUARTERDECK_WEBHOOK_SECRET || undefined
  const addresses = env.QUARTERDECK_WEBHOOK_PRIVATE_ADDRESSES || undefined
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new StartError(
      'QUARTERDECK_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, for example whsec_ and the output of “openssl rand -base64 32”.',
    )
  }
  if (addresses !== undefined && addresses !== 'allow' && addresses !== 'deny') {
    throw new StartError('QUARTERDECK_WEBHOOK_PRIVATE_ADDRESSES must be allow or deny.')
  }
  return {
    ...(poolSize === undefined ? {} : { poolSize }),
    limits: {
      ...(runsAtOnce === undefined ? {} : { runsAtOnce }),
      ...(timeout === undefined ? {} : { runTimeoutMs: timeout * 1_000 }),
      ...(lease === undefined ? {} : { leaseMs: lease * 1_000 }),
      ...(keepEvents === undefined ? {} : { keepEventsMs: keepEvents * 3_600_000 }),
    },
    ...(secret === undefined ? {} : { webhookSecret: secret }),
    ...(addresses === undefined ? {} : { webhookPrivateAddresses: addresses }),
  }
}

function numberOf(env: Environment, name: string, least: number, most: number): number | undefined {
  const text = env[name]?.trim()
  if (!text) return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw new StartError(`${name} must be a whole number from ${least} to ${most}.`)
}
