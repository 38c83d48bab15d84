import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'
import type { DeploymentRow } from '../deployments/deployment-store.ts'
import { insertRevision, type NewRevision, skipWaiting } from './revision-store.ts'

/**
 * Records a revision as its deployment's latest, and skips those that have not begun. Answers its
 * id. The caller wakes the rollouts once the transaction is committed.
 */
export async function addRevision(
  tx: Queryable,
  deploymentId: string,
  made: Omit<NewRevision, 'id' | 'deployment_id' | 'at'> & { id?: string },
  at: Date,
): Promise<string> {
  const id = made.id ?? randomUUID()
  await insertRevision(tx, { ...made, id, deployment_id: deploymentId, at })
  await skipWaiting(tx, deploymentId, id, at)
  return id
}

/** What a revision is made from that repeats the latest one at whatever commit its ref points to now. */
export function presentConfiguration(
  current: DeploymentRow,
): Pick<NewRevision, 'source_revision_config' | 'secrets'> {
  return {
    source_revision_config: {
      ...current.source_revision_config,
      repo_commit_sha: null,
      repo_commit_message: null,
      repo_commit_author: null,
    },
    secrets: current.secrets,
  }
}
