import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import { redeployRevision } from '../../../contract/control-plane/deployments.ts'
import {
  hasFailed,
  type Revision,
  redeployProblem,
} from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { deploymentQuery, revisionsQuery, whatRevisionsChange } from '../queries.ts'
import { lastGood, missingSecret } from './revision-facts.ts'

type WaysOutProps = { deploymentId: string; revision: Revision }

/** What can be done about a rollout that failed: what it says is missing, its ref, the way back to what was good. */
export function WaysOut({ deploymentId, revision }: WaysOutProps) {
  const api = useApi()
  const { data: deployment } = useSuspenseQuery(deploymentQuery(api, deploymentId))
  const pages = useInfiniteQuery(revisionsQuery(api, deploymentId)).data?.pages ?? []
  const isLatest = deployment.latest_revision_id === revision.id
  if (!isLatest || !hasFailed(revision)) return null
  const good = lastGood(
    deployment,
    pages.flatMap((page) => page.resources),
  )
  const secret = missingSecret(revision)
  const isOfGit = deployment.source === 'github'
  return (
    <div className="mt-2.5 flex flex-wrap gap-2 print:hidden">
      {good && !redeployProblem(good) && <GoBack deploymentId={deploymentId} good={good} />}
      {secret && (
        <Button acts size="sm" render={<Link to={paths.addSecret(deploymentId, secret)} />}>
          Add the secret {secret}
        </Button>
      )}
      {isOfGit && revision.status === 'CREATE_FAILED' && (
        <Button acts size="sm" render={<Link to={paths.editRef(deploymentId)} />}>
          Edit the ref
        </Button>
      )}
    </div>
  )
}

/** One click: a revision that repeats the good one takes no traffic from it, and makes it the latest again. */
function GoBack({ deploymentId, good }: { deploymentId: string; good: Revision }) {
  const api = useApi()
  const navigate = useNavigate()
  const redeploy = useCall(api.controlPlane, redeployRevision, {
    invalidates: () => whatRevisionsChange(api, deploymentId),
  })
  const goBack = () =>
    redeploy.mutate(
      { params: { deployment_id: deploymentId, revision_id: good.id } },
      {
        onSuccess: ({ latest_revision_id: id }) => {
          toast.ok(`Going back to ${shortId(good.id)}`)
          if (id) void navigate(paths.revision(deploymentId, id))
        },
        onError: (error) => toast.bad('It was not gone back', { description: error.message }),
      },
    )
  return (
    <Button acts size="sm" variant="primary" isPending={redeploy.isPending} onClick={goBack}>
      Back to the last good one, {shortId(good.id)}
    </Button>
  )
}
