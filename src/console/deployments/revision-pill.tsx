import { awaitsSource, type WaitingFacts } from '../../contract/control-plane/awaits-source.ts'
import {
  isSettled,
  type Revision,
  type SourceRevisionConfig,
} from '../../contract/control-plane/revisions.ts'
import { shortSource } from '../../contract/control-plane/short-commit.ts'
import { Duration } from '../../ui/format/duration.tsx'
import { StatusPill } from '../../ui/page/status-pill.tsx'
import { statusLabel, statusSince, statusTone } from '../objects/revision-status.ts'

type RevisionPillProps = {
  revision: WaitingFacts & Pick<Revision, 'status_history'>
  /** Adds how long a moving revision has been in its present status. */
  hasElapsed?: boolean
  /** It was deployed, and another one serves now. */
  isReplaced?: boolean
}

/** A revision's status in words and colour. */
export function RevisionPill({ revision, hasElapsed, isReplaced }: RevisionPillProps) {
  const since = hasElapsed && !isSettled(revision) ? statusSince(revision) : null
  if (awaitsSource(revision)) return <StatusPill tone="idle">Waiting for source</StatusPill>
  if (isReplaced) return <StatusPill tone="idle">Replaced</StatusPill>
  return (
    <StatusPill tone={statusTone(revision)}>
      <span>
        {statusLabel(revision.status)}
        {since && (
          <>
            {' · '}
            <Duration start={since} />
          </>
        )}
      </span>
    </StatusPill>
  )
}

/** “main · 8e41d07”, “archive 8e41d07” or the image: where a revision's code comes from. A server that is attached has neither. */
export function sourceText(config: SourceRevisionConfig, otherwise = '—'): string {
  const { repo_ref, image_uri } = config
  const parts = [repo_ref?.replace('refs/tags/', ''), shortSource(config)]
  return parts.filter(Boolean).join(' · ') || image_uri || otherwise
}
