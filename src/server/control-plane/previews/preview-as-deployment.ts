import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { Queryable } from '../../db/database.ts'
import { findDeployment } from '../deployments/deployment-store.ts'
import { presentDeployment } from '../deployments/present-deployment.ts'
import { findPreview, listPreviewIds, previewName } from './preview-store.ts'

/**
 * A preview where a deployment is read by its id, so that whoever can reach one can reach the other: the deployment that
 * it is of, under the preview's name and address, without revisions of its own. Null where there is none.
 */
export async function findPreviewAsDeployment(
  db: Queryable,
  id: string,
  agentUrl: (name: string) => string,
): Promise<Deployment | null> {
  const preview = await findPreview(db, id)
  const row = preview && (await findDeployment(db, preview.deployment_id))
  if (!preview || !row) return null
  return {
    // It may rest, and is started when it is asked: then it has no health to tell.
    ...presentDeployment(row, agentUrl(previewName(preview)), null),
    id: preview.preview_id,
    // As people read it; the address has the whole id.
    name: `${preview.deployment_name}@${preview.revision_id.slice(0, 8)}`,
    latest_revision_id: preview.revision_id,
    active_revision_id: preview.revision_id,
    is_agent_server: true,
    preview_of: { deployment_id: preview.deployment_id, revision_id: preview.revision_id },
  }
}

/** The previews among some deployments' ids, so that whoever lists what is theirs can name it. */
export async function namedPreviewsAsDeployments(
  db: Queryable,
  ids: readonly string[],
  agentUrl: (name: string) => string,
): Promise<Deployment[]> {
  const asked = (await listPreviewIds(db)).filter((id) => ids.includes(id))
  const previews = await Promise.all(asked.map((id) => findPreviewAsDeployment(db, id, agentUrl)))
  return previews.filter((preview) => preview !== null)
}
