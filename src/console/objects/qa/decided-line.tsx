import { Check, X } from 'lucide-react'
import type { Decided } from '../../../contract/qa/results.ts'

/** A decision in a line: `✓ Approved, 47 of 50`; without the count where it is hidden from whoever asks. */
export function DecidedLine({ decided: { decision, passed, cases } }: { decided: Decided }) {
  const isApproved = decision === 'approve'
  const Icon = isApproved ? Check : X
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-sm tabular-nums">
      <Icon
        aria-hidden
        size={13}
        strokeWidth={2}
        className={isApproved ? 'flex-none text-ok' : 'flex-none text-bad'}
      />
      {isApproved ? 'Approved' : 'Rejected'}
      {passed != null && `, ${passed} of ${cases}`}
    </span>
  )
}
