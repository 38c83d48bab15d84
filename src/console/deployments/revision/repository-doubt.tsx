import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../client/api-error.ts'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { listRepositoryRefs } from '../../../contract/control-plane/repository-refs.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { query, useApi } from '../../api.tsx'
import { useRefusal } from '../../shell/page/use-refusal.ts'
import { isAmong, NotAmong } from '../form/ref-among.tsx'

/** Why a revision from the deployment's repository would fail, as far as is known before it is started; nothing else. */
export function RepositoryDoubt({ deployment }: { deployment: Deployment }) {
  const { connection, controlPlane } = useApi()
  const refusal = useRefusal('operator')
  const { repo_url, has_repo_token: hasToken } = deployment.source_config
  const { data, error } = useQuery({
    ...query(controlPlane, listRepositoryRefs, { body: { repo_url: repo_url ?? '' } }),
    enabled: searchesRuns(connection) && !refusal && Boolean(repo_url),
    retry: false,
  })
  const ref = deployment.source_revision_config.repo_ref ?? ''
  if (data && !isAmong(ref, data)) {
    return (
      <p role="status">
        <NotAmong refName={ref} />
      </p>
    )
  }
  // The token that is kept may open it, and is not asked with.
  const isRefused = error instanceof ApiError && error.status === 422 && hasToken !== true
  return isRefused ? (
    <p role="status" className="text-bad wrap-anywhere">
      {error.fieldErrors[0]?.msg ?? error.message}
    </p>
  ) : null
}
