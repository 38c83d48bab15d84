import type { MiddlewareHandler } from 'hono'
import type { ReadClient } from '../../http/client-facts.ts'
import { type ApiKey, holdsKey } from '../../http/require-key.ts'
import { askedOf } from '../../http/tell-changes.ts'
import { isSameSecret } from '../../same-secret.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import type { AuditLog } from './audit-log.ts'
import { deletedItem, readChanges } from './read-changes.ts'
import { subjectName } from './subject-name.ts'

const header = 'x-quarterdeck-through'

/** Marks what the gateway sends to the local stack: its own log has that already. It opens nothing. */
export function throughGateway(box: SecretBox, method: string): Record<string, string> {
  return { [header]: box.derive('through the gateway', method) }
}

/** Who writes with the API key, as the log calls them. */
export const apiKeyName = 'API key'

/** Keeps the writes that programs send to the local stack with its API key, past the gateway. */
export function auditApiWrites(deps: {
  audit: AuditLog
  apiKey: ApiKey
  localConnectionId: string
  secretBox: SecretBox
  readClient: ReadClient
  requestIdOf: (request: Request) => string | null
  now: () => Date
}): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req
    const isService = /^\/(api-host|agents|api)\//.test(path)
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
    const mark = context.req.header(header)
    const isOurs =
      mark !== undefined && isSameSecret(mark, deps.secretBox.derive('through the gateway', method))
    if (!isService || isRead || isOurs || !holdsKey(context, deps.apiKey)) return next()
    const isManagement = path.startsWith('/api-host/')
    const changes = isManagement ? readChanges(context.req.raw) : null
    // What is deleted has no name afterwards.
    const name =
      isManagement || method === 'DELETE'
        ? await subjectName(deps.audit.database, path, await deletedItem(context.req.raw))
        : null
    const since = performance.now()
    await next()
    const { endpoint, deploymentId = null } = askedOf(context)
    if (!endpoint?.isAudited) return
    deps.audit.writeSoon({
      at: deps.now(),
      actor: null,
      typed_name: apiKeyName,
      remote_address: deps.readClient(context).address,
      method,
      path,
      action: endpoint.name,
      connection_id: deps.localConnectionId,
      deployment_id: deploymentId ?? /\/v2\/deployments\/([^/]+)/.exec(path)?.[1] ?? null,
      subject_name: name ?? (await subjectName(deps.audit.database, path)),
      changes: (await changes) ?? null,
      status: context.res.status,
      duration_ms: performance.now() - since,
      request_id: deps.requestIdOf(context.req.raw),
    })
  }
}
