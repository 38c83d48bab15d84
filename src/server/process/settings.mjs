// @ts-check

/**
 * One thing that can be set. `standard` is what counts when nothing is said, `otherwise` what the guide
 * writes for a default that is no value; `wants` says what is right where the type alone does not, and
 * `fault` is the sentence for what is not.
 * @typedef {{ env: string, text: string, otherwise?: string, isSecret?: true }} Common
 * @typedef {Common & { type: 'number', least: number, most: number, standard: number }} NumberSetting
 * @typedef {Common & { type: 'boolean', standard: boolean }} BooleanSetting
 * @typedef {Common & { type: 'choice', of: readonly string[], standard: string }} ChoiceSetting
 * @typedef {Common & { type: 'text' | 'origin' | 'path', pattern?: RegExp, wants?: string, fault: string, standard: string | null }} TextSetting
 * @typedef {Common & { type: 'list', of: 'hosts' | 'proxies', wants: string, fault: string, standard: readonly string[] }} ListSetting
 * @typedef {Common & { type: 'folders', wants: string, standard: null }} FoldersSetting
 * @typedef {NumberSetting | BooleanSetting | ChoiceSetting | TextSetting | ListSetting | FoldersSetting} Setting
 */

const LONGEST_SECONDS = 24 * 3_600
const OWN_FILE = 'a file in the data directory'

/**
 * Every setting: by its name in the settings file. The help of the command line and the table in
 * docs/configuration.md come from here, so this imports nothing: the help needs no packages.
 * @satisfies {Readonly<Record<string, Setting>>}
 */
