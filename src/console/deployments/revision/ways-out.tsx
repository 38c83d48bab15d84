import { useSuspenseQuery } from '@tanstack/react-query'
import { hasFailed, type Revision } from '../../../contract/control-plane/revisions.ts'
import { useApi } from '../../api.tsx'
import { deploymentQuery } from '../queries.ts'
import { GoBack } from './go-back.tsx'
import { Repairs } from './repairs.tsx'

type WaysOutProps = { deploymentId: string; revision: Revision }

/** What can be done about a rollout that failed: what it says is missing, its ref, the way back to what was good. */
export function WaysOut({ deploymentId, revision }: WaysOutProps) {
  const { data: deployment } = useSuspenseQuery(deploymentQuery(useApi(), deploymentId))
  const isLatest = deployment.latest_revision_id === revision.id
  if (!isLatest || !hasFailed(revision)) return null
  return (
    <div className="mt-2.5 flex flex-wrap gap-2 print:hidden">
      <GoBack deployment={deployment} />
      <Repairs deployment={deployment} revision={revision} />
    </div>
  )
}
