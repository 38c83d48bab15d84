import type { Deployment } from '../../contract/control-plane/deployments.ts'
import { paths } from '../paths.ts'

/** Where a session of a revision begins: against what serves, or alone where that is the revision itself or nothing. */
export function trySession({ id, active_revision_id }: Deployment, revision: string): string {
  const isOther = active_revision_id && active_revision_id !== revision
  return paths.newQaSession({ deployment: id, revision, ...(isOther && { against: 'serving' }) })
}
