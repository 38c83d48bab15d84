import type { AuditEntry } from '../../../contract/gateway/audit.ts'
import { changedFields } from './changed-fields.ts'

/** A form of the console is a few kilobytes. */
const largestBody = 200_000

/** Which fields a request sets, read beside whoever answers it; null where it has no small JSON body. */
export async function readChanges(request: Request): Promise<AuditEntry['changes']> {
  return changedFields(await readBody(request))
}

/** The item of a store that a request deletes, by its namespace and key, which stand in the body; null for any other. */
export async function deletedItem(request: Request): Promise<string | null> {
  if (request.method !== 'DELETE' || !/\/store\/items\/?(?:\?|$)/.test(request.url)) return null
  const { namespace, key } = Object(await readBody(request)) as Record<string, unknown>
  if (typeof key !== 'string') return null
  return [...(Array.isArray(namespace) ? namespace : []), key].join('.').slice(0, 200)
}

async function readBody(request: Request): Promise<unknown> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (!request.body || length === 0 || length > largestBody) return null
  // Before the first wait: afterwards the body may be taken.
  const copy = request.clone()
  try {
    return JSON.parse(await copy.text())
  } catch {
    // It is refused, or was broken off: whoever answers it says so.
    return null
  }
}
