import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Fact, Facts } from '../../../ui/page/facts.tsx'
import { useApi } from '../../api.tsx'
import { RevisionDecision } from '../../objects/qa/revision-decision.tsx'
import { paths } from '../../paths.ts'
import { RedeployDialog } from '../dialogs.ts'
import { deploymentQuery, revisionQuery } from '../queries.ts'
import { redeployWords, trafficWords } from '../revision-facts.ts'
import { sourceText } from '../revision-pill.tsx'
import { PreviewState } from './preview-state.tsx'
import { previewsQuery } from './previews-query.ts'
import { StopPreviewButton } from './stop-preview-button.tsx'

type PreviewOverviewProps = { of: NonNullable<Deployment['preview_of']> }

/** A revision that runs without traffic: what it is, whether it has a process, and the step to let it serve. */
export function PreviewOverview({ of: { deployment_id, revision_id } }: PreviewOverviewProps) {
  const api = useApi()
  const [isPromoting, setIsPromoting] = useState(false)
  const deployment = useQuery(deploymentQuery(api, deployment_id)).data
  const revision = useQuery(revisionQuery(api, deployment_id, revision_id)).data
  const previews = useQuery(previewsQuery(api, deployment_id)).data
  const preview = previews?.find((one) => one.revision_id === revision_id)
  return (
    <div className="flex flex-col gap-[18px]">
      <RevisionDecision deploymentId={deployment_id} revisionId={revision_id} repeats={[]} />
      <Card>
        <CardHeader
          title="Preview"
          detail="a revision that runs without traffic"
          actions={
            <>
              {preview && <StopPreviewButton preview={preview} />}
              {deployment && revision && redeployWords(deployment, revision) === 'Promote' && (
                <Button acts size="sm" variant="primary" onClick={() => setIsPromoting(true)}>
                  Promote…
                </Button>
              )}
            </>
          }
        />
        <CardBody>
          <Facts>
            <Fact term="Deployment">
              <Link to={paths.deployment(deployment_id)} className="rounded-sm">
                {deployment?.name ?? shortId(deployment_id)}
              </Link>
            </Fact>
            <Fact term="Revision">
              <Link to={paths.revision(deployment_id, revision_id)} className="mono rounded-sm">
                {shortId(revision_id)}
              </Link>
              {revision && ` · ${sourceText(revision.source_revision_config)}`}
            </Fact>
            {revision?.promoted_to && (
              <Fact term="Promoted as">
                <Link
                  to={paths.revision(deployment_id, revision.promoted_to)}
                  className="mono rounded-sm"
                >
                  {shortId(revision.promoted_to)}
                </Link>
                {deployment &&
                  revision.promoted_to === deployment.active_revision_id &&
                  ` · ${trafficWords(deployment)}`}
              </Fact>
            )}
            <Fact term="Process">{preview ? <PreviewState preview={preview} /> : '—'}</Fact>
            <Fact term="Kept apart">
              Its threads, runs and votes are its own: lists and sums of the deployment leave them
              out.
            </Fact>
          </Facts>
        </CardBody>
      </Card>
      {isPromoting && deployment && revision && (
        <RedeployDialog
          deployment={deployment}
          revision={revision}
          onClose={() => setIsPromoting(false)}
        />
      )}
    </div>
  )
}
