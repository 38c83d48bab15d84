import { isSettled, type Revision } from '../../../contract/control-plane/revisions.ts'
import { shortCommit } from '../../../contract/control-plane/short-commit.ts'
import { Duration } from '../../../ui/format/duration.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'
import { statusLabel, statusSince, statusTone } from '../../objects/revision-status.ts'

type RevisionPillProps = {
  revision: Pick<Revision, 'status' | 'status_history'>
  /** Adds how long a moving revision has been in its present status. */
  hasElapsed?: boolean
  /** It was deployed, and another one serves now. */
  isReplaced?: boolean
}

/** A revision's status in words and colour. */
export function RevisionPill({ revision, hasElapsed, isReplaced }: RevisionPillProps) {
  const since = hasElapsed && !isSettled(revision) ? statusSince(revision) : null
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

/** “main · 8e41d07” or the image: where a revision's code comes from. A server that is attached has neither. */
export function sourceText(
  config: {
    repo_ref?: string | null
    repo_commit_sha?: string | null
    image_uri?: string | null
  },
  otherwise = '—',
): string {
  const { repo_ref, repo_commit_sha, image_uri } = config
  const parts = [
    repo_ref?.replace('refs/tags/', ''),
    repo_commit_sha && shortCommit(repo_commit_sha),
  ]
  return parts.filter(Boolean).join(' · ') || image_uri || otherwise
}
