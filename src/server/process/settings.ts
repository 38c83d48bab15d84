import * as z from 'zod/mini'
import { isProxyRange } from '../http/client-facts.ts'

/** One thing that can be set: in the environment by `env`, in the settings file by its name. */
export interface Setting {
  env: string
  schema: z.ZodMiniType
  /** What counts when nothing is said. */
  standard: unknown
  isSecret?: boolean
}

function wholeNumber(min: number, max: number) {
  const message = `Write a whole number from ${min} to ${max}.`
  return z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/, message))], { error: message }),
    z.transform((value: number | string, context) => {
      const number = Number(value)
      if (Number.isInteger(number) && number >= min && number <= max) return number
      context.issues.push({ code: 'custom', input: value, message })
      return z.NEVER
    }),
  )
}

const yesOrNo = z.pipe(
  z.union([z.boolean(), z.string()], { error: 'Write true or false.' }),
  z.transform((value: boolean | string, context) => {
    if (value === true || value === 'true' || value === '1') return true
    if (value === false || value === 'false' || value === '0') return false
    context.issues.push({ code: 'custom', input: value, message: 'Write true or false.' })
    return z.NEVER
  }),
)

/** Handed on as text to the part of the server that reads it. */
const handedOn = z.nullable(
  z.pipe(
    z.union([z.string(), z.number()], { error: 'Write a text or a number.' }),
    z.transform((value: string | number) => String(value)),
  ),
)

/** A list in the file, or a text with commas. */
function list(isRight: (item: string) => boolean, message: string) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.array(z.string())], { error: message }),
      z.transform((value: string | string[]) =>
        (typeof value === 'string' ? value.split(',') : value)
          .map((item) => item.trim().toLowerCase())
          .filter((item) => item !== ''),
      ),
    ),
    z.array(z.string().check(z.refine(isRight, message))),
  )
}

const text = (message: string, isRight: (value: string) => boolean) =>
  z.nullable(z.string({ error: message }).check(z.refine(isRight, message)))

/** Settings that `engineSettings` and `rolloutSettings` read. */
const ofParts: Readonly<Record<string, Setting>> = {
  pool_size: { env: 'QUARTERDECK_POOL_SIZE', schema: handedOn, standard: null },
  runs_at_once: { env: 'QUARTERDECK_RUNS_AT_ONCE', schema: handedOn, standard: null },
  run_timeout_seconds: { env: 'QUARTERDECK_RUN_TIMEOUT_SECONDS', schema: handedOn, standard: null },
  lease_seconds: { env: 'QUARTERDECK_LEASE_SECONDS', schema: handedOn, standard: null },
  keep_events_hours: { env: 'QUARTERDECK_KEEP_EVENTS_HOURS', schema: handedOn, standard: null },
  webhook_secret: {
    env: 'QUARTERDECK_WEBHOOK_SECRET',
    schema: handedOn,
    standard: null,
    isSecret: true,
  },
  webhook_private_addresses: {
    env: 'QUARTERDECK_WEBHOOK_PRIVATE_ADDRESSES',
    schema: handedOn,
    standard: null,
  },
  clone_timeout_seconds: {
    env: 'QUARTERDECK_CLONE_TIMEOUT_SECONDS',
    schema: handedOn,
    standard: null,
  },
  install_timeout_seconds: {
    env: 'QUARTERDECK_INSTALL_TIMEOUT_SECONDS',
    schema: handedOn,
    standard: null,
  },
  build_timeout_seconds: {
    env: 'QUARTERDECK_BUILD_TIMEOUT_SECONDS',
    schema: handedOn,
    standard: null,
  },
  load_timeout_seconds: {
    env: 'QUARTERDECK_LOAD_TIMEOUT_SECONDS',
    schema: handedOn,
    standard: null,
  },
  keep_builds: { env: 'QUARTERDECK_KEEP_BUILDS', schema: handedOn, standard: null },
  repositories: { env: 'QUARTERDECK_REPOSITORIES', schema: handedOn, standard: null },
}

