import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { ProjectHttp } from '../../cluster/project-http.ts'
import { ignoredFieldsHeader } from '../../http/ignored-fields.ts'
import { fitsPattern, SlowPatternError } from '../../typed-pattern.ts'
import type { ExecutorPool } from '../executors/executor-pool.ts'

/** Without these the published clients do not work. */
const exposed = [
  'content-location',
  'location',
  'mcp-session-id',
  'x-pagination-total',
  'x-pagination-next',
  ignoredFieldsHeader,
]
// The key is what opens it, not a cookie: so a page of any origin may call, as the published servers allow.
const forAll = cors({ origin: '*', exposeHeaders: exposed, maxAge: 600 })

/** Which pages of other origins may call an agent server: all, unless its project says otherwise (`http.cors`). */
export function projectCors(executors: Pick<ExecutorPool, 'named'>): MiddlewareHandler {
  const made = new WeakMap<object, MiddlewareHandler>()
  return (context, next) => {
    const { active } = executors.named(context.req.param('deployment_name') ?? '') ?? {}
    const settings = active?.revision.http?.cors
    if (!settings) return forAll(context, next)
    const own = made.get(settings) ?? corsOf(settings)
    made.set(settings, own)
    return own(context, next)
  }
}

function corsOf(settings: NonNullable<ProjectHttp['cors']>): MiddlewareHandler {
  const { allow_origins: origins = [], allow_origin_regex, allow_methods, allow_headers } = settings
  const pattern = allow_origin_regex ? `^(?:${allow_origin_regex})$` : null
  const isForAll = origins.includes('*') || (origins.length === 0 && !pattern)
  return cors({
    origin: isForAll
      ? '*'
      : async (origin) =>
          origins.includes(origin) || (await isAllowed(pattern, origin)) ? origin : null,
    exposeHeaders: [...new Set([...exposed, ...(settings.expose_headers ?? [])])],
    maxAge: settings.max_age ?? 600,
    // Every origin with its cookies would be no rule at all; browsers refuse it too.
    credentials: !isForAll && settings.allow_credentials === true,
    ...(allow_methods ? { allowMethods: allow_methods } : {}),
    ...(allow_headers ? { allowHeaders: allow_headers } : {}),
  })
}

/** A pattern that takes too long on an origin allows it nothing. */
async function isAllowed(pattern: string | null, origin: string): Promise<boolean> {
  if (pattern === null) return false
  try {
    return await fitsPattern(pattern, origin)
  } catch (error) {
    if (error instanceof SlowPatternError) return false
    throw error
  }
}
