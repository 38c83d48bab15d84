import path from 'node:path'

const passedOn = [
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SSH_AUTH_SOCK',
  'GIT_SSH_COMMAND',
  'GIT_SSL_CAINFO',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'NPM_CONFIG_REGISTRY',
  'npm_config_registry',
  'NPM_CONFIG_USERCONFIG',
  'npm_config_userconfig',
  'SystemRoot',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
]

/**
 * The environment of git and of package managers: what they need to reach the network and their
 * own configuration, and nothing of the server's own (its database address, its keys). Secrets of
 * the deployment are not part of it: they belong to the running code.
 */
export function buildEnvironment(packageCache: string): Record<string, string> {
  const env: Record<string, string> = {
    PATH: [path.dirname(process.execPath), process.env.PATH].filter(Boolean).join(path.delimiter),
    CI: 'true',
    NO_COLOR: '1',
    npm_config_cache: packageCache,
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  }
  for (const [name, value] of Object.entries(process.env)) {
    const isProxy = /^(https?|no|all)_proxy$/i.test(name)
    if (value && (isProxy || name.startsWith('LC_') || passedOn.includes(name))) env[name] = value
  }
  return env
}

/**
 * As above for git: it may not ask anybody anything, may speak only protocols that fetch (never
 * `ext::`, which runs a command), and says its errors in English.
 */
export function gitEnvironment(packageCache: string): Record<string, string> {
  return {
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes -o ConnectTimeout=20',
    ...buildEnvironment(packageCache),
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_LFS_SKIP_SMUDGE: '1',
    LC_ALL: 'C',
  }
}
