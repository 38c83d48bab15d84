import { randomUUID } from 'node:crypto'
import { type Database, isUniqueViolation, type Queryable } from '../../../db/database.ts'
import { HttpError } from '../../../http/http-error.ts'
import {
  type DeploymentRow,
  findDeploymentNamed,
  insertDeployment,
  lockDeployment,
} from '../../deployments/deployment-store.ts'
import { addRevision, presentConfiguration } from '../../revisions/add-revision.ts'
import { unsettled } from '../../revisions/revision-statuses.ts'

/** What a working folder is served as. */
export interface FolderOrder {
  /** Absolute, a real path. */
  folder: string
  /** Of its langgraph.json, from the folder on. */
  configPath: string
  /** Of the deployment. */
  name: string
}

/** So many revisions of a folder are kept: each save makes one. */
const keptRevisions = 100

/**
 * Records a revision of a folder: its present content, whatever that is. The deployment is made where there is
 * none. Throws 409 when the name stands for something else.
 */
export async function addFolderRevision(
  database: Database,
  order: FolderOrder,
  at: Date,
): Promise<{ deployment_id: string; id: string }> {
  const { folder, configPath, name } = order
  const taken = () =>
    new HttpError(
      409,
      `There is a deployment named “${name}” already, which is not this folder. Choose another name with --name.`,
    )
  return database
    .transaction(async (tx) => {
      const found = await findDeploymentNamed(tx, name)
      const known = found && (await lockDeployment(tx, found.id))
      if (known && !isOfFolder(known, folder)) throw taken()
      const deployment_id = known?.id ?? randomUUID()
      if (!known) {
        const source_config = { repo_url: folder, deployment_type: 'dev' }
        await insertDeployment(tx, { id: deployment_id, name, source: 'folder', source_config })
      }
      const before = known ? presentConfiguration(known) : { secrets: [] }
      const source_revision_config = {
        repo_ref: null,
        langgraph_config_path: configPath,
        image_uri: null,
        repo_commit_sha: null,
      }
      const made = { ...before, source_revision_config, started_by: { via: 'folder' } }
      const id = await addRevision(tx, deployment_id, made, at)
      await forgetOld(tx, deployment_id)
      return { deployment_id, id }
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error, 'deployments_name_key') ? taken() : error
    })
}

function isOfFolder({ source, source_config, status }: DeploymentRow, folder: string): boolean {
  return source === 'folder' && source_config.repo_url === folder && status !== 'AWAITING_DELETE'
}

async function forgetOld(tx: Queryable, deploymentId: string): Promise<void> {
  await tx.query(
    `delete from revisions where deployment_id = $1 and not (status = any ($3))
       and id is distinct from (select active_revision_id from deployments where id = $1)
       and number <= (
         select number from revisions where deployment_id = $1 order by number desc offset $2 limit 1
       )`,
    [deploymentId, keptRevisions, unsettled],
  )
}

/** The revisions before another one whose rollouts have not ended. */
export function listOlderUnsettled(
  db: Queryable,
  { deployment_id, id }: { deployment_id: string; id: string },
): Promise<{ id: string; deployment_id: string }[]> {
  return db.query(
    `select id, deployment_id from revisions where deployment_id = $1 and status = any ($2)
       and number < (select number from revisions where id = $3)`,
    [deployment_id, unsettled, id],
  )
}
