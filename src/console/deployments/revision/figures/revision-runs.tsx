import { Link } from 'react-router-dom'
import type { RevisionFigures } from '../../../../contract/control-plane/revision-figures.ts'
import { formatDuration } from '../../../../ui/format/format-duration.ts'
import { shortId } from '../../../../ui/format/short-id-text.ts'
import { paths } from '../../../paths.ts'
import { slowdown } from './slowdown.ts'

type RevisionRunsProps = {
  deploymentId: string
  /** Of the last 30 days. */
  figures: RevisionFigures
  /** Those of the revisions before it, the newest first. */
  before: readonly (RevisionFigures | undefined)[]
}

/** How the runs of a revision went: how many, how many failed, how long they took, and whether that is longer than before. */
export function RevisionRuns({ deploymentId, figures, before }: RevisionRunsProps) {
  const { revision_id, runs, failed, p50_seconds: p50, p95_seconds: p95 } = figures
  const slower = slowdown(figures, before)
  return (
    <>
      <span className="block whitespace-nowrap">
        <Link to={paths.revisionRuns(deploymentId, revision_id)} className="rounded-sm">
          {runs === 1 ? '1 run' : `${runs.toLocaleString('en')} runs`}
        </Link>
        {failed > 0 && <span className="text-bad"> · {failed.toLocaleString('en')} failed</span>}
      </span>
      {p50 != null && p95 != null && (
        <span className="flex flex-wrap gap-x-1.5 text-ink-2 text-sm">
          <span className="whitespace-nowrap">
            p50 {formatDuration(p50 * 1_000)} · p95 {formatDuration(p95 * 1_000)}
          </span>
          {slower && (
            <span
              className="whitespace-nowrap text-warn"
              title={`Half of its runs took ${slower.times.toFixed(1)} times as long as on ${shortId(slower.than)}.`}
            >
              {slower.times.toFixed(1)}× slower
            </span>
          )}
        </span>
      )}
    </>
  )
}
