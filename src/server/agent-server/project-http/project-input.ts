import type { Context } from 'hono'
import type { LoadableRevision } from '../../cluster/agent-host.ts'
import type { ApiKey } from '../../http/require-key.ts'
import type { RouteInput } from '../../http/route.ts'
import { configurableHeaders, withConfigurable } from './configurable-headers.ts'
import { checkWebhooks } from './webhook-policy.ts'

/** What the project's langgraph.json makes of every request, or null where that is nothing. */
export function projectInput(
  context: Context,
  revision: Pick<LoadableRevision, 'http' | 'webhooks'>,
  apiKey: ApiKey,
): ((input: RouteInput) => RouteInput) | null {
  const policy = webhooksOf(revision)
  const headers = revision.http?.configurable_headers
  if (!policy && !headers) return null
  const more = headers ? configurableHeaders(context, headers, apiKey) : {}
  return (input) => {
    if (policy) checkWebhooks(input.body, policy)
    return withConfigurable(input, more)
  }
}

/** Which webhooks a revision has called; null for all. */
export function webhooksOf({ http, webhooks }: Pick<LoadableRevision, 'http' | 'webhooks'>) {
  return http?.closed.includes('webhooks') ? 'none' : (webhooks ?? null)
}
