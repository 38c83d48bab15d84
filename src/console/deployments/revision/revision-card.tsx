import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { awaitsSource, isUnderWay } from '../../../contract/control-plane/awaits-source.ts'
import { hasFailed, isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Duration } from '../../../ui/format/duration.tsx'
import { formatDuration } from '../../../ui/format/format-duration.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { Card, CardBody, CardHeader } from '../../../ui/page/card.tsx'
import { Later } from '../../../ui/page/later.tsx'
import { Note } from '../../../ui/page/note.tsx'
import { Steps } from '../../../ui/page/steps.tsx'
import { useApi } from '../../api.tsx'
import { LastChecked } from '../../lists/last-checked.tsx'
import { statusLabel } from '../../objects/revision-status.ts'
import { paths } from '../../paths.ts'
import { InterruptDialog, WaitingForSource } from '../dialogs.ts'
import { revisionPace, revisionQuery, revisionsQuery } from '../queries.ts'
import { sourceText } from '../revision-pill.tsx'
import { interruptProblem } from './interrupt-problem.ts'
import { RevisionLog } from './revision-log.tsx'
import { type RolloutStep, rolloutSteps } from './rollout-steps.ts'
import { type UsualDurations, usualDurations } from './usual-durations.ts'
import { WaysOut } from './ways-out.tsx'

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
  const api = useApi()
  const read = useSuspenseQuery({
    ...revisionQuery(api, deploymentId, revisionId),
    // A rollout that is watched goes on in a background tab.
    refetchIntervalInBackground: true,
  })
  const { data, dataUpdatedAt } = read
  const others = useInfiniteQuery(revisionsQuery(api, deploymentId)).data?.pages ?? []
  const usual = usualDurations(
    others.flatMap((page) => page.resources).filter(({ id }) => id !== revisionId),
  )
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
                {shortId(revisionId)}
              </Link>
            </>
          )
        }
        detail={
          <span className="break-words">
            {sourceText(data.source_revision_config, '')}
            {servingId && servingId !== revisionId && (
              <>
                {' · traffic goes to '}
                <Link
                  to={paths.revision(deploymentId, servingId)}
                  className="mono rounded-sm underline underline-offset-2"
                  title={servingId}
                >
                  {shortId(servingId)}
                </Link>
              </>
            )}
          </span>
        }
        actions={
          <>
            <LastChecked
              isFollowed
              read={{ ...read, isRefetchError: read.isRefetchError || read.failureCount > 0 }}
              everyMs={revisionPace({ data, dataUpdatedAt })}
              isCounting
            />
            {isUnderWay(data) && (
              <Interrupt deploymentId={deploymentId} revision={data} servingId={servingId} />
            )}
          </>
        }
      />
      <CardBody>
        <Steps
          label="Rollout"
          steps={rolloutSteps(data).map((step) => ({
            id: step.id,
            label: step.label,
            state: step.state,
            detail: detailOf(step, data, usual),
          }))}
        />
      </CardBody>
      <Outcome deploymentId={deploymentId} revision={data} />
      {!awaitsSource(data) && (
        <Later>
          <RevisionLog deploymentId={deploymentId} revision={data} />
        </Later>
      )}
    </Card>
  )
}

/** Why a rollout ended other than deployed, or has not begun. */
function Outcome({ deploymentId, revision }: { deploymentId: string; revision: Revision }) {
  if (awaitsSource(revision)) return <WaitingForSource deploymentId={deploymentId} />
  if (!isSettled(revision) || revision.status === 'DEPLOYED') return null
  const reason = revision.status_reason ?? 'The server gave no reason; the log may tell more.'
  return (
    <div className="px-4 pb-4">
      <Note tone={hasFailed(revision) ? 'bad' : 'info'} title={statusLabel(revision.status)}>
        <span className="whitespace-pre-wrap">{reason}</span>
        <WaysOut deploymentId={deploymentId} revision={revision} />
      </Note>
    </div>
  )
}

type InterruptProps = { deploymentId: string; revision: Revision; servingId: string | null }

function Interrupt(props: InterruptProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <span className="print:hidden">
      <Button
        acts
        size="sm"
        variant="danger"
        disabledReason={interruptProblem(useApi().connection)}
        onClick={() => setIsOpen(true)}
      >
        Interrupt
      </Button>
      {isOpen && <InterruptDialog {...props} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

/** How long a step took, and how long it usually takes where that helps. */
function detailOf(step: RolloutStep, revision: Revision, usual: UsualDurations): ReactNode {
  if (step.note) return step.note
  if (step.id === 'deployed' && step.state === 'done') {
    const start = revision.status_history?.[0]?.at
    return start && step.start ? (
      <>
        after <Duration start={start} end={step.start} />
        {usual.total !== null && <Usually ms={usual.total} />}
      </>
    ) : null
  }
  const usualMs = usual.steps.get(step.id)
  if (!step.start) return usualMs !== undefined && <Usually ms={usualMs} isAlone />
  if (step.state !== 'now' && !step.end) return null
  return (
    <>
      <Duration start={step.start} end={step.end} />
      {usualMs !== undefined && <Usually ms={usualMs} />}
    </>
  )
}

function Usually({ ms, isAlone = false }: { ms: number; isAlone?: boolean }) {
  return (
    <span className="whitespace-nowrap text-ink-3">
      {!isAlone && ' · '}usually {formatDuration(ms)}
    </span>
  )
}
