import type { MiddlewareHandler } from 'hono'
import { createDeletion } from '../../../contract/gateway/deletions.ts'
import { createSession } from '../../../contract/gateway/session.ts'
import { createOwnerSession } from '../../../contract/gateway/sign-in-address.ts'
import type { Database } from '../../db/database.ts'
import type { ReadClient } from '../../http/client-facts.ts'
import { addressIn, isProviderSignIn } from '../address-in.ts'
import type { Actor } from '../operators/sessions.ts'
import { requestFacts } from '../request-facts.ts'
import type { AuditLog } from './audit-log.ts'
import { deletedItem, readChanges } from './read-changes.ts'
import { deletedIn, subjectName } from './subject-name.ts'

/** Keeps what people and programs do through the gateway in the audit log, once it is known who they are. */
export function auditRequests(deps: {
  database: Database
  audit: AuditLog
  readClient: ReadClient
  requestIdOf: (request: Request) => string | null
  now: () => Date
  report: (error: Error) => void
}): MiddlewareHandler {
  const { database, audit, readClient, now } = deps
  return async (context, next) => {
    const facts = requestFacts(context)
    const { method, path } = context.req
    const { addressed, access } = addressIn(context)
    // What strangers send is no deed of anybody's: it may not fill the log either.
    const isSigningIn = addressed.endpoint === createSession
    const isEntering = addressed.endpoint === createOwnerSession
    const isKnown = facts.actor !== null
    const isLooked = access.isAudited && isKnown
    const isManagement = ['gateway', 'control-plane'].includes(addressed.endpoint?.area ?? '')
    const changes = isLooked && isManagement && !isEntering ? readChanges(context.req.raw) : null
    const isDeletion = addressed.endpoint === createDeletion
    const item = isLooked ? await deletedItem(context.req.raw) : null
    const subject = isLooked && !isDeletion ? await subjectName(database, path, item) : null
    const since = performance.now()
    await next()
    const isKept =
      access.isAudited &&
      // A browser that comes back from the provider is somebody once the provider has said who.
      (isProviderSignIn(path)
        ? facts.typedName !== null
        : isKnown || isSigningIn || (isEntering && facts.actor !== null))
    if (!isKept || context.res.status === 429) return
    const set = (await changes) ?? null
    await audit
      .write({
        at: now(),
        actor: facts.actor,
        typed_name: facts.typedName ?? (isOwner(facts.actor) ? ownerName : null),
        remote_address: readClient(context).address,
        method,
        path,
        action: addressed.endpoint?.name ?? null,
        connection_id: addressed.connection_id,
        deployment_id: addressed.deployment_id,
        subject_name: isDeletion ? await deletedIn(database, set) : subject,
        changes: set,
        status: facts.outcome ?? context.res.status,
        duration_ms: performance.now() - since,
        request_id: deps.requestIdOf(context.req.raw),
      })
      .catch(deps.report)
  }
}

/** Who signed in by an address that the server made for whoever started it, as the log calls them. */
const ownerName = 'owner of this server'

/** Without sign-in, and with the API key, there is nobody either, but no session that expires. */
function isOwner(actor: Actor | null): boolean {
  return actor !== null && actor.user === null && actor.expires_at !== null
}
