import type { RevisionFigures } from '../../../contract/control-plane/revision-figures.ts'
import type { AgentHost } from '../../cluster/agent-host.ts'
import type { Database } from '../../db/database.ts'
import { findDeployment } from '../deployments/deployment-store.ts'
import { found } from '../deployments/find-deployment.ts'

const dayMs = 24 * 3_600_000

/** How the runs of the last days went, by the revision that they ran on. Throws 404. */
export async function revisionFigures(
  { database, host, now }: { database: Database; host: AgentHost; now: () => Date },
  deploymentId: string,
  days: number,
): Promise<{ days: number; revisions: RevisionFigures[] }> {
  found(await findDeployment(database, deploymentId), deploymentId)
  const since = new Date(now().getTime() - days * dayMs)
  return { days, revisions: await host.figuresByRevision(deploymentId, since) }
}