export const settings = /** @type {const} */ ({
  port: {
    env: 'QUARTERDECK_PORT',
    type: 'number',
    least: 0,
    most: 65_535,
    standard: 4100,
    text: 'Port to listen on, 0 for any free one',
  },
  host: {
    env: 'QUARTERDECK_HOST',
    type: 'text',
    pattern: /./,
    fault: 'Write an address of this machine.',
    standard: '127.0.0.1',
    text: 'Address to listen on; any but a loopback one needs a password',
  },
  database_url: {
    env: 'DATABASE_URL',
    type: 'text',
    fault: 'Write the address of a PostgreSQL server.',
    standard: null,
    isSecret: true,
    text: 'A PostgreSQL server to use instead of the embedded database',
  },
  secret_key: {
    env: 'QUARTERDECK_SECRET_KEY',
    type: 'text',
    pattern: /^.{32,}$/s,
    wants: 'at least 32 characters',
    fault:
      'QUARTERDECK_SECRET_KEY must have at least 32 characters, for example those of “openssl rand -base64 32”.',
    standard: null,
    otherwise: OWN_FILE,
    isSecret: true,
    text: 'What secrets are encrypted with, instead of a key in the data directory',
  },
  api_key: {
    env: 'QUARTERDECK_API_KEY',
    type: 'text',
    pattern: /^[A-Za-z0-9._~+/=-]{20,}$/,
    wants: 'at least 20 letters, digits or -_.~+/=',
    fault:
      'QUARTERDECK_API_KEY must have at least 20 characters, all of them letters, digits or one of “-_.~+/=”.',
    standard: null,
    otherwise: `${OWN_FILE}, or the key of the servers on the same database`,
    isSecret: true,
    text: 'What clients of the API send',
  },
  password: {
    env: 'QUARTERDECK_PASSWORD',
    type: 'text',
    pattern: /^.{8,}$/s,
    wants: 'at least eight characters',
    fault: 'QUARTERDECK_PASSWORD must have at least eight characters.',
    standard: null,
    isSecret: true,
    text: 'Password of the user "admin"; needed when others can reach the server',
  },
  public_url: {
    env: 'QUARTERDECK_PUBLIC_URL',
    type: 'origin',
    pattern: /^https?:\/\/[^/?#@\s]+\/?$/,
    wants: 'an origin such as https://deck.example.com',
    fault: 'QUARTERDECK_PUBLIC_URL must be an origin, for example https://quarterdeck.example.com.',
    standard: null,
    otherwise: 'its own address',
    text: 'How browsers and clients reach the server, for example behind a proxy',
  },
  base_path: {
    env: 'QUARTERDECK_BASE_PATH',
    type: 'path',
    pattern: /^(\/(?!\.+(\/|$))[A-Za-z0-9._~-]+)*\/?$/,
    wants: 'a path such as /quarterdeck',
    fault: 'Write a path such as /quarterdeck.',
    standard: '',
    text: 'What stands before every path',
  },
  trusted_proxies: {
    env: 'QUARTERDECK_TRUSTED_PROXIES',
    type: 'list',
    of: 'proxies',
    wants: 'addresses or ranges such as 10.0.0.0/8, or loopback',
    fault: 'Write addresses or ranges such as 10.0.0.0/8, or loopback.',
    standard: [],
    text: 'Proxies whose headers count',
  },
  allowed_hosts: {
    env: 'QUARTERDECK_ALLOWED_HOSTS',
    type: 'list',
    of: 'hosts',
    wants: 'host names without a port',
    fault: 'Write host names without a port.',
    standard: [],
    text: 'Further host names that the server answers as',
  },
  deploy_examples: {
    env: 'QUARTERDECK_EXAMPLES',
    type: 'boolean',
    standard: true,
    text: 'Deploy the examples on the first start',
  },
  audit_days: {
    env: 'QUARTERDECK_AUDIT_DAYS',
    type: 'number',
    least: 1,
    most: 36_500,
    standard: 365,
    text: 'How long the audit log is kept',
  },
  upstream_silence_seconds: {
    env: 'QUARTERDECK_UPSTREAM_SILENCE_SECONDS',
    type: 'number',
    least: 10,
    most: 86_400,
    standard: 600,
    text: 'A forwarded request ends after this long without a byte',
  },
  log_level: {
    env: 'QUARTERDECK_LOG_LEVEL',
    type: 'choice',
    of: ['debug', 'info', 'warn', 'error'],
    standard: 'info',
    text: 'What is logged, and everything that is worse',
  },
  log_format: {
    env: 'QUARTERDECK_LOG_FORMAT',
    type: 'choice',
    of: ['auto', 'json', 'text'],
    standard: 'auto',
    text: 'How the log is written; auto is text on a terminal, else JSON',
  },
  pool_size: {
    env: 'QUARTERDECK_POOL_SIZE',
    type: 'number',
    least: 2,
    most: 1_000,
    standard: 10,
    text: 'Connections to a PostgreSQL server at most, besides one for notifications',
  },
  runs_at_once: {
    env: 'QUARTERDECK_RUNS_AT_ONCE',
    type: 'number',
    least: 0,
    most: 10_000,
    standard: 10,
    text: 'Runs that work at the same time in one process; 0 only answers requests',
  },
  run_timeout_seconds: {
    env: 'QUARTERDECK_RUN_TIMEOUT_SECONDS',
    type: 'number',
    least: 0,
    most: 7 * LONGEST_SECONDS,
    standard: 3_600,
    text: 'How long an attempt at a run may take; 0 for no limit',
  },
  lease_seconds: {
    env: 'QUARTERDECK_LEASE_SECONDS',
    type: 'number',
    least: 3,
    most: 3_600,
    standard: 15,
    text: 'How long a process that is not heard of keeps its runs',
  },
  keep_events_hours: {
    env: 'QUARTERDECK_KEEP_EVENTS_HOURS',
    type: 'number',
    least: 1,
    most: 24 * 365,
    standard: 24,
    text: 'How long the events of a resumable run are kept after its end',
  },
  webhook_secret: {
    env: 'QUARTERDECK_WEBHOOK_SECRET',
    type: 'text',
    pattern: /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
    wants: 'whsec_ and at least 24 bytes in base64',
    fault:
      'QUARTERDECK_WEBHOOK_SECRET must be whsec_ and at least 24 bytes in base64, for example whsec_ and the output of “openssl rand -base64 32”.',
    standard: null,
    otherwise: OWN_FILE,
    isSecret: true,
    text: 'What webhooks are signed with',
  },
  webhook_private_addresses: {
    env: 'QUARTERDECK_WEBHOOK_PRIVATE_ADDRESSES',
    type: 'choice',
    of: ['allow', 'deny'],
    standard: 'allow',
    text: 'Whether webhooks may call private networks and this machine',
  },
  clone_timeout_seconds: {
    env: 'QUARTERDECK_CLONE_TIMEOUT_SECONDS',
    type: 'number',
    least: 1,
    most: LONGEST_SECONDS,
    standard: 300,
    text: 'How long each git command of a rollout may take',
  },
  install_timeout_seconds: {
    env: 'QUARTERDECK_INSTALL_TIMEOUT_SECONDS',
    type: 'number',
    least: 1,
    most: LONGEST_SECONDS,
    standard: 600,
    text: 'How long installing packages, or the install command, may take',
  },
  build_timeout_seconds: {
    env: 'QUARTERDECK_BUILD_TIMEOUT_SECONDS',
    type: 'number',
    least: 1,
    most: LONGEST_SECONDS,
    standard: 600,
    text: 'How long the build command may take',
  },
  load_timeout_seconds: {
    env: 'QUARTERDECK_LOAD_TIMEOUT_SECONDS',
    type: 'number',
    least: 1,
    most: LONGEST_SECONDS,
    standard: 60,
    text: 'How long loading the graphs, or the start of a container, may take',
  },
  keep_builds: {
    env: 'QUARTERDECK_KEEP_BUILDS',
    type: 'number',
    least: 1,
    most: 100,
    standard: 3,
    text: 'Builds of a deployment that are kept, besides the one that serves',
  },
  preview_idle_minutes: {
    env: 'QUARTERDECK_PREVIEW_IDLE_MINUTES',
    type: 'number',
    least: 1,
    most: 10_080,
    standard: 15,
    text: 'How long a revision that runs without traffic may be idle before its process is ended',
  },
  repositories: {
    env: 'QUARTERDECK_REPOSITORIES',
    type: 'folders',
    wants: 'absolute paths with the separator of PATH between them, or any',
    standard: null,
    otherwise: 'any where only this machine reaches the server, else none',
    text: 'Folders of this machine whose repositories may be deployed',
  },
})

/** What the command line reads before there are settings; the settings file cannot hold it. */
export const startVariables = /** @type {const} */ ({
  QUARTERDECK_HOME: {
    text: 'Data directory when --data is not given',
    otherwise: '~/.quarterdeck',
  },
  QUARTERDECK_CONFIG: {
    text: 'Settings file when --config is not given',
    otherwise: 'config.json in the data directory, where it exists',
  },
  QUARTERDECK_NEW_SECRET_KEY: {
    text: 'The new key of quarterdeck rotate-key, where QUARTERDECK_SECRET_KEY is the present one',
    otherwise: 'none',
  },
  QUARTERDECK_DEBUG: {
    text: 'Set to 1 to see where an unexpected error came from',
    otherwise: 'off',
  },
})
