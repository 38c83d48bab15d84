import type { LogLevel } from '../../contract/control-plane/revisions.ts'
import type { EngineLimits } from '../agent-server/runs/engine-limits.ts'
import type { ClusterLimits } from '../cluster/cluster.ts'
import type { RolloutLimits } from '../control-plane/rollout/rollout-limits.ts'
import type { Database } from '../db/database.ts'
import type { ProviderSettings } from '../gateway/oidc/provider-settings.ts'
import { isLoopback } from '../http/request-guards.ts'
import type { IsolationOptions } from '../isolation/isolation.ts'
import type { FreeBytes } from '../operations/disk-room.ts'
import type { Resolve } from '../outgoing/checked-lookup.ts'
import { StartError } from '../start-error.ts'
import type { listen } from './listen.ts'
import type { Log, SecretRegister } from './log.ts'

/** How a server process executes runs. */
interface EngineOptions {
  /** Connections to a PostgreSQL server at most. */
  poolSize?: number
  limits?: Partial<EngineLimits>
  /** `whsec_` and base64: what webhooks are signed with, instead of the data directory's own. */
  webhookSecret?: string | null
  webhookPrivateAddresses?: 'allow' | 'deny'
}

/** How rollouts are made. */
interface RolloutOptions {
  limits?: Partial<RolloutLimits>
  keptBuilds?: number
  /** How long a preview may be idle before its process is ended; 15 minutes when absent. */
  previewIdleMs?: number
  /** Folders with repositories of this machine that may be deployed; `any` allows all. */
  repositories?: 'any' | readonly string[] | null
}

/** What a server is started with. */
export interface ServerOptions {
  /** 0 for any free one. */
  port: number
  host: string
  dataDir: string
  /** A PostgreSQL server instead of the embedded database. */
  databaseUrl?: string | null
  /** What secrets are encrypted with, instead of the data directory's own key. */
  secretKey?: string | null
  /** What clients of the API send, instead of the data directory's own or the servers' shared key. */
  apiKey?: string | null
  /** Operators sign in with it. Required where others than this machine can reach the server. */
  password?: string | null
  /** The provider of OpenID Connect that operators sign in by; none when absent. */
  provider?: ProviderSettings | null
  /** False where passwords sign nobody in; true when absent. */
  hasPasswords?: boolean
  /**
   * False opens a server that only this machine reaches to everybody on it. Else, without a password and a provider, it
   * belongs to whoever started it.
   */
  hasSignIn?: boolean
  /** How browsers and clients reach the server, where that is not its own address. */
  publicUrl?: string | null
  /** As `/quarterdeck`: stands before every path. */
  basePath?: string
  /** Reverse proxies whose forwarded headers count, see `clientReader`. */
  trustedProxies?: readonly string[]
  /** Host names, besides its own, that the server answers as. */
  allowedHosts?: readonly string[]
  /** A file with what models cost; one in the data directory counts when absent. */
  prices?: string | null
  /** Where runs are told as traces (OTLP over HTTP); nowhere when absent. */
  traces?: {
    endpoint: string
    headers: Record<string, string>
    serviceName: string
    /** Also what was said and answered. */
    hasContents: boolean
  } | null
  /** How long the log of writes is kept; 365 when absent. */
  auditDays?: number
  /** A forwarded request ends after this long without a byte; ten minutes when absent. */
  upstreamSilenceMs?: number
  /** How long slow clients may take, see `listen`. */
  slowClients?: Parameters<typeof listen>[0]['slowClients']
  /** Where the server writes what happens; warnings go to the standard error when absent. */
  log?: Log
  /** What no line of the log may show; its holder is told every secret. */
  secrets?: SecretRegister
  /** How names of other servers are resolved; by the system when absent. */
  resolve?: Resolve
  /** Lets browser sessions make what the gateway forwards fail, for trying things out. */
  hasFaults?: boolean
  /** Less room than this on the disk of the data directory is told; 1,024 when absent. */
  diskWarningMegabytes?: number
  /** How much room it has; what the system says when absent. */
  freeBytes?: FreeBytes
  /** Deploys the package's examples on the first start; true when absent. */
  hasExamples?: boolean
  /** Deploys those in Python with them, where this machine can install them; false when absent. */
  hasPythonExamples?: boolean
  /** How often the repositories of `build_on_push` deployments are asked; 15 s when absent. */
  pushPollMs?: number
  /** How often alert rules are looked at, and when a message is tried again; what is absent has a default. */
  alerts?: { evaluateMs?: number; pausesMs?: readonly number[] }
  /** How often it is looked for what deployments keep no longer, and how much goes at a time; what is absent has a default. */
  retention?: { sweepMs?: number; batches?: number }
  /** How the processes that share a database keep in touch; what is absent has a default. */
  cluster?: Partial<ClusterLimits>
  /** How the runs of agents are executed; what is absent has a default. */
  engine?: EngineOptions
  /** How agents are kept apart from the server; not at all when absent. */
  isolation?: IsolationOptions
  /** How rollouts are made; what is absent has a default. */
  rollouts?: RolloutOptions
  /** Is told what the code of deployments prints, beside their logs. */
  onOutput?: (level: LogLevel, message: string, runId?: string) => void
  /** How often it is looked for what keeps the embedded database small and fast, see `keepUp`; 15 s when absent. */
  upkeepMs?: number
  /** The embedded database has ended by itself, and why: nothing can be served any more. */
  onDatabaseLost?: (reason: string) => void
  /** Opens another database than the options name; it must be migrated. */
  openDatabase?: () => Promise<Database>
}

/** Ports above 1023 that the Fetch standard calls bad: browsers and Node.js ask nothing there. */
const portsNobodyAsks = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]

/** Throws a StartError that says what to write instead. */
export function checkPort({ port }: ServerOptions): void {
  if (portsNobodyAsks.includes(port)) {
    throw new StartError(
      `Browsers refuse port ${port}, which stands for another service. Choose another with --port.`,
    )
  }
}

/** Whether others than this machine could reach the server. */
export function canOthersReach({
  host,
  publicUrl,
}: Pick<ServerOptions, 'host' | 'publicUrl'>): boolean {
  return !isLoopback(host) || (publicUrl ? !isLoopback(new URL(publicUrl).hostname) : false)
}

/** What to say where others could reach a server that is to ask nobody who they are. */
export function needsSignIn({ host, publicUrl }: ServerOptions): StartError {
  const where = isLoopback(host) ? publicUrl : host
  return new StartError(
    `Others than this machine could reach the server (${where}), and whoever reaches it can run code here, so --no-auth is refused. Set QUARTERDECK_PASSWORD instead, or use --host 127.0.0.1.`,
  )
}

/** What to say where others could reach a server that asks nobody for a password. */
export function needsPassword({ host, publicUrl }: ServerOptions): StartError {
  const where = isLoopback(host) ? publicUrl : host
  return new StartError(
    `Others than this machine could reach the server (${where}), and whoever reaches it can run code here. Set QUARTERDECK_PASSWORD to a password that operators sign in with, or use --host 127.0.0.1.`,
  )
}
