import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hasFailed, isSettled, type Revision } from '../../contract/revisions.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Duration } from '../../ui/duration.tsx'
import { Note } from '../../ui/note.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useApi } from '../api.tsx'
import { paths } from '../paths.ts'
import { Checked } from './checked.tsx'
import { RevisionLog } from './log-card.tsx'
import { revisionPace, revisionQuery } from './queries.ts'
import { short, sourceText } from './revision-pill.tsx'
import { statusLabel } from './revision-status.ts'
import { type RolloutStep, rolloutSteps } from './rollout-steps.ts'

type RevisionCardProps = {
  deploymentId: string
  revisionId: string
  /** Absent: the revision's id, which leads to its page. */
  title?: string
  /** The revision that answers, null where none does. */
  servingId: string | null
}

/** The story of a revision: its steps, why it failed if it did, and its log. */
export function RevisionCard({ deploymentId, revisionId, title, servingId }: RevisionCardProps) {
  const { data, dataUpdatedAt, isRefetchError, failureCount } = useSuspenseQuery({
    ...revisionQuery(useApi(), deploymentId, revisionId),
    // A rollout that is watched goes on in a background tab.
    refetchIntervalInBackground: true,
  })
  return (
    <Card>
      <CardHeader
        title={
          title ?? (
            <>
              Revision{' '}
              <Link
                to={paths.revision(deploymentId, revisionId)}
                className="mono rounded-sm no-underline hover:underline"
                title={revisionId}
              >
                {short(revisionId)}
              </Link>
            </>
          )
        }
        detail={
          <span className="break-words">
            {sourceText(data.source_revision_config)}
            {servingId && servingId !== revisionId && (
              <>
                {' · traffic goes to '}
                <Link
                  to={paths.revision(deploymentId, servingId)}
                  className="mono rounded-sm underline underline-offset-2"
                  title={servingId}
                >
                  {short(servingId)}
                </Link>
              </>
            )}
          </span>
        }
        actions={
          <Checked
            at={dataUpdatedAt}
            nextInMs={revisionPace({ data, dataUpdatedAt })}
            hasFailed={isRefetchError || failureCount > 0}
          />
        }
      />
      <CardBody>
        <Steps
          label="Rollout"
          steps={rolloutSteps(data).map((step) => ({
            id: step.id,
            label: step.label,
            state: step.state,
            detail: detailOf(step, data),
          }))}
        />
      </CardBody>
      <Outcome revision={data} />
      <RevisionLog deploymentId={deploymentId} revision={data} />
    </Card>
  )
}

/** Why a rollout ended other than deployed. */
function Outcome({ revision }: { revision: Revision }) {
  if (!isSettled(revision) || revision.status === 'DEPLOYED') return null
  const reason = revision.status_reason ?? 'The server gave no reason; the log may tell more.'
  return (
    <div className="px-4 pb-4">
      <Note tone={hasFailed(revision) ? 'bad' : 'info'} title={statusLabel(revision.status)}>
        <span className="whitespace-pre-wrap">{reason}</span>
      </Note>
    </div>
  )
}

function detailOf(step: RolloutStep, revision: Revision): ReactNode {
  if (step.note) return step.note
  if (step.id === 'deployed' && step.state === 'done') {
    const start = revision.status_history?.[0]?.at
    return start && step.start ? (
      <>
        after <Duration start={start} end={step.start} />
      </>
    ) : null
  }
  if (!step.start) return null
  if (step.state === 'now') return <Duration start={step.start} />
  return step.end ? <Duration start={step.start} end={step.end} /> : null
}
