import type { AuditEntry } from '../../../contract/gateway/audit.ts'
import { changedFields } from './changed-fields.ts'

/** A form of the console is a few kilobytes. */
const largestBody = 200_000

/** Which fields a request sets, read beside whoever answers it; null where it has no small JSON body. */
export async function readChanges(request: Request): Promise<AuditEntry['changes']> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (!request.body || length === 0 || length > largestBody) return null
  // Before the first wait: afterwards the body may be taken.
  const copy = request.clone()
  try {
    return changedFields(JSON.parse(await copy.text()))
  } catch {
    // It is refused, or was broken off: whoever answers it says so.
    return null
  }
}
