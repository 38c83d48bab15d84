import type { Context } from 'hono'
import type { ProjectHttp } from '../../cluster/project-http.ts'
import type { RunConfig } from '../../executor/protocol/run-order.ts'
import type { ApiKey } from '../../http/require-key.ts'
import type { RouteInput } from '../../http/route.ts'
import { fitsStars } from './fits-stars.ts'
import { projectRequest } from './project-request.ts'

/** The headers of a request that its runs find in their configuration, as the project names them. */
export function configurableHeaders(
  context: Context,
  { include, exclude }: NonNullable<ProjectHttp['configurable_headers']>,
  apiKey: ApiKey,
): Record<string, string> {
  const isNamed = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) => fitsStars(pattern, name))
  const { headers } = projectRequest(context, apiKey)
  return Object.fromEntries(
    headers.filter(([name]) => isNamed(include, name) && !isNamed(exclude, name)),
  )
}

/**
 * A request to run, or several, with these values in its configuration: what the caller says there goes before. Any other
 * request stays as it is.
 */
export function withConfigurable(input: RouteInput, more: Record<string, string>): RouteInput {
  if (Object.keys(more).length === 0) return input
  const { body } = input
  if (Array.isArray(body)) return { ...input, body: body.map((one) => bodyWith(one, more)) }
  return { ...input, body: bodyWith(body, more) }
}

function bodyWith(body: unknown, more: Record<string, string>): unknown {
  const isRun =
    typeof body === 'object' && body !== null && 'assistant_id' in body && !('graph_id' in body)
  if (!isRun) return body
  const { config } = body as { config?: RunConfig | null }
  return { ...body, config: { ...config, configurable: { ...more, ...config?.configurable } } }
}
