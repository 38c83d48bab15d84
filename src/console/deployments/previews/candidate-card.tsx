import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Deployment } from '../../../contract/control-plane/deployments.ts'
import type { Revision } from '../../../contract/control-plane/revisions.ts'
import { searchesRuns } from '../../../contract/gateway/connections.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatDuration } from '../../../ui/format/format-duration.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card } from '../../../ui/page/card.tsx'
import { useApi } from '../../api.tsx'
import { DecidedLine } from '../../objects/qa/decided-line.tsx'
import { useDecisions } from '../../objects/qa/use-decisions.ts'
import { paths } from '../../paths.ts'
import { RedeployDialog } from '../dialogs.ts'
import { startedByText, tookMs } from '../revision-facts.ts'
import { sourceText } from '../revision-pill.tsx'
import { trySession } from '../try-session.ts'
import { PreviewState } from './preview-state.tsx'
import { previewsQuery } from './previews-query.ts'
import { StopPreviewButton } from './stop-preview-button.tsx'

type CandidateCardProps = { deployment: Deployment; revision: Revision }

/** A revision without traffic that waits to be promoted: what it is, what was decided, whether it runs, the step on. */
export function CandidateCard({ deployment, revision }: CandidateCardProps) {
  const [isPromoting, setIsPromoting] = useState(false)
  const { active_revision_id: servingId } = deployment
  const { repo_commit_message: message } = revision.source_revision_config
  return (
    <Card className="mb-3 border-accent">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4 py-3">
        <div className="min-w-0 grow basis-80">
          <h2 className="flex min-w-0 items-center gap-2 font-semibold text-base">
            <span className="flex-none rounded-sm bg-accent-soft px-1.5 font-medium text-accent text-sm">
              Candidate
            </span>
            <span className="min-w-0 truncate" title={message ?? undefined}>
              {message ?? shortId(revision.id)}
            </span>
          </h2>
          <Origin deployment={deployment} revision={revision} />
        </div>
        <div className="flex flex-wrap gap-2">
          {servingId && (
            <Button
              render={<Link to={paths.compareRevisions(deployment.id, servingId, revision.id)} />}
            >
              Compare with serving
            </Button>
          )}
          <Button acts render={<Link to={trySession(deployment, revision.id)} />}>
            Try in a session
          </Button>
          <Button acts variant="primary" onClick={() => setIsPromoting(true)}>
            Promote
          </Button>
        </div>
      </div>
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-t px-4 py-2">
        <Decision deploymentId={deployment.id} revisionId={revision.id} />
        <Preview deploymentId={deployment.id} revisionId={revision.id} />
      </div>
      {isPromoting && (
        <RedeployDialog
          deployment={deployment}
          revision={revision}
          onClose={() => setIsPromoting(false)}
        />
      )}
    </Card>
  )
}

function Origin({ deployment, revision }: CandidateCardProps) {
  const { repo_commit_author: author } = revision.source_revision_config
  const startedBy = startedByText(revision)
  const took = tookMs(revision)
  const facts = [
    sourceText(revision.source_revision_config),
    author,
    startedBy && `started by ${startedBy}`,
    took !== null && `took ${formatDuration(took)}`,
  ]
  return (
    <p className="mt-1 text-ink-2 text-sm [overflow-wrap:anywhere]">
      <Link to={paths.revision(deployment.id, revision.id)} className="mono rounded-sm">
        {shortId(revision.id)}
      </Link>
      {' · '}
      {facts.filter(Boolean).join(' · ')}
      {' · '}
      <RelativeTime value={revision.created_at} />
    </p>
  )
}

type PartProps = { deploymentId: string; revisionId: string }

function Decision({ deploymentId, revisionId }: PartProps) {
  const decided = useDecisions(deploymentId)(revisionId)
  if (!decided) return <p className="grow text-ink-2 text-sm">Nobody has decided about it yet.</p>
  const { by, at, sentence, session_id } = decided
  return (
    <div className="min-w-0 grow basis-80 text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <DecidedLine decided={decided} />
        <span className="text-ink-2">
          {by && `by ${by}, `}
          <RelativeTime value={at} />
        </span>
        <Link to={paths.qaResults(session_id)} className="rounded-sm text-accent hover:underline">
          Results
        </Link>
      </p>
      <p className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]" title={sentence}>
        {sentence}
      </p>
    </div>
  )
}

function Preview({ deploymentId, revisionId }: PartProps) {
  const api = useApi()
  const { data } = useQuery({
    ...previewsQuery(api, deploymentId),
    enabled: searchesRuns(api.connection),
  })
  const preview = data?.find(({ revision_id }) => revision_id === revisionId)
  if (!preview) return null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link to={paths.deployment(preview.preview_id)} className="rounded-sm text-accent text-sm">
        Preview
      </Link>
      <PreviewState preview={preview} />
      <StopPreviewButton preview={preview} />
    </span>
  )
}
