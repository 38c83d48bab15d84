import { Link } from 'react-router-dom'
import type { LogRuns } from '../../../contract/control-plane/revisions.ts'
import { shortId } from '../../../ui/format/short-id-text.ts'
import { paths } from '../../paths.ts'

/** From a line of a log to the run that printed it; nothing where there is none, or it is gone. */
export function RunLink({ runId, runs }: { runId: string | null | undefined; runs: LogRuns }) {
  const place = runId ? runs[runId] : undefined
  if (!runId || !place) return null
  return (
    <>
      <Link
        to={paths.run(place.deployment_id, place.thread_id, runId)}
        aria-label={`Run ${shortId(runId)}`}
        title={`Run ${runId}`}
        className="rounded-sm text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-accent"
      >
        {shortId(runId)}
      </Link>{' '}
    </>
  )
}
