import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { type Deployment, redeployRevision } from '../../../contract/control-plane/deployments.ts'
import { redeployProblem } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useApi, useCall } from '../../api.tsx'
import { paths } from '../../paths.ts'
import { revisionsQuery, whatRevisionsChange } from '../queries.ts'
import { lastGood } from '../revision-facts.ts'
import { useBuildRemoved } from './build-removed.ts'

/**
 * One click back from what failed, or answers nobody: a revision that repeats the last good one takes no traffic from it,
 * and makes it the latest again. Nothing where there is none to go back to.
 */
export function GoBack({ deployment }: { deployment: Deployment }) {
  const api = useApi()
  const navigate = useNavigate()
  const redeploy = useCall(api.controlPlane, redeployRevision, {
    invalidates: () => whatRevisionsChange(api, deployment.id),
  })
  const buildRemovedOf = useBuildRemoved(deployment.id)
  const pages = useInfiniteQuery(revisionsQuery(api, deployment.id)).data?.pages ?? []
  const good = lastGood(
    deployment,
    pages.flatMap((page) => page.resources),
  )
  if (!good || redeployProblem(good)) return null
  const goBack = () =>
    redeploy.mutate(
      { params: { deployment_id: deployment.id, revision_id: good.id } },
      {
        onSuccess: ({ latest_revision_id: id }) => {
          toast.ok(`Going back to ${shortId(good.id)}`)
          if (id) void navigate(paths.revision(deployment.id, id))
        },
        onError: (error) => toast.bad('It was not gone back', { description: error.message }),
      },
    )
  const buildRemoved = buildRemovedOf(good)
  return (
    <>
      <Button acts size="sm" isPending={redeploy.isPending} onClick={goBack}>
        Back to the last good one, {shortId(good.id)}
      </Button>
      {buildRemoved && <p className="basis-full text-ink-2 text-sm">{buildRemoved}</p>}
    </>
  )
}