/** Every setting. The operator's guide lists the same ones. */
export const settings: Readonly<Record<string, Setting>> = {
  port: { env: 'QUARTERDECK_PORT', schema: wholeNumber(0, 65_535), standard: 4100 },
  host: {
    env: 'QUARTERDECK_HOST',
    schema: z.string({ error: 'Write an address of this machine.' }).check(z.minLength(1)),
    standard: '127.0.0.1',
  },
  database_url: {
    env: 'DATABASE_URL',
    schema: z.nullable(z.string({ error: 'Write the address of a PostgreSQL server.' })),
    standard: null,
    isSecret: true,
  },
  secret_key: {
    env: 'QUARTERDECK_SECRET_KEY',
    schema: text(
      'QUARTERDECK_SECRET_KEY must have at least 32 characters, for example those of “openssl rand -base64 32”.',
      (value) => value.length >= 32,
    ),
    standard: null,
    isSecret: true,
  },
  api_key: {
    env: 'QUARTERDECK_API_KEY',
    schema: text(
      'QUARTERDECK_API_KEY must have at least 20 characters, all of them letters, digits or one of “-_.~+/=”.',
      (value) => /^[A-Za-z0-9._~+/=-]{20,}$/.test(value),
    ),
    standard: null,
    isSecret: true,
  },
  password: {
    env: 'QUARTERDECK_PASSWORD',
    schema: text(
      'QUARTERDECK_PASSWORD must have at least eight characters.',
      (value) => value.length >= 8,
    ),
    standard: null,
    isSecret: true,
  },
  public_url: {
    env: 'QUARTERDECK_PUBLIC_URL',
    schema: text(
      'QUARTERDECK_PUBLIC_URL must be an origin, for example https://quarterdeck.example.com.',
      (value) => /^https?:\/\/[^/?#@\s]+\/?$/.test(value) && URL.canParse(value),
    ),
    standard: null,
  },
  base_path: {
    env: 'QUARTERDECK_BASE_PATH',
    schema: z.pipe(
      z
        .string({ error: 'Write a path such as /quarterdeck.' })
        .check(
          z.regex(/^(\/(?!\.+(\/|$))[A-Za-z0-9._~-]+)*\/?$/, 'Write a path such as /quarterdeck.'),
        ),
      z.transform((value: string) => value.replace(/\/$/, '')),
    ),
    standard: '',
  },
  trusted_proxies: {
    env: 'QUARTERDECK_TRUSTED_PROXIES',
    schema: list(isProxyRange, 'Write addresses or ranges such as 10.0.0.0/8, or loopback.'),
    standard: [],
  },
  allowed_hosts: {
    env: 'QUARTERDECK_ALLOWED_HOSTS',
    schema: list((item) => /^[a-z0-9.-]+$/.test(item), 'Write host names without a port.'),
    standard: [],
  },
  deploy_examples: { env: 'QUARTERDECK_EXAMPLES', schema: yesOrNo, standard: true },
  audit_days: { env: 'QUARTERDECK_AUDIT_DAYS', schema: wholeNumber(1, 36_500), standard: 365 },
  upstream_silence_seconds: {
    env: 'QUARTERDECK_UPSTREAM_SILENCE_SECONDS',
    schema: wholeNumber(10, 86_400),
    standard: 600,
  },
  log_level: {
    env: 'QUARTERDECK_LOG_LEVEL',
    schema: z.enum(['debug', 'info', 'warn', 'error'], {
      error: 'Write debug, info, warn or error.',
    }),
    standard: 'info',
  },
  log_format: {
    env: 'QUARTERDECK_LOG_FORMAT',
    schema: z.enum(['auto', 'json', 'text'], { error: 'Write auto, json or text.' }),
    standard: 'auto',
  },
  ...ofParts,
}

/** The variables of the parts that read their own, wherever they were set. */
export function environmentOfParts(
  config: Readonly<Record<string, unknown>>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(ofParts).map(([name, { env }]) => {
      const value = config[name]
      return [env, typeof value === 'string' ? value : undefined]
    }),
  )
}
