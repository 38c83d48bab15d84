import { StartError } from '../start-error.ts'
import type { ServerConfig } from './config.ts'
import type { ServerOptions } from './server-options.ts'
import { signInOptions } from './sign-in-options.ts'

/** The settings as the options of a server, durations in milliseconds. */
export function configuredOptions(config: ServerConfig): ServerOptions {
  if (config.agent_folders === 'any') {
    throw new StartError(
      'QUARTERDECK_AGENT_FOLDERS names folders. With “any” nothing would be kept apart: that is QUARTERDECK_ISOLATION=none.',
    )
  }
  return {
    port: config.port,
    host: config.host,
    dataDir: config.data_dir,
    databaseUrl: config.database_url,
    secretKey: config.secret_key,
    apiKey: config.api_key,
    password: config.password,
    ...signInOptions(config),
    publicUrl: config.public_url,
    basePath: config.base_path,
    trustedProxies: config.trusted_proxies,
    allowedHosts: config.allowed_hosts,
    hasExamples: config.deploy_examples,
    hasPythonExamples: config.deploy_examples && config.deploy_python_examples,
    auditDays: config.audit_days,
    prices: config.prices,
    traces: tracesOf(config),
    upstreamSilenceMs: config.upstream_silence_seconds * 1_000,
    cluster: { leaseMs: config.lease_seconds * 1_000 },
    engine: {
      poolSize: config.pool_size,
      limits: {
        runsAtOnce: config.runs_at_once,
        runTimeoutMs: config.run_timeout_seconds * 1_000,
        silenceMs: config.agent_silence_seconds * 1_000,
        keepEventsMs: config.keep_events_hours * 3_600_000,
        valueBytes: config.state_value_mb * 1024 ** 2,
        stateBytes: config.state_mb * 1024 ** 2,
      },
      webhookSecret: config.webhook_secret,
      webhookPrivateAddresses: config.webhook_private_addresses,
    },
    diskWarningMegabytes: config.disk_warning_mb,
    isolation: {
      mode: config.isolation,
      memoryPercent: config.agent_memory_percent,
      processes: config.agent_processes,
      openFiles: config.agent_open_files,
      folders: config.agent_folders ?? [],
      metadata: config.agent_metadata,
      systemCalls: config.agent_system_calls,
      secretFiles: config.secret_files,
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

function tracesOf(config: ServerConfig): ServerOptions['traces'] {
  if (config.otlp_endpoint === null) return null
  const headers = (config.otlp_headers ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [] : [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]]
  })
  return {
    endpoint: config.otlp_endpoint,
    headers: Object.fromEntries(headers) as Record<string, string>,
    serviceName: config.trace_service_name,
    hasContents: config.trace_contents,
  }
}
