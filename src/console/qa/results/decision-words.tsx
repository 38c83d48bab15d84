import type { Decision } from '../../../contract/qa/results.ts'
import { RelativeTime } from '../../../ui/format/relative-time.tsx'
import { StatusPill } from '../../../ui/page/status-pill.tsx'

/** What somebody decided, who and when, and why. */
export function DecisionWords({ decision }: { decision: Decision }) {
  const isApproved = decision.decision === 'approve'
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusPill tone={isApproved ? 'ok' : 'bad'}>
          {isApproved ? 'Approved' : 'Rejected'}
        </StatusPill>
        <span className="text-ink-2 text-sm">
          {decision.by && `by ${decision.by} · `}
          <RelativeTime value={decision.at} />
        </span>
      </p>
      <p className="mt-1.5 whitespace-pre-wrap break-words">{decision.sentence}</p>
    </div>
  )
}
