import type { Config } from './config.ts'
import type { ServerOptions } from './server-options.ts'

/** The settings as the options of a server, durations in milliseconds. */
export function configuredOptions(config: Config): ServerOptions {
  return {
    port: config.port,
    host: config.host,
    dataDir: config.data_dir,
    databaseUrl: config.database_url,
    secretKey: config.secret_key,
    apiKey: config.api_key,
    password: config.password,
    publicUrl: config.public_url,
    basePath: config.base_path,
    trustedProxies: config.trusted_proxies,
    allowedHosts: config.allowed_hosts,
    hasExamples: config.deploy_examples,
    auditDays: config.audit_days,
    upstreamSilenceMs: config.upstream_silence_seconds * 1_000,
    cluster: { leaseMs: config.lease_seconds * 1_000 },
    engine: {
      poolSize: config.pool_size,
      limits: {
        runsAtOnce: config.runs_at_once,
        runTimeoutMs: config.run_timeout_seconds * 1_000,
        keepEventsMs: config.keep_events_hours * 3_600_000,
      },
      webhookSecret: config.webhook_secret,
      webhookPrivateAddresses: config.webhook_private_addresses,
    },
    rollouts: {
      limits: {
        cloneMs: config.clone_timeout_seconds * 1_000,
        installMs: config.install_timeout_seconds * 1_000,
        buildMs: config.build_timeout_seconds * 1_000,
        loadMs: config.load_timeout_seconds * 1_000,
      },
      keptBuilds: config.keep_builds,
      previewIdleMs: config.preview_idle_minutes * 60_000,
      repositories: config.repositories,
    },
  }
}
