import * as z from 'zod/mini'
import type { ProjectHttp, WebhookPolicy } from '../../../cluster/project-http.ts'
import { faulty } from './faulty.ts'
import { type Checkout, checkPlace } from './project-place.ts'

const texts = z.array(z.string())
const flag = z.nullish(z.boolean())
const pattern = z.string().check(
  z.refine((text) => {
    try {
      return Boolean(new RegExp(text))
    } catch {
      return false
    }
  }, 'Write a regular expression.'),
)

const Http = z.looseObject({
  app: z.nullish(z.string()),
  enable_custom_route_auth: flag,
  middleware_order: z.nullish(z.enum(['middleware_first', 'auth_first'])),
  disable_assistants: flag,
  disable_threads: flag,
  disable_runs: flag,
  disable_store: flag,
  disable_meta: flag,
  disable_webhooks: flag,
  disable_mcp: flag,
  disable_a2a: flag,
  disable_ui: flag,
  cors: z.nullish(
    z.strictObject({
      allow_origins: z.optional(texts),
      allow_origin_regex: z.optional(pattern),
      allow_methods: z.optional(texts),
      allow_headers: z.optional(texts),
      allow_credentials: z.optional(z.boolean()),
      expose_headers: z.optional(texts),
      max_age: z.optional(z.number()),
    }),
  ),
  configurable_headers: z.nullish(
    z.strictObject({
      include: z.nullish(texts),
      includes: z.nullish(texts),
      exclude: z.nullish(texts),
      excludes: z.nullish(texts),
    }),
  ),
})

const parts = [
  'assistants',
  'threads',
  'runs',
  'store',
  'meta',
  'webhooks',
  'mcp',
  'a2a',
  'ui',
] as const

/** Reads `http`, whose keys are checked by name. Throws a RolloutFailure (CREATE_FAILED) that names what is wrong. */
export async function readHttp(http: unknown, checkout: Checkout): Promise<ProjectHttp | null> {
  if (!http) return null
  const read = Http.safeParse(http)
  if (!read.success) throw faulty('http', http, read.error.issues, checkout.configPath)
  const { app, cors, configurable_headers: headers, middleware_order: order, ...flags } = read.data
  const closed = parts.filter((name) => flags[`disable_${name}`])
  return {
    ...(app ? { app: await checkPlace('http.app', app, checkout) } : {}),
    are_custom_routes_open: flags.enable_custom_route_auth === false,
    ...(order ? { is_middleware_first: order === 'middleware_first' } : {}),
    closed,
    ...(cors ? { cors } : {}),
    ...(headers
      ? {
          configurable_headers: {
            include: headers.include ?? headers.includes ?? [],
            exclude: headers.exclude ?? headers.excludes ?? [],
          },
        }
      : {}),
  }
}

const WebhookUrls = z.strictObject({
  require_https: z.optional(z.boolean()),
  allowed_domains: z.optional(texts),
  allowed_ports: z.optional(z.array(z.int())),
  max_url_length: z.optional(z.int().check(z.gte(1))),
  disable_loopback: z.optional(z.boolean()),
})

/** Reads `webhooks.url`, as `readHttp`. */
export function readWebhooks(webhooks: unknown, configPath: string): WebhookPolicy | null {
  const { url } = Object(webhooks) as { url?: unknown }
  if (!url) return null
  const read = WebhookUrls.safeParse(url)
  if (!read.success) throw faulty('webhooks.url', url, read.error.issues, configPath)
  return read.data
}
