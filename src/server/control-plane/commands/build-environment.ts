import path from 'node:path'
import { machineEnvironment } from '../../machine-environment.ts'

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
  'COREPACK_HOME',
  'COREPACK_NPM_REGISTRY',
  'COREPACK_INTEGRITY_KEYS',
  'SystemRoot',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
]

/**
 * The environment of git and of package managers: what they need to reach the network and their
 * own configuration, and nothing of the server's own (its database address, its keys). Secrets of
 * the deployment are not part of it: they belong to the running code. `node` is the first that is found.
 */
export function buildEnvironment(
  packageCache: string,
  node = process.execPath,
): Record<string, string> {
  const { PATH, ...machine } = machineEnvironment(
    (name) =>
      name === 'PATH' ||
      /^(https?|no|all)_proxy$/i.test(name) ||
      name.startsWith('LC_') ||
      passedOn.includes(name),
  )
  return {
    PATH: [path.dirname(node), PATH].filter(Boolean).join(path.delimiter),
    CI: 'true',
    NO_COLOR: '1',
    npm_config_cache: packageCache,
    COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
    npm_config_update_notifier: 'false',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    ...machine,
  }
}

/** Never let a repository's own or the user's configuration run a program of its choice. */
export const gitSafety = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'protocol.ext.allow=never',
  '-c',
  'advice.detachedHead=false',
]

/** What git signs in with at one repository. */
export interface RepositoryLogin {
  /** The repository's address; only its origin ever gets the token. */
  address: string
  /** A token, or `user:token`. */
  token: string
}

/**
 * As above for git: it may not ask anybody anything, may speak only protocols that fetch (never
 * `ext::`, which runs a command), and says its errors in English. A login reaches it through its
 * environment, so that no list of processes shows it.
 */
export function gitEnvironment(
  packageCache: string,
  login: RepositoryLogin | null,
): Record<string, string> {
  return {
    ...(login ? loginEnvironment(login) : {}),
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

/** A credential helper for the one origin, and none of the machine's own beside it. */
function loginEnvironment({ address, token }: RepositoryLogin): Record<string, string> {
  const split = token.indexOf(':')
  const helper =
    '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$QUARTERDECK_GIT_USER" "$QUARTERDECK_GIT_TOKEN"; }; f'
  return {
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'credential.helper',
    GIT_CONFIG_VALUE_0: '',
    GIT_CONFIG_KEY_1: `credential.${new URL(address).origin}.helper`,
    GIT_CONFIG_VALUE_1: helper,
    QUARTERDECK_GIT_USER: split > 0 ? token.slice(0, split) : 'x-access-token',
    QUARTERDECK_GIT_TOKEN: token.slice(split + 1),
  }
}
