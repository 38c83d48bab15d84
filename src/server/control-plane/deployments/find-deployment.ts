import type { Queryable } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { type DeploymentRow, lockDeployment } from './deployment-store.ts'

/** The deployment, or 404 in the published words. */
export function found<Row>(row: Row | undefined, id: string): Row {
  if (!row) throw new HttpError(404, `Deployment ID ${id} not found.`)
  return row
}

/**
 * The deployment, for a change within the transaction. Throws 404 when there is none and 409 when
 * it is being deleted.
 */
export async function lockForChange(tx: Queryable, id: string): Promise<DeploymentRow> {
  const row = found(await lockDeployment(tx, id), id)
  if (row.status === 'AWAITING_DELETE') {
    throw new HttpError(409, `The deployment “${row.name}” is being deleted.`)
  }
  return row
}
